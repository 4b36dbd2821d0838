import { setImmediate } from 'node:timers/promises';
import type { LoadedAssistant } from '../../engine/load.ts';
import type {
  ConversationReader,
  ReadTurn,
  SessionLine,
} from '../../functions/shared/domain/conversations/conversation-views.ts';
import { isMadeUp } from '../../functions/shared/domain/conversations/made-up.ts';
import {
  readConversation,
  sessionsIn,
} from '../../functions/shared/domain/conversations/whole-conversations.ts';
import { dayOf, daysBefore } from '../../functions/shared/domain/days.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import { type Answer, compare, type ReplayedTurn, replaySession, type Verdict } from '../replay/replay.ts';
import { shareInterval } from './binomial.ts';

type Conversations = NonNullable<DraftPlay['conversations']>;
type Versions = { before: LoadedAssistant; after: LoadedAssistant };

/** The number of past days whose conversations are played. */
const DAYS = 7;
const MOST_PLAYED = 500;
/** Maximum number of logged sessions to search for conversations. */
const MOST_LISTED = 2000;
const MOST_CHANGES = 100;
/**
 * The minimum number of better or worse conversations for a verdict. By the interval alone, six of six would
 * be an effect, although a few people with the same question are hardly independent.
 */
const LEAST_DECIDING = 10;

/** A conversation's results with both versions. */
interface Compared {
  verdict: Verdict;
  turns: number;
  changes: Conversations['changes'];
  left: { reason: Conversations['unplayed'][number]['reason']; turns: number } | undefined;
}

/**
 * Plays the last week's logged conversations with two versions, newest first, without calling business logic.
 * Made-up conversations are played only if there are no others.
 * @param until epoch milliseconds; conversations not played by then are left off
 */
export async function playConversations(
  versions: Versions,
  log: Pick<ConversationReader, 'sessionsOf' | 'turnsOf' | 'feedbackOf'>,
  {
    institution,
    now,
    until,
    signal,
    onProgress,
  }: {
    institution: string;
    now: () => number;
    until: number;
    signal: AbortSignal;
    /** Called with the progress, from 0 to 1. */
    onProgress: (done: number) => void;
  },
): Promise<Conversations> {
  const to = dayOf(now());
  const from = daysBefore(to, DAYS - 1);
  const lines = await chosenLines(log, institution, { from, to, now: now() });
  const compared: Compared[] = [];
  const chosen = lines.slice(0, MOST_PLAYED);
  for (const [index, { sessionId }] of chosen.entries()) {
    if (now() >= until) break;
    onProgress(index / chosen.length);
    await setImmediate();
    signal.throwIfAborted();
    const conversation = await readConversation(log, institution, sessionId, now());
    if (conversation !== undefined) compared.push(await playSession(versions, conversation.turns));
  }
  const madeUp = lines.some(({ application }) => isMadeUp(application)) ? compared.length : 0;
  return {
    from,
    to,
    made_up: madeUp,
    left_off: lines.length - compared.length,
    ...summaryOf(compared),
  };
}

async function chosenLines(
  log: Pick<ConversationReader, 'sessionsOf'>,
  institution: string,
  asked: { from: string; to: string; now: number },
): Promise<SessionLine[]> {
  const lines: SessionLine[] = [];
  for await (const line of sessionsIn(log, institution, { ...asked, filter: {} })) {
    lines.push(line);
    if (lines.length >= MOST_LISTED) break;
  }
  const real = lines.filter(({ application }) => !isMadeUp(application));
  return real.length > 0 ? real : lines;
}

/** Plays a conversation with both versions and compares the answers to the turns that both reached. */
export async function playSession(
  { before, after }: Versions,
  turns: readonly ReadTurn[],
): Promise<Compared> {
  const [was, is] = [await replaySession(before, turns), await replaySession(after, turns)];
  const both = was.turns.slice(0, is.turns.length);
  const changes = both.flatMap((turn, index) => {
    const answer = is.turns[index]?.is;
    if (answer === undefined) return [];
    const verdict = compare(turn.is, answer);
    const { qid } = turns[index] ?? {};
    return verdict === 'same' || qid === undefined ? [] : [changeOf(turn, { qid, verdict, after: answer })];
  });
  const count = (verdict: Verdict) => changes.filter((change) => change.verdict === verdict).length;
  const gain = count('better') - count('worse');
  const left = [was, is].find((each) => each.turns.length === both.length)?.left;
  return {
    verdict: gain > 0 ? 'better' : gain < 0 ? 'worse' : changes.length > 0 ? 'other' : 'same',
    turns: both.length,
    changes,
    left,
  };
}

const changeOf = (
  { sessionId, ordinal, is: before }: ReplayedTurn,
  { qid, verdict, after }: { qid: string; verdict: Exclude<Verdict, 'same'>; after: Answer },
): Conversations['changes'][number] => ({
  session_id: sessionId,
  qid,
  turn: ordinal,
  verdict,
  before: placeOf(before),
  after: placeOf(after),
});

const placeOf = ({ outcome, competency, state, asked }: Answer) => ({
  outcome,
  competency,
  state,
  asked: asked ?? null,
});

function summaryOf(compared: readonly Compared[]) {
  const played = compared.filter(({ turns }) => turns > 0);
  const count = (verdict: Verdict) => played.filter((each) => each.verdict === verdict).length;
  const [better, worse] = [count('better'), count('worse')];
  const share = (hits: number) => ({
    count: hits,
    share: played.length === 0 ? 0 : hits / played.length,
    ...shareInterval(hits, played.length),
  });
  const unplayed = Map.groupBy(
    compared.flatMap(({ left }) => (left === undefined ? [] : [left])),
    ({ reason }) => reason,
  );
  const changes = (['worse', 'other', 'better'] as const).flatMap((verdict) =>
    compared.flatMap((each) => each.changes.filter((change) => change.verdict === verdict)),
  );
  return {
    played: played.length,
    turns: played.reduce((sum, { turns }) => sum + turns, 0),
    unplayed: [...unplayed].map(([reason, lefts]) => ({
      reason,
      turns: lefts.reduce((sum, { turns }) => sum + turns, 0),
    })),
    better: share(better),
    worse: share(worse),
    other: count('other'),
    same: count('same'),
    verdict: verdictOf(better, worse),
    verdict_from: LEAST_DECIDING,
    changes: changes.slice(0, MOST_CHANGES),
    changes_left_off: Math.max(0, changes.length - MOST_CHANGES),
  };
}

/**
 * A sign test: whether significantly more of the changed conversations got better than worse, or the reverse.
 */
export function verdictOf(better: number, worse: number): Conversations['verdict'] {
  const deciding = better + worse;
  if (deciding < LEAST_DECIDING) return 'open';
  const { low, high } = shareInterval(better, deciding);
  if (low > 0.5) return 'better';
  return high < 0.5 ? 'worse' : 'open';
}
