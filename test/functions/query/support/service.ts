import { randomBytes, randomUUID } from 'node:crypto';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type { BusinessLogicRequest } from '../../../../engine/dialogue/business-logic/protocol.ts';
import type { LoadedAssistant } from '../../../../engine/load.ts';
import { createQueryEndpoint } from '../../../../functions/query/endpoint.ts';
import { packWords } from '../../../../functions/query/logged-turn.ts';
import { createPatientLog } from '../../../../functions/query/patient-log.ts';
import type { QueryDependencies } from '../../../../functions/query/query.ts';
import type { Queue } from '../../../../functions/query/queue.ts';
import type { BusinessLogicClient } from '../../../../functions/shared/business-logic/client.ts';
import type { Guard } from '../../../../functions/shared/business-logic/guard.ts';
import type { Principal } from '../../../../functions/shared/domain/credentials/principal.ts';
import type { Scope } from '../../../../functions/shared/domain/credentials/scopes.ts';
import {
  type Admission,
  createAdmission,
} from '../../../../functions/shared/domain/institutions/admission.ts';
import {
  type NamesPlace,
  type ServerChange,
  setServer,
} from '../../../../functions/shared/domain/institutions/business-logic-changes.ts';
import { type ErasureStore, erasePerson } from '../../../../functions/shared/domain/institutions/erasure.ts';
import { DEFAULT_TARGET } from '../../../../functions/shared/domain/versions/versions.ts';
import { createAuditTrail } from '../../../../functions/shared/store/audit.ts';
import { nameStore } from '../../../../functions/shared/store/business-logic-names.ts';
import { createConversationLog } from '../../../../functions/shared/store/conversation-log.ts';
import { erasureStore } from '../../../../functions/shared/store/erasure.ts';
import { createHandoffStore } from '../../../../functions/shared/store/handoffs.ts';
import { querySettingsStore } from '../../../../functions/shared/store/query-settings.ts';
import { createSessionStore } from '../../../../functions/shared/store/sessions.ts';
import { createUseCounter } from '../../../../functions/shared/store/use-counter.ts';
import { versionStore } from '../../../../functions/shared/store/versions.ts';
import { apiEvent } from '../../../support/requests.ts';
import { DEPLOYMENT_KEY } from '../../../support/rules.ts';
import type { useCountedDynamoDb } from '../../../support/wire.ts';
import { loadedAssistant } from './assistant.ts';

export interface Answer {
  status: number;
  text: string;
  headers: APIGatewayProxyResult['headers'] & {};
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  body: any;
}

export interface QueryOptions {
  headers?: Record<string, string | string[]>;
  explain?: string[];
  scopes?: Scope[];
  institution?: string;
  userId?: string;
  /** When the gateway took the request; now by default. */
  gatewayTime?: number;
  /** Time up to which the user had heard earlier answers, if the service itself asks. */
  heardUntil?: number;
}

/** The store from which people are erased, over the given client. */
export const erasureOf = (db: ReturnType<typeof useCountedDynamoDb>, client = db.uncounted()) =>
  erasureStore(client, {
    sessions: process.env.SESSIONS_TABLE ?? '',
    conversations: process.env.CONVERSATIONS_TABLE ?? '',
  });

