import { overlap, type Stretch } from '../text/stretch.ts';
import type { Word } from '../text/words.ts';
import type { ActReading } from './acts/reader.ts';

/** The words of a reply, and questions about them. */
export interface Beside {
  words: readonly Word[];
  /** Reads a part of the query in the same place of the conversation. */
  read: (stretch: Stretch) => ActReading;
  /** The probability that a part of it cancels or gives up something, wherever it is said, 0…1. */
  cancels: (stretch: Stretch) => number;
  /** True of words that say nothing by themselves, and of those of the question. */
  isSmall: (word: string) => boolean;
  /** The stretches of values that slots take: these are read by themselves. */
  values: readonly Stretch[];
  /** True of words that the utterances have before values of the slots of what is asked about. */
  leadsToSlot: (word: string) => boolean;
  /** True of words that lead to an objection: "but". */
  leadsAway: (word: string) => boolean;
  /** True if a word begins a clause: after a comma, or as "and" does. */
  begins: (word: Word) => boolean;
}

/** The most words of a yes by itself: "oh yes please". */
const LONGEST_YES = 3;
const PLAIN_YES = 0.8;
/** A sentence that is a yes with this probability is one, whatever its words say by themselves. */
const SURE_YES = 0.9;
const PLAIN_NO = 0.9;
const LIKELY = 0.5;
/** The probability of a yes beside words that nobody understands. */
const IN_DOUBT = 0.45;

/** A no that names another value than the one that was said back is a correction: "no, to my mother". */
export function corrected(acts: ActReading, beside: Beside): ActReading {
  if (acts.likelihood.deny < LIKELY || !namesAnother(beside)) return acts;
  const change = Math.max(acts.likelihood.change, acts.likelihood.deny);
  return { likelihood: { ...acts.likelihood, deny: 0, drop: 0, change }, on: acts.on };
}

/**
 * Weighs a yes by the words beside it: "yes, but not today" is no yes, and neither is "yes, to my mother" before a note to
 * Ana. If the other words take the yes back, or name what no slot takes, it has to be asked for again. A deed needs more:
 * no reservation (`reservation.ts`).
 */
export function hedged(acts: ActReading, beside: Beside): ActReading {
  const doubt = acts.likelihood.affirm < IN_DOUBT ? 0 : doubtIn(beside, acts.likelihood);
  if (doubt === 0) return acts;
  const likelihood = {
    ...acts.likelihood,
    affirm: Math.min(acts.likelihood.affirm, 1 - doubt),
    condition: Math.max(acts.likelihood.condition, doubt),
  };
  return { likelihood, on: acts.on };
}

function doubtIn(beside: Beside, { affirm: yes }: ActReading['likelihood']): number {
  const { words, read, isSmall, leadsToSlot, leadsAway, values } = beside;
  const besideYes = wordsBeside(words, read);
  const [first] = besideYes;
  const last = besideYes.at(-1);
  if (first === undefined || last === undefined) return 0;
  // "Yes, but" goes on.
  if (leadsAway(last.text)) return 1 - IN_DOUBT;
  // What they are read for costs a run of the encoder.
  if (besideYes.every(({ text }) => isSmall(text))) return 0;
  const from = besideYes.findIndex((word) => leadsToSlot(word.text));
  const isUnread = (word: Word) => !isSmall(word.text) && !values.some((value) => overlap(value, word));
  const { likelihood } = read({ start: first.start, end: last.end });
  if (
    Math.max(
      likelihood.affirm,
      likelihood.thank,
      likelihood.acknowledge,
      likelihood.greet,
      likelihood.goodbye,
    ) >= LIKELY
  )
    return 0;
  // "Yes, cancel it", where something is to be repaired.
  if (beside.cancels({ start: first.start, end: last.end }) >= LIKELY) return 1 - IN_DOUBT;
  const against = Math.max(
    likelihood.deny,
    likelihood.drop,
    likelihood.wait,
    likelihood.change,
    likelihood.condition,
    likelihood.unsure,
  );
  // "Yeah bin it" is one sentence, and read as one.
  if (against >= LIKELY && (yes < SURE_YES || beside.begins(first))) return against;
  // "Yes, and how early must I be at the airport?" names the airport, and gives it to no slot.
  if (likelihood.ask >= LIKELY && beside.begins(first)) return 0;
  return from !== -1 && besideYes.slice(from).some(isUnread) ? 1 - IN_DOUBT : 0;
}

/**
 * True of a no before a word that leads to a slot's value and an unknown value: "no, to my mother" corrects whom to pay,
 * and refuses nothing.
 */
function namesAnother({ words, read, isSmall, leadsToSlot, values }: Beside): boolean {
  const [first, second, ...more] = words;
  if (first === undefined || second === undefined || !leadsToSlot(second.text)) return false;
  const isUnread = (word: Word) => !isSmall(word.text) && !values.some((value) => overlap(value, word));
  return more.some(isUnread) && read(first).likelihood.deny >= PLAIN_NO;
}

/** The words after the shortest beginning that is a plain yes; none where there is no such beginning. */
function wordsBeside(words: readonly Word[], read: Beside['read']): readonly Word[] {
  const [first] = words;
  if (first === undefined) return [];
  for (let count = 1; count <= LONGEST_YES && count < words.length; count += 1) {
    const last = words[count - 1];
    if (last !== undefined && read({ start: first.start, end: last.end }).likelihood.affirm >= PLAIN_YES)
      return words.slice(count);
  }
  return [];
}
