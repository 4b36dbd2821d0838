import * as z from 'zod/mini';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** The meaning of a name of an assistant, `env:BLS_…`: an address, secrets that sign calls, or both. */
export interface NamedServer {
  url?: string | undefined;
  /** The secret in the form of Standard Webhooks and, while servers change over to it, the former one: both sign. */
  secrets?: readonly string[] | undefined;
}

/** By name. */
export type NamedServers = Readonly<Record<string, NamedServer>>;

/**
 * The names of an institution's assistants, with their meanings. No other institution's assistants can reach any of
 * it.
 */
export interface BusinessLogicNames {
  /** Names that count in every application, and without one. */
  everywhere: NamedServers;
  /** Names by application (`env_name:app_name`): these go before those that count everywhere. */
  applications: Readonly<Record<string, NamedServers>>;
}

export const NO_NAMES: BusinessLogicNames = { everywhere: {}, applications: {} };

/** Gives what a name stands for where it is asked for. */
export type ServerLookup = (name: string) => NamedServer;

/** An institution's names as they are kept, sealed with the deployment's key. */
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
    const ofApplication = application === undefined ? undefined : applications[application]?.[name];
    return { ...everywhere[name], ...ofApplication };
  };

const server = z.object({
  url: z.optional(z.string()),
  secrets: z.optional(z.array(z.string())),
});
const servers = z.record(z.string(), server);
const stored = z.object({ everywhere: servers, applications: z.record(z.string(), servers) });

/**
 * The key that seals names, and the institution that it seals them for: under another institution they do not open.
 */
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