/** Creates a query function on a real store; the test controls its assistants, calls and clock. */
export function createService(db: ReturnType<typeof useCountedDynamoDb>) {
  const service = {
    institution: `bank-${randomUUID()}`,
    time: Date.UTC(2026, 10, 21, 12),
    /** By version id. */
    loaded: new Map<string, LoadedAssistant>(),
    calls: [] as BusinessLogicRequest[],
    waits: [] as number[],
    jitter: Math.random as () => number,
    /** Queue in which nothing waits, as between processes, unless a test replaces it. */
    queue: (async (_key, work) => work(false)) as Queue,
    /** Creates the admission of a new process, with its own knowledge of the institutions' limits. */
    newAdmission: () =>
      createAdmission(
        createUseCounter(() => db.client()),
        (error) => void service.uncounted.push(error),
      ),
    admission: ((): never => {
      throw new Error('it is made below');
    }) as Admission,
    uncounted: [] as unknown[],
    logged: [] as unknown[],
    lost: [] as unknown[],
    /** Timer that never fires, unless a test replaces it. */
    after: ((_milliseconds: number, _work: () => void) => () => undefined) as (
      milliseconds: number,
      work: () => void,
    ) => () => void,
    embed: (() => undefined) as QueryDependencies['embed'],
    conversations: createConversationLog({
      deploymentKey: async () => DEPLOYMENT_KEY,
      random: randomBytes,
      pack: packWords,
      client: () => db.client(),
    }),
    deploymentKey: DEPLOYMENT_KEY,
    readDeploymentKey: async (): Promise<Uint8Array> => service.deploymentKey,
    businessLogic: (async (_settings, _servers, request) => {
      service.calls.push(request);
      const turns = Number(request.session_info.turns ?? 0) + 1;
      const body = { session_info: { turns }, response_slots: { turns } };
      return { status: 'answered', body, exactBody: body };
    }) as BusinessLogicClient,
    guard: undefined as Guard | undefined,
    versions: () => versionStore(db.uncounted(), process.env.VERSIONS_TABLE ?? ''),

    /** Publishes a version that `loaded` holds, and assigns it to the targets. */
    async publish(targets = [DEFAULT_TARGET], loaded = loadedAssistant()): Promise<string> {
      const { institution } = service;
      const id = randomUUID();
      service.loaded.set(id, loaded);
      const stamp = { createdAt: '2026-11-21T11:00:00.000Z', createdBy: 'ana' };
      const facts = {
        name: 'counter',
        contentHash: id,
        artifactBytes: 1,
        languages: loaded.assistant.languages,
      };
      await service.versions().insert({ institution, id, ...facts, ...stamp });
      for (const target of targets) {
        const previous = await service.versions().findAssignment(institution, target);
        const revision = (previous?.revision ?? 0) + 1;
        const next = {
          institution,
          target,
          versionId: id,
          revision,
          assignedAt: '2026-11-21T11:00:00.000Z',
          assignedBy: 'ana',
        };
        await service.versions().assign(next, previous);
      }
      return id;
    },

    /** Sets a name as an operator of the institution does. */
    setServer: (name: string, change: ServerChange, place: Partial<NamesPlace> = {}) =>
      setServer(
        {
          businessLogicNames: nameStore(db.uncounted(), process.env.VERSIONS_TABLE ?? ''),
          deploymentKey: async () => service.deploymentKey,
          now: () => service.time,
          random: randomBytes,
        },
        { institution: service.institution, ...place },
        name,
        change,
      ),

    /** Erases an end user as an operator of the institution does. */
    erase: (
      person: string,
      { institution, erasure }: { institution?: string; erasure?: ErasureStore } = {},
    ): Promise<number> =>
      erasePerson(
        {
          erasure: erasure ?? erasureOf(db),
          audit: createAuditTrail(db.uncounted),
          now: () => service.time,
          random: randomBytes,
          wait: async () => undefined,
        },
        institution ?? service.institution,
        person,
      ),

    ask: (fields: Record<string, unknown> = {}, options: QueryOptions = {}) =>
      service.send(JSON.stringify({ query: 'count', external_user_id: 'u1', ...fields }), options),

    async send(body: string, options: QueryOptions = {}): Promise<Answer> {
      const principal: Principal = {
        kind: 'token',
        id: 'credential',
        institution: options.institution ?? service.institution,
        userId: options.userId ?? 'ana',
        scopes: options.scopes ?? ['query'],
        referrers: [],
        ...(options.heardUntil !== undefined && { heardUntil: options.heardUntil }),
      };
      const headers = { 'Content-Type': 'application/json', ...options.headers };
      const event = {
        ...apiEvent({ principal, body, headers }),
        multiValueQueryStringParameters: options.explain ? { explain: options.explain } : null,
      };
      event.requestContext.requestTimeEpoch = options.gatewayTime ?? service.time;
      const {
        statusCode,
        headers: sent = {},
        body: text,
      }: APIGatewayProxyResult = await handler(event, {} as Context);
      return { status: statusCode, headers: sent, text, body: JSON.parse(text) };
    },
  };

  service.admission = service.newAdmission();
  const log = (message: string, fields: unknown) => void service.logged.push([message, fields]);
  const deps: QueryDependencies = {
    deploymentKey: () => service.readDeploymentKey(),
    sessions: createSessionStore(() => db.client()),
    handoffs: createHandoffStore(() => db.client()),
    loadVersion: async (_institution, id) => service.loaded.get(id),
    businessLogic: (...call) => service.businessLogic(...call),
    guard: (server) => service.guard?.(server) ?? { enter: async () => ({ leave: async () => undefined }) },
    conversations: {
      write: createPatientLog({
        log: {
          write: (entry) => service.conversations.write(entry),
          withdraw: (entry) => service.conversations.withdraw(entry),
        },
        now: () => service.time,
        after: (...timer) => service.after(...timer),
        lost: (error) => void service.lost.push(error),
      }),
      lost: (error) => void service.lost.push(error),
    },
    embed: (...asked) => service.embed(...asked),
    now: () => service.time,
    random: randomBytes,
    newId: randomUUID,
    jitter: () => service.jitter(),
    queue: (key, work) => service.queue(key, work),
    wait: async (milliseconds) => {
      service.waits.push(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const admission = () => ({
    admit: (...asked: Parameters<Admission>) => service.admission(...asked),
    readSettings: (institution: string) =>
      querySettingsStore(db.client(), process.env.VERSIONS_TABLE ?? '').read(institution),
  });
  const handler = createQueryEndpoint({ ...deps, admission, log: { info: log, warn: log, error: log } });
  return service;
}
