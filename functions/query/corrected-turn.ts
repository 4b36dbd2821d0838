import { isApplied } from '../../engine/dialogue/outcome.ts';
import { askedIn, type DialogState } from '../../engine/dialogue/state.ts';
import type { TurnInput, TurnResult } from '../../engine/dialogue/turn.ts';
import {
  type HeardTurn,
  isListed,
  type TurnOutcome,
  type TurnWords,
} from '../shared/domain/conversations/conversations.ts';

/** A turn and the state before it. */
export interface Taken {
  /** When the query arrived, in milliseconds since the epoch. */
  at: number;
  before: DialogState;
  /** The log's summary of the turn before. */
  heard?: HeardTurn | undefined;
  input: TurnInput;
  result: TurnResult;
}

/** The most proposals kept of a turn. */
const MAX_NEAREST = 3;
/** The most characters kept of the assistant's question. */
const MAX_QUESTION = 300;

/** The summary of a turn that the session keeps for the log, limited to what the log may contain. */
export function heardOf(
  { at, heard, result }: Taken,
  outcome: TurnOutcome,
  { query, spoken }: TurnWords,
): HeardTurn {
  const { missed, ranked } = result.explanation;
  return {
    at,
    language: result.language,
    outcome,
    query,
    nearest: ranked.slice(0, MAX_NEAREST),
    slot: missed[0]?.slot ?? null,
    question: heard?.spoken ?? null,
    spoken: spoken?.slice(0, MAX_QUESTION) ?? null,
    began: beganWith(result),
    filled: slotsOf(result, ({ command }) => command === 'set'),
  };
}

/**
 * True if this turn shows that the turn before was misunderstood: it changes or empties a value which that turn
 * filled, leaves what that turn began for something else, or asks the same again.
 */
export function corrects(heard: HeardTurn, { before, input, result }: Taken): boolean {
  if (input.unheard !== undefined || isListed(heard.outcome) || heard.outcome === 'failed') return false;
  const named = slotsOf(
    result,
    ({ command, way }) => ['set', 'clear', 'correct'].includes(command) && way !== 'add',
  );
  if (named.some((slot) => heard.filled.includes(slot) && isChanged(slot, before, result.state))) return true;
  const began = beganWith(result);
  if (heard.began === null || began === null) return false;
  if (before.heard === result.state.heard) return began === heard.began;
  const isLeft = isApplied(result, 'deny', 'cancel');
  return isLeft && began !== heard.began && askedIn(before) !== null;
}

const isChanged = (slot: string, before: DialogState, after: DialogState): boolean =>
  JSON.stringify(valueIn(before, slot)) !== JSON.stringify(valueIn(after, slot));

const valueIn = ({ frames, finished }: DialogState, slot: string): unknown =>
  (frames.at(-1) ?? finished?.frame)?.slots[slot]?.value;

type Proposal = TurnResult['explanation']['proposals'][number];

const applied = ({ explanation }: TurnResult): Proposal[] =>
  explanation.proposals.filter(({ became }) => became === 'applied');

const beganWith = (result: TurnResult): string | null => {
  const start = applied(result).find(({ command }) => command === 'start' || command === 'ask_faq');
  return start === undefined ? null : (start.label ?? start.command);
};

const slotsOf = (result: TurnResult, isWanted: (proposal: Proposal) => boolean): string[] =>
  applied(result).flatMap((proposal) => (isWanted(proposal) && proposal.slot ? [proposal.slot] : []));
