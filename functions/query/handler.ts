import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type BusinessLogicClient, businessLogicClient } from '../shared/business-logic/client.ts';
import { loadAssistant } from '../shared/engine/load.ts';
import { classifierLoader } from '../shared/engine/model/classifiers.ts';
import { createLog } from '../shared/http/log.ts';
import { artifactStore } from '../shared/store/artifacts.ts';
import { optionalSetting, setting } from '../shared/store/environment.ts';
import { createSessionStore } from '../shared/store/sessions.ts';
import { assistantCache } from './assistants.ts';
import { createQueryEndpoint } from './endpoint.ts';

/** Bytes of artifacts that a warm function holds: a part of its memory that leaves room for the work. */
const ARTIFACT_BUDGET_BYTES = 512 * 1024 * 1024;

const log = createLog('query');

const loadClassifier = classifierLoader(() => setting('ENCODER_DIRECTORY'));

let client: BusinessLogicClient | undefined;
/** Made on the first call, so that importing the function reads no environment. */
const businessLogic: BusinessLogicClient = (...call) => {
  client ??= businessLogicClient({
    environment: process.env,
    now: Date.now,
    report: (call) => log[call.status === 'answered' ? 'info' : 'warn']('business logic called', { ...call }),
  });
  return client(...call);
};

export const handler = createQueryEndpoint({
  sessions: createSessionStore(),
  loadVersion: assistantCache({
    artifacts: () => artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT')),
    load: (artifact) => loadAssistant(artifact, loadClassifier),
    budgetBytes: ARTIFACT_BUDGET_BYTES,
  }),
  businessLogic,
  now: Date.now,
  random: randomBytes,
  newId: randomUUID,
  jitter: Math.random,
  wait: delay,
  log,
});
