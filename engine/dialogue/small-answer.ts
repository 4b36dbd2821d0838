import { firstWordFrom } from '../text/words.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { acknowledgementIn } from './acknowledgement.ts';
import type { Decision } from './interpret.ts';
import { isLeftEmpty } from './left-empty.ts';
import { awaitsReply } from './moves.ts';
import { type Reply, saysOnly } from './replies.ts';
import { slotsIn, type Turn } from './turn-context.ts';

/**
 * What a yes, a no, a "none" or a "thanks" does that is the whole of a query: gives a value where the slot that is
 * asked for has one of that name, takes note of what was told, or leaves an optional slot empty. What is required
 * cannot be skipped, and "skip" is no wish for something else.
 */
export function smallAnswer(turn: Turn, reply: Reply | null): Decision | null {
  const { before, current, utterance } = turn;
  const { words, language } = utterance;
  const slot = current?.competency.slots.find(({ name }) => name === before.asked);
  const leavesEmpty = slot !== undefined && isLeftEmpty(words, language, slot) && !isAnswered(turn);
  const said = acknowledgementIn(words, language);
  // A bare "thanks" is no answer to "is that right?", and an "ok" after something else was told may be meant for that.
  const awaitsYes = before.asked === null && current !== null && awaitsReply(current.state);
  const noted = before.hasTold || (awaitsYes && said === 'heard') ? said : null;
  if (slot !== undefined && (reply === 'yes' || reply === 'no' || leavesEmpty || noted !== null)) {
    const own = ownValue(turn);
    if (own !== null) return { kind: 'stay', found: [own] };
  }
  if (noted !== null && (slot !== undefined || awaitsYes)) return { kind: 'ask_again' };
  if (slot === undefined) return null;
  if (!slot.required && (reply === 'no' || leavesEmpty)) return { kind: 'skip', slot: slot.name };
  return leavesEmpty ? { kind: 'not_understood' } : null;
}

/** True where a value holds the "no" of "no insurance", or stands apart from it: "no, savings". */
function isAnswered(turn: Turn): boolean {
  const { text, words } = turn.utterance;
  return valuesAsked(turn).some(({ candidate: { start } }) => {
    const before = words[firstWordFrom(words, start) - 1];
    return before === undefined || /[,;.:!]/.test(text.slice(before.end, start));
  });
}

/** A value of what is asked for that is the whole of a query: "none" where an entity has it. */
function ownValue(turn: Turn): FoundSlot | null {
  const found = valuesAsked(turn).find(({ candidate }) => saysOnly(turn.utterance, candidate));
  if (found === undefined) turn.explanation.slots = [];
  return found ?? null;
}

/** The values that a query surely has for what is asked for, free text apart. */
function valuesAsked(turn: Turn): FoundSlot[] {
  const { before, current, utterance } = turn;
  if (before.asked === null || current === null) return [];
  const options = { asked: before.asked, held: before.slots, takesWhole: false };
  const { found } = slotsIn(turn, current.competency, utterance, options);
  return found.filter(({ slot, candidate }) => slot === before.asked && candidate.quality === 'exact');
}
