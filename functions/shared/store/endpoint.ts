import type { Agent } from 'node:http';

/** Address and credentials of another implementation of an AWS service. */
export interface LocalService {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/**
 * Reads the address of another implementation. A user name in it (`http://KEY@127.0.0.1:8000`) is the access key id
 * that the server requires; a server without access control needs none.
 */
export function localService(address: string): LocalService {
  const url = new URL(address);
  const accessKeyId = decodeURIComponent(url.username) || 'local';
  url.username = '';
  return {
    endpoint: url.href,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  };
}

const agents = new Map<string, () => Agent>();

/**
 * Makes this process's clients reach an address through an agent instead of over the network.
 * @param makeAgent creates an agent for each client
 * @returns a function that stops this for later clients
 */
export function reachThrough(address: string, makeAgent: () => Agent): () => void {
  agents.set(address, makeAgent);
  return () => void agents.delete(address);
}

/** A client's agent for an address; undefined if it is reached over the network. */
export const agentFor = (address: string): Agent | undefined => agents.get(address)?.();
