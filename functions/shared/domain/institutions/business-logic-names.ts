import * as z from 'zod/mini';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** What a name of an assistant, `env:BLS_…`, stands for: an address, secrets that sign calls, or both. */
export interface NamedServer {
  url?: string | undefined;
  /** One in the form of Standard Webhooks, and while servers change over to it the one before: both sign. */
  secrets?: readonly string[] | undefined;
}

/** By name. */
export type NamedServers = Readonly<Record<string, NamedServer>>;

/** What the names of an institution's assistants stand for. No other institution's assistants can reach any of it. */
export interface BusinessLogicNames {
  /** In every application, and without one. */
  everywhere: NamedServers;
  /** By application (`env_name:app_name`): these go before those that count everywhere. */
  applications: Readonly<Record<string, NamedServers>>;
}

export const NO_NAMES: BusinessLogicNames = { everywhere: {}, applications: {} };

/** Gives what a name stands for where it is asked for. */
export type ServerLookup = (name: string) => NamedServer;

/** As they are kept: sealed with the deployment's key for the institution that they are of. */
export interface SealedNames {
  /** Counts the changes. */
  revision: number;
  sealed: Uint8Array;
}

/** True for what may stand after `env:` in an assistant. */
export const isServerName = (text: string): boolean => /^BLS_[A-Z0-9_]{1,60}$/.test(text);

/** The servers of an application's sessions, or of those that no application chose; address and secrets one by one. */
export const serversOf =
  ({ everywhere, applications }: BusinessLogicNames, application: string | undefined): ServerLookup =>
  (name) => {
    const own = application === undefined ? undefined : applications[application]?.[name];
    return { ...everywhere[name], ...own };
  };

const server = z.object({
  url: z.optional(z.string()),
  secrets: z.optional(z.array(z.string())),
});
const servers = z.record(z.string(), server);
const stored = z.object({ everywhere: servers, applications: z.record(z.string(), servers) });

/** What seals them, and for whom: names that are laid under another institution do not open there. */
export interface NamesKey {
  deploymentKey: Uint8Array;
  institution: string;
}

/** @param nonce 12 random bytes, never used twice */
export const sealNames = (names: BusinessLogicNames, key: NamesKey, nonce: Uint8Array): Uint8Array =>
  seal(Buffer.from(JSON.stringify(names)), namesKey(key), nonce, key.institution);

/** The names that were sealed; undefined where another key or another institution sealed them. */
export function openNames(sealed: Uint8Array, key: NamesKey): BusinessLogicNames | undefined {
  const opened = unseal(sealed, namesKey(key), key.institution);
  return opened && stored.parse(JSON.parse(opened.toString('utf8')));
}

const namesKey = ({ deploymentKey }: NamesKey): Uint8Array =>
  deriveKey(deploymentKey, 'parley business logic names');
