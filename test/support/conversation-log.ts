import { randomBytes, randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { packWords } from '../../functions/query/logged-turn.ts';
import {
  isListed,
  isUnhandled,
  type LogEntry,
  type LoggedTurn,
  type SessionTally,
  type TurnWords,
  tallyAfter,
} from '../../functions/shared/domain/conversations/conversations.ts';
import { compactVector, wordsVector } from '../../functions/shared/domain/conversations/sentence-vectors.ts';
import { createConversationLog } from '../../functions/shared/store/conversation-log.ts';
import { DEPLOYMENT_KEY } from './rules.ts';

/** A turn as a test specifies it; omitted fields have defaults. */
export interface SaidTurn extends Partial<Omit<LoggedTurn, 'words'>> {
  /** Null if the query was not stored. */
  query: string | null;
  words?: Partial<TurnWords>;
}

/** A logged turn of the institution `acme`, with the fields that a test gives. */
export function turnOf({ at = 0, ...given }: Partial<LoggedTurn> = {}): LoggedTurn {
  const outcome = given.outcome ?? 'understood';
  return {
    institution: 'acme',
    userId: 'ann',
    person: 'p',
    sessionId: 'session',
    beganAt: at,
    at,
    qid: randomUUID(),
    ordinal: 1,
    versionId: 'version',
    milliseconds: 5,
    expiresAt: Math.ceil(at / 1000) + 90 * 86_400,
    language: 'en',
    device: null,
    outcome,
    competency: isUnhandled(outcome) ? 'out_of_scope' : 'balance',
    state: isUnhandled(outcome) ? 'out_of_scope' : 'balance',
    intent: null,
    keeps: 'whole',
    words: { query: null, spoken: null, shown: null, slots: {} },
    ...given,
  };
}

/** What the log writes for the first turn of a session. */
export const entryOf = (turn: LoggedTurn): LogEntry => ({
  turn,
  tally: { beganAt: turn.beganAt, turns: 1, unhandled: 0, outcome: 'contained', competencies: [] },
  endsAt: turn.at + 600_000,
  isNewPerson: true,
});

/** Time limit for writing to the log, so long that a busy machine drops nothing. */
export const PATIENCE_MS = 30_000;

/** Logs a session of the institution `acme` turn by turn, like queries do. @returns its id */
export async function logSession(
  client: () => DynamoDBDocumentClient,
  turns: readonly SaidTurn[],
  deploymentKey: Uint8Array = DEPLOYMENT_KEY,
): Promise<string> {
  const log = createConversationLog({
    deploymentKey: async () => deploymentKey,
    random: randomBytes,
    pack: packWords,
    client,
    timeoutMs: PATIENCE_MS,
  });
  const sessionId = randomUUID();
  const versionId = randomUUID();
  const [first] = turns;
  const beganAt = first?.at ?? Date.now();
  // The application is the same for the whole session.
  const application = first?.application;
  let tally: SessionTally | undefined;
  for (const [index, { query, words, ...given }] of turns.entries()) {
    const at = given.at ?? beganAt + index * 1000;
    const outcome = given.outcome ?? 'understood';
    const turn = turnOf({
      sessionId,
      beganAt,
      at,
      ordinal: index + 1,
      versionId,
      outcome,
      ...(query !== null &&
        isListed(outcome) && {
          listed: {
            query,
            nearest: words?.explanation?.ranked.slice(0, 3) ?? [],
            slot: null,
            question: null,
            vector: compactVector(wordsVector(query)),
          },
        }),
      ...given,
      ...(application === undefined ? {} : { application }),
      words: { query, spoken: null, shown: null, slots: {}, ...words },
    });
    const previous = tally;
    const facts = { ...turn, awaits: false, handsOff: false, keepDays: 90 };
    tally = tallyAfter(previous, facts, at);
    await log.write({
      turn,
      tally,
      ...(previous && { previous }),
      endsAt: at + 600_000,
      isNewPerson: index === 0,
    });
  }
  return sessionId;
}
