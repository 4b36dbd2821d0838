import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { withinBudget } from '../domain/budget.ts';
import {
  type ConversationLog,
  type ListedWords,
  type LogEntry,
  sealWords,
  type TurnOutcome,
  wordsKey,
} from '../domain/conversations/conversations.ts';
import { dayOf } from '../domain/days.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import { keptFresh } from '../domain/kept-fresh.ts';
import type { RandomBytes } from '../domain/random.ts';
import { NONCE_BYTES } from '../domain/sealing.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import {
  addCounts,
  correctedKey,
  countsOf,
  dueItem,
  lineKey,
  MORE_SHARDS,
  personKey,
  SHARDS,
  spreadItem,
  turnKey,
  unhandledKey,
  writeTally,
} from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { isThrottled } from './failures.ts';
import { write, writeBatch } from './write.ts';

/** How long a process whose counters were throttled writes them to the additional partitions. */
const SPREAD_MS = 60_000;

/** How long a process that has asked for a day's queries to be grouped does not ask again. */
const DUE_MS = 86_400_000;

/** After this time the log drops a turn. No query waits that long. */
const TIMEOUT_MS = 1500;

export interface ConversationLogDependencies {
  deploymentKey: DeploymentKey;
  random: RandomBytes;
  /** Compresses a turn's words before they are sealed. */
  pack: (words: LogEntry['turn']['words']) => Uint8Array;
  client?: () => DynamoDBDocumentClient;
  backoff?: Backoff;
  /** After so many milliseconds a turn is dropped. Default 1500. */
  timeoutMs?: number;
}

type Put = { PutRequest: { Item: Record<string, unknown> } };
type Delete = { DeleteRequest: { Key: Record<string, string> } };

/**
 * The conversation log in DynamoDB: a batch with the turn and the session line, and concurrently the day's counters.
 */
export function createConversationLog({
  deploymentKey,
  random,
  pack,
  client = documentClient,
  backoff = JITTERED,
  timeoutMs = TIMEOUT_MS,
}: ConversationLogDependencies): ConversationLog {
  const table = () => setting('CONVERSATIONS_TABLE');

  const batch = (requests: (Put | Delete)[]) => writeBatch(client(), { [table()]: requests }, backoff);

  /** Days, by institution, for which this process has marked the additional partitions. */
  const spread = keptFresh<true>(SPREAD_MS);

  /** Days, by institution, whose queries this process has asked to be grouped. */
  const due = keptFresh<true>(DUE_MS);

  const add = (entry: LogEntry, sign: 1 | -1, shard?: number) => {
    const counts = Object.entries(countsOf(entry)).map(([name, by]) => [name, sign * by]);
    const update = addCounts(table(), entry.turn, Object.fromEntries(counts), shard);
    return write(client(), new UpdateCommand(update), backoff);
  };

  /** Counts in the session's partition, or in a random additional one for a while after throttling. */
  async function count(entry: LogEntry, sign: 1 | -1): Promise<unknown> {
    const Item = spreadItem(entry.turn);
    const id = `${Item.pk}#${Item.sk}`;
    const shard = SHARDS + ((random(1)[0] ?? 0) % MORE_SHARDS);
    if (spread.of(id, entry.turn.at)?.isFresh) return add(entry, sign, shard);
    try {
      return await add(entry, sign);
    } catch (error) {
      if (!isThrottled(error)) throw error;
      // Marked first, so that readers look in every partition that has counts.
      await write(client(), new PutCommand({ TableName: table(), Item }), backoff);
      spread.keep(id, true, entry.turn.at);
      return add(entry, sign, shard);
    }
  }

  /** Changes the outcome of the turn before, if the log has that turn. */
  async function corrected({ turn, cause }: LogEntry, outcome: TurnOutcome = 'corrected'): Promise<void> {
    if (cause === undefined) return;
    const update = new UpdateCommand({
      TableName: table(),
      Key: turnKey({ ...turn, ...cause }),
      UpdateExpression: 'SET outcome = :outcome',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':outcome': outcome },
    });
    await write(client(), update, backoff);
  }

  return {
    async write(entry) {
      const key = wordsKey(await deploymentKey(), entry.turn.institution);
      const seal = (text: Uint8Array): Uint8Array =>
        sealWords(text, key, random(NONCE_BYTES), entry.turn.sessionId);
      const items = itemsOf(entry, seal, pack);
      const { institution, at, qid } = entry.turn;
      const mark = dueItem(institution, dayOf(at), qid, at);
      const isNewlyDue = isGrouped(entry) && !due.of(mark.sk, at)?.isFresh;
      const puts = [...items, ...(isNewlyDue ? [mark] : [])].map((Item): Put => ({ PutRequest: { Item } }));
      await withinBudget(timeoutMs, () => Promise.all([batch(puts), count(entry, 1), corrected(entry)]));
      if (isNewlyDue) due.keep(mark.sk, true, at);
    },

    async withdraw(entry) {
      const { turn, tally, previous, cause } = entry;
      const gone = [turnKey(turn), ...(turn.listed === undefined ? [] : [unhandledKey(turn)])];
      if (cause !== undefined) gone.push(correctedKey(turn));
      // In a continuing session, another turn writes the session line: the turn that won, or the next turn.
      if (tally.turns === 1 && previous === undefined) gone.push(lineKey(turn), personKey(turn));
      const requests = gone.map((Key): Delete => ({ DeleteRequest: { Key } }));
      const restored = corrected(entry, cause?.outcome);
      await withinBudget(timeoutMs, () => Promise.all([batch(requests), count(entry, -1), restored]));
    },
  };
}

