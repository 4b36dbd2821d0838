import type { CallBusinessLogic } from '../engine/dialogue/business-logic/protocol.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { readAddressRule } from '../functions/shared/business-logic/addresses.ts';
import { businessLogicClient } from '../functions/shared/business-logic/client.ts';
import {
  isServerName,
  type ServerLookup,
} from '../functions/shared/domain/institutions/business-logic-names.ts';
import { asEnvironment, OWN_MACHINE, startFolderServer } from '../local/folder-server.ts';

const TIMEOUT_MS = 25_000;

/**
 * Starts the business-logic server of an assistant's folder, unless the environment names one, and allows this process
 * to call it.
 * @returns a function that stops it
 */
export async function startServerOf(folder: string | undefined): Promise<() => Promise<void>> {
  if (folder === undefined) return async () => undefined;
  const { servers, stop } = await startFolderServer(folder);
  const environment = { ...OWN_MACHINE, ...asEnvironment(servers) };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return async () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await stop();
  };
}

/** Reads names from environment variables, since an author's process serves only the author. */
const fromEnvironment: ServerLookup = (name) => {
  const value = (isServerName(name) && process.env[name]) || undefined;
  return value === undefined ? {} : { url: value, secrets: [value] };
};

/** Calls the server that an assistant names, as the service does. */
export function liveBusinessLogic({ assistant }: LoadedAssistant): CallBusinessLogic {
  const call = businessLogicClient({
    addresses: readAddressRule(process.env),
    now: Date.now,
    report: () => undefined,
  });
  const settings = assistant.businessLogic;
  return async (request, { key }) => {
    if (settings === null) return { status: 'failed', reason: 'not_configured' };
    const outcome = await call(settings, fromEnvironment, request, TIMEOUT_MS, key);
    return outcome.status === 'answered' ? { status: 'answered', body: outcome.body } : outcome;
  };
}
