import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { LoadedAssistant } from '../../engine/load.ts';
import { embedQuery, packWords } from '../../functions/query/logged-turn.ts';
import type { PatientLog } from '../../functions/query/patient-log.ts';
import { answerQuery, type QueryDependencies } from '../../functions/query/query.ts';
import { createQueue } from '../../functions/query/queue.ts';
import type { BusinessLogicClient } from '../../functions/shared/business-logic/client.ts';
import type { ConversationLog } from '../../functions/shared/domain/conversations/conversations.ts';
import { giveFeedback } from '../../functions/shared/domain/conversations/feedback.ts';
import { createFeedbackStore } from '../../functions/shared/store/conversation-feedback.ts';
import { createConversationLog } from '../../functions/shared/store/conversation-log.ts';
import { createHandoffStore } from '../../functions/shared/store/handoffs.ts';
import { createSessionStore } from '../../functions/shared/store/sessions.ts';
import type { Operator } from '../operator.ts';
import type { Chance } from './chance.ts';

/** The user id of made-up conversations, which no real credential has. */
const USER_ID = 'demo-traffic';
/** The range of a user's pause before the next query. */
const THOUGHT_MS = [3000, 40_000] as const;
/** The milliseconds that an answer takes, and that a call of business logic adds. */
const ANSWER_MS = [4, 30] as const;
const BUSINESS_LOGIC_MS = [20, 260] as const;

export interface Stage {
  operator: Operator;
  institution: string;
  /** The application of the sessions. */
  application: string;
  loaded: LoadedAssistant;
  /** Called with the error if a log entry was not written. */
  onLost: (error: unknown) => void;
}

/** The inputs of a made-up session. */
export interface Part {
  /** Epoch milliseconds. */
  beginsAt: number;
  externalUserId: string;
  language: string;
  device?: string | undefined;
  chance: Chance;
  /** Generates the session's ids in order. */
  newId: () => string;
  /** Called instead of the institution's own servers. */
  businessLogic: BusinessLogicClient;
}

const answerForm = z.object({
  dialog: z.string(),
  session_id: z.string(),
  qid: z.string(),
  competency: z.string(),
  classifier_state: z.string(),
  explanation: z.object({ asked: z.nullable(z.string()) }),
});
export type PlayedAnswer = z.output<typeof answerForm>;

export interface PlayedSession {
  /** Sends the next query of the session. */
  say(query: string): Promise<PlayedAnswer>;
  /** Rates the last answer or the whole session. */
  rate(rating: 'good' | 'bad', of: 'answer' | 'session'): Promise<void>;
}

/**
 * Begins a session. The code for real queries processes and logs it, with given times and ids. Only
 * encryption uses true randomness, as it must.
 */
export function beginSession(stage: Stage, part: Part): PlayedSession {
  const { operator, institution, application, loaded, onLost } = stage;
  const { chance, language, device, externalUserId } = part;
  let time = part.beginsAt;
  let last: PlayedAnswer | undefined;
  const store = { deploymentKey: operator.deploymentKey, random: randomBytes, client: operator.client };
  const deps: QueryDependencies = {
    deploymentKey: operator.deploymentKey,
    sessions: createSessionStore(operator.client),
    handoffs: createHandoffStore(operator.client),
    loadVersion: async () => loaded,
    businessLogic: async (...call) => {
      const outcome = await part.businessLogic(...call);
      time += chance.between(...BUSINESS_LOGIC_MS);
      return outcome;
    },
    conversations: {
      write: waitingLog(createConversationLog({ ...store, pack: packWords }), onLost),
      lost: onLost,
    },
    embed: embedQuery,
    now: () => time,
    random: randomBytes,
    newId: part.newId,
    jitter: () => 0,
    wait: async () => undefined,
    queue: createQueue(),
  };
  return {
    async say(query) {
      if (last !== undefined) time += chance.between(...THOUGHT_MS);
      const receivedAt = time;
      time += chance.between(...ANSWER_MS);
      const { text } = await answerQuery(deps, {
        institution,
        userId: USER_ID,
        request: {
          query,
          externalUserId,
          language,
          application,
          ...(device === undefined ? {} : { device }),
          ...(last === undefined ? {} : { dialog: last.dialog }),
          arbitrary: {},
        },
        explain: true,
        receivedAt,
        arrivedAt: receivedAt,
        heardUntil: receivedAt,
      });
      last = answerForm.parse(JSON.parse(text));
      return last;
    },
    async rate(rating, of) {
      if (last === undefined) return;
      const { session_id: sessionId, qid } = last;
      const feedback = { sessionId, rating, ...(of === 'answer' && { qid }) };
      await giveFeedback(createFeedbackStore(store), { institution, userId: USER_ID }, feedback, time);
    },
  };
}

/** Waits for each entry without a time limit, so that everything is logged when the command ends. */
const waitingLog =
  (log: ConversationLog, onLost: (error: unknown) => void): PatientLog =>
  (entry) => {
    const written = log.write(entry).catch(onLost);
    return {
      waited: () => written,
      withdraw: () => written.then(() => log.withdraw(entry)).catch(onLost),
    };
  };
