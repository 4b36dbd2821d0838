import { randomBytes } from 'node:crypto';
import type { HandoffDependencies } from '../domain/handoffs/acts.ts';
import { deploymentKey } from './deployment-key.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { createHandoffStore } from './handoffs.ts';
import { createRepeatStore } from './repeats.ts';
import { readSecret } from './secrets-manager.ts';

/** The dependencies of a function that reads and changes handoffs. */
export const handoffDependencies = (): HandoffDependencies => ({
  handoffs: createHandoffStore(),
  deploymentKey: deploymentKey(readSecret),
  random: randomBytes,
});

/** The same, with the stored answers to earlier changes, which are in the table of sessions. */
export const handoffChangeDependencies = () => ({
  ...handoffDependencies(),
  repeats: createRepeatStore(documentClient, () => setting('SESSIONS_TABLE')),
});
