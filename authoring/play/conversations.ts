import { setImmediate } from 'node:timers/promises';
import type { LoadedAssistant } from '../../engine/load.ts';
import type {
  ConversationReader,
  ReadTurn,
  SessionLine,
} from '../../functions/shared/domain/conversations/conversation-views.ts';
import { isMadeUp } from '../../functions/shared/domain/conversations/made-up.ts';
import { firstTurns, sessionsIn } from '../../functions/shared/domain/conversations/whole-conversations.ts';
import { dayOf, daysBefore } from '../../functions/shared/domain/days.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import { type Answer, compare, type ReplayedTurn, replaySession, type Verdict } from '../replay/replay.ts';
import { shareInterval } from './binomial.ts';

type Conversations = NonNullable<DraftPlay['conversations']>;
type Versions = { before: LoadedAssistant; after: LoadedAssistant };

/** The number of last days whose conversations are played. */
const DAYS = 7;
const MOST_PLAYED = 500;
/** Maximum number of logged sessions that are searched for conversations. */
const MOST_LISTED = 2000;
/** Maximum number of a conversation's turns that are read and played, since a user may talk for thousands. */
const MOST_TURNS = 100;
const MOST_CHANGES = 100;
/**
 * The minimum number of changed conversations for a verdict. By the interval alone, six of six would suffice, but a few
 * people with similar questions are not independent trials.
 */
const LEAST_DECIDING = 10;

/** The comparison of a conversation in both versions. */
interface Compared {
  verdict: Verdict;
  turns: number;
  changes: Conversations['changes'];
  left: Conversations['unplayed'];
}

/** There is no time for the rest of a conversation. */
class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/**
 * Plays the last week's logged conversations with two versions, newest first, without business logic. Made-up
 * conversations are played only if there are no real ones.
 * @param until epoch milliseconds; conversations not played by then are left out, and so is the one that is being played
 */
export async function playConversations(
  versions: Versions,
  log: Pick<ConversationReader, 'sessionsOf' | 'turnsOf'>,
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
    /** Called with the completed share, 0…1. */
    onProgress: (done: number) => void;
  },
): Promise<Conversations> {
  const to = dayOf(now());
  const from = daysBefore(to, DAYS - 1);
  const lines = await chosenLines(log, institution, { from, to, now: now() });
  const compared: Compared[] = [];
  const chosen = lines.slice(0, MOST_PLAYED);
  // Between turns the event loop runs, so that the job gives its signs of life however long a conversation is.
  const beforeTurn = async () => {
    await setImmediate();
    signal.throwIfAborted();
    if (now() >= until) throw new OutOfTime();
  };
  try {
    for (const [index, { sessionId, turns: logged }] of chosen.entries()) {
      onProgress(index / chosen.length);
      await beforeTurn();
      const turns = await firstTurns(log, institution, sessionId, { now: now(), most: MOST_TURNS });
      if (turns.length === 0) continue;
      const played = await playSession(versions, turns, beforeTurn);
      compared.push(turns.length < MOST_TURNS ? played : withUnread(played, logged - turns.length));
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
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

/** Plays one conversation with both versions and compares the answers to the turns that both reached. */
async function playSession(
  { before, after }: Versions,
  turns: readonly ReadTurn[],
  beforeTurn: () => Promise<void>,
): Promise<Compared> {
  const was = await replaySession(before, turns, beforeTurn);
  const is = await replaySession(after, turns, beforeTurn);
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
    left: left === undefined ? [] : [left],
  };
}

const withUnread = (compared: Compared, turns: number): Compared =>
  turns > 0 ? { ...compared, left: [...compared.left, { reason: 'long', turns }] } : compared;

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
    compared.flatMap(({ left }) => left),
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

/** A sign test: whether more changed conversations got better, or worse, than chance explains. */
export function verdictOf(better: number, worse: number): Conversations['verdict'] {
  const deciding = better + worse;
  if (deciding < LEAST_DECIDING) return 'open';
  const { low, high } = shareInterval(better, deciding);
  if (low > 0.5) return 'better';
  return high < 0.5 ? 'worse' : 'open';
}
