import { existsSync } from 'node:fs';
import path from 'node:path';
import { businessLogicClient } from '../../functions/shared/business-logic/client.ts';
import type { CallBusinessLogic } from '../../functions/shared/engine/business-logic.ts';
import type { LoadedAssistant } from '../../functions/shared/engine/load.ts';
import { newSecret, startBusinessLogic } from '../local/business-logic.ts';

const TIMEOUT_MS = 25_000;

/** Starts the business-logic server that lies in an assistant's folder, unless the environment names one. */
export async function startServerOf(folder: string | undefined): Promise<() => Promise<void>> {
  const server = folder === undefined ? undefined : path.resolve(folder, 'business-logic/server.ts');
  if (server === undefined || process.env.BLS_URL || !existsSync(server)) return async () => undefined;
  const secret = newSecret();
  const { url, stop } = await startBusinessLogic(secret, server);
  Object.assign(process.env, { BLS_URL: url, BLS_SECRET: secret, BLS_ALLOW_LOOPBACK: '1' });
  return async () => {
    delete process.env.BLS_URL;
    await stop();
  };
}

/** Calls the server that an assistant names, as the service would. */
export function liveBusinessLogic({ assistant }: LoadedAssistant): CallBusinessLogic {
  const call = businessLogicClient({ environment: process.env, now: Date.now, report: () => undefined });
  const settings = assistant.businessLogic;
  return async (request) => {
    if (settings === null) return { status: 'failed', reason: 'not_configured' };
    const outcome = await call(settings, request, TIMEOUT_MS);
    return outcome.status === 'answered' ? { status: 'answered', body: outcome.body } : outcome;
  };
}