const isGrouped = ({ turn, cause }: LogEntry): boolean => turn.listed !== undefined || cause !== undefined;

/** The items of an entry: the turn, the session line, and if needed the person's pointer and the unhandled query. */
export function itemsOf(
  { turn, tally, cause, endsAt, isNewPerson }: LogEntry,
  seal: (bytes: Uint8Array) => Uint8Array,
  pack: ConversationLogDependencies['pack'],
): Record<string, unknown>[] {
  const common = {
    session_id: turn.sessionId,
    ai_version: turn.versionId,
    application: turn.application,
    language: turn.language,
    expires_at: turn.expiresAt,
  };
  const turnItem = {
    ...turnKey(turn),
    ...common,
    qid: turn.qid,
    ordinal: turn.ordinal,
    at: turn.at,
    began_at: turn.beganAt,
    user_id: turn.userId,
    channel: turn.device ?? undefined,
    outcome: turn.outcome,
    session_outcome: tally.outcome,
    competency: turn.competency,
    state: turn.state,
    intent: turn.intent ?? undefined,
    milliseconds: turn.milliseconds,
    business_logic: turn.businessLogic?.status,
    business_logic_milliseconds: turn.businessLogic?.milliseconds,
    keeps: turn.keeps,
    words: seal(pack(turn.words)),
  };
  const line = { ...lineKey(turn), ...common, ...writeTally(tally), last_at: turn.at, ends_at: endsAt };
  const person = { ...personKey(turn), expires_at: turn.expiresAt };
  return [
    turnItem,
    line,
    ...(isNewPerson ? [person] : []),
    ...(turn.listed === undefined
      ? []
      : [{ ...unhandledKey(turn), ...common, ...unhandledFacts(turn, turn.listed, seal) }]),
    ...(cause === undefined
      ? []
      : [
          {
            ...correctedKey(turn),
            ...common,
            ...unhandledFacts({ ...cause, outcome: 'corrected' }, cause, seal),
            at: cause.at,
            language: cause.language,
          },
        ]),
  ];
}

function unhandledFacts(
  { qid, ordinal, outcome }: Pick<LogEntry['turn'], 'qid' | 'ordinal' | 'outcome'>,
  { vector, query, nearest, slot, question }: ListedWords,
  seal: (bytes: Uint8Array) => Uint8Array,
): Record<string, unknown> {
  const text = Buffer.from(JSON.stringify({ query, nearest, slot, question }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  const packed = Buffer.concat([
    length,
    text,
    new Uint8Array(vector.buffer, vector.byteOffset, vector.length),
  ]);
  return { qid, ordinal, outcome, words: seal(packed) };
}
