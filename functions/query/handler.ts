import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_LANGUAGE } from '../../engine/language/languages.ts';
import { loadAssistant } from '../../engine/load.ts';
import { engineLoaders, sharedActReader, sharedEncoder } from '../../engine/loaders.ts';
import { readAddressRule } from '../shared/business-logic/addresses.ts';
import { type BusinessLogicClient, businessLogicClient } from '../shared/business-logic/client.ts';
import { createGuard, MAX_SLOW } from '../shared/business-logic/guard.ts';
import { pooled } from '../shared/domain/random.ts';
import { UNUSED_ID, warmUp } from '../shared/domain/warm-up.ts';
import { kindOf } from '../shared/http/error-kind.ts';
import { createLog } from '../shared/http/log.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';
import { reportSideFailure } from '../shared/http/side-failures.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactStore } from '../shared/store/artifacts.ts';
import { createConversationLog } from '../shared/store/conversation-log.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { optionalSetting, setting } from '../shared/store/environment.ts';
import { createHandoffFinder } from '../shared/store/handoff-finder.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createServerHealth } from '../shared/store/server-health.ts';
import { createSessionStore } from '../shared/store/sessions.ts';
import { assistantBudget, assistantCache } from './assistants.ts';
import { createQueryEndpoint } from './endpoint.ts';
import { embedQuery, packWords } from './logged-turn.ts';
import { createPatientLog } from './patient-log.ts';
import { createQueue } from './queue.ts';

const log = createLog('query');

const loaders = engineLoaders(() => setting('ENCODER_DIRECTORY'));

let client: BusinessLogicClient | undefined;
/** Created on the first call, so that importing this module reads no environment variable. */
const businessLogic: BusinessLogicClient = (...call) => {
  client ??= businessLogicClient({
    addresses: readAddressRule(process.env),
    now: Date.now,
    report: (call) => {
      const failed = call.status !== 'answered';
      log[failed ? 'warn' : 'info']('business logic called', {
        ...call,
        ...metricFields(Date.now(), {
          [METRIC.businessLogicCalls]: 1,
          [METRIC.businessLogicFailures]: failed ? 1 : 0,
          [METRIC.businessLogicMilliseconds]: call.milliseconds,
        }),
      });
    },
  });
  return client(...call);
};

const after = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

const guard = createGuard({
  store: createServerHealth(),
  maxSlow: Number(optionalSetting('SLOW_CALLS') ?? MAX_SLOW),
  now: Date.now,
  after,
  opened: (_server, openings) =>
    log.warn('business logic breaker opened', {
      openings,
      ...metricFields(Date.now(), { [METRIC.serversLeftAlone]: 1 }),
    }),
  refused: (_server, reason) =>
    log.warn('business logic not called', {
      reason,
      ...metricFields(Date.now(), { [METRIC.businessLogicRefusals]: 1 }),
    }),
  lost: (error) => log.warn('business logic health not read', { error: kindOf(error) }),
});

const readKey = deploymentKey(readSecret);

const sessions = createSessionStore();

const random = pooled(randomBytes);

const conversationLog = createConversationLog({ deploymentKey: readKey, random, pack: packWords });

const lost = reportSideFailure(log, 'conversation not logged', METRIC.conversationsLost);

export const handler = createQueryEndpoint({
  deploymentKey: readKey,
  sessions,
  handoffs: createHandoffFinder(),
  loadVersion: assistantCache({
    artifacts: () => artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT')),
    load: (artifact) => {
      const began = performance.now();
      const loaded = loadAssistant(artifact, loaders);
      const milliseconds = performance.now() - began;
      log.info('assistant loaded', {
        bytes: artifact.byteLength,
        ...metricFields(Date.now(), {
          [METRIC.modelLoads]: 1,
          [METRIC.modelLoadMilliseconds]: milliseconds,
        }),
      });
      return loaded;
    },
    log,
    now: Date.now,
    budgetBytes: assistantBudget(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
  }),
  businessLogic,
  guard,
  conversations: { write: createPatientLog({ log: conversationLog, now: Date.now, after, lost }), lost },
  embed: embedQuery,
  now: Date.now,
  random,
  newId: randomUUID,
  jitter: Math.random,
  wait: delay,
  queue: createQueue(),
  admission: createRequestAdmission,
  records: createAccessRecords(),
  log,
});

await warmUp(process.env.AWS_LAMBDA_INITIALIZATION_TYPE, [
  readKey,
  () => sharedEncoder(setting('ENCODER_DIRECTORY')),
  () => sharedActReader(setting('ENCODER_DIRECTORY'), DEFAULT_LANGUAGE.code),
  () => sessions.open(UNUSED_ID, { sessionKey: UNUSED_ID, selector: { versionId: UNUSED_ID } }),
]);
