import { overlap, type Stretch } from '../text/stretch.ts';
import type { Word } from '../text/words.ts';
import type { ActReading } from './acts/reader.ts';

export interface Beside {
  words: readonly Word[];
  /** Reads a part of the query in the same place of the conversation. */
  read: (stretch: Stretch) => ActReading;
  /** How surely a part of it cancels or gives up something, wherever it is said, 0…1. */
  cancels: (stretch: Stretch) => number;
  /** Words that say nothing by themselves, and those of the question. */
  isSmall: (word: string) => boolean;
  /** Where values stand that slots take: they have their own say. */
  values: readonly Stretch[];
  /** Words that lead to a value: "to", "from"; of `own`, those that the utterances have before values of what is asked. */
  leadsToValue: (word: string) => boolean;
  leadsToOwn: (word: string) => boolean;
  /** Words after which something against it comes: "but". */
  leadsAway: (word: string) => boolean;
  /** Whether the words are a question: "yes or no?" */
  isQuestion: boolean;
  /** Whether a word begins a clause: after a comma, or as "and" does. */
  begins: (word: Word) => boolean;
  /** Whether the yes does what cannot be taken back: then a value that nobody understood counts. */
  isDeed: boolean;
}

/** Words that a yes has by itself, at most: "oh yes please". */
const LONGEST_YES = 3;
const PLAIN_YES = 0.8;
/** A sentence that is read as a yes this surely is one, whatever its words say by themselves. */
const SURE_YES = 0.9;
/** What begins with a plain no must be read as a yes this surely: "no problem, do it". */
const PLAIN_NO = 0.9;
const SURE_AFTER_NO = 0.95;
const LIKELY = 0.5;
/**
 * What sounds like a remark as well agrees to no deed unless it is a yes almost surely: "you're quick, I like that". Of
 * 168 replies in three languages that are a yes, none sounds so.
 */
const LIKE_A_REMARK = 0.15;
const NO_REMARK = 0.97;
/** What is left of a yes where nobody knows what stands beside it. */
const IN_DOUBT = 0.45;

/**
 * A yes with what stands beside it: "yes, but not today" is none, and neither is "yes, to my mother" before a payment
 * to Ana. Where the rest of the words takes the yes back, or names what no slot takes, it has to be asked for again.
 */
export function hedged(acts: ActReading, beside: Beside): ActReading {
  if (acts.of.deny >= LIKELY && namesAnother(beside)) {
    const change = Math.max(acts.of.change, acts.of.deny);
    return { of: { ...acts.of, deny: 0, drop: 0, change }, on: acts.on };
  }
  const doubt = acts.of.affirm < IN_DOUBT ? 0 : doubtIn(beside, acts.of);
  if (doubt === 0) return acts;
  const of = {
    ...acts.of,
    affirm: Math.min(acts.of.affirm, 1 - doubt),
    condition: Math.max(acts.of.condition, doubt),
  };
  return { of, on: acts.on };
}

function doubtIn(beside: Beside, { affirm: yes, chatter }: ActReading['of']): number {
  const { words, read, isSmall, leadsToValue, leadsToOwn, leadsAway, values, isDeed } = beside;
  // "Nooo thats wrogn, leav it": of words that nobody knows, the first one is known.
  if (isDeed && yes < SURE_AFTER_NO && words[0] && read(words[0]).of.deny >= PLAIN_NO) return 1 - IN_DOUBT;
  const rest = wordsBeside(words, read);
  const [first] = rest;
  const last = rest.at(-1);
  const isYesApart = first !== undefined && beside.begins(first);
  if (isDeed && chatter >= LIKE_A_REMARK && yes < NO_REMARK && !isYesApart) return 1 - IN_DOUBT;
  // Who asks back has not agreed to what cannot be taken back; "yes, and what does it cost?" has.
  if (isDeed && beside.isQuestion && !isYesApart) return 1 - IN_DOUBT;
  if (first === undefined || last === undefined) return 0;
  // "Yes, but" goes on.
  if (leadsAway(last.text)) return 1 - IN_DOUBT;
  const from = rest.findIndex((word) => (isDeed && leadsToValue(word.text)) || leadsToOwn(word.text));
  const isUnread = (word: Word) => !isSmall(word.text) && !values.some((value) => overlap(value, word));
  const { of } = read({ start: first.start, end: last.end });
  if (Math.max(of.affirm, of.thank, of.acknowledge, of.greet, of.goodbye) >= LIKELY) return 0;
  if (rest.every(({ text }) => isSmall(text))) return 0;
  // "Yes, cancel it", where something is to be repaired.
  if (beside.cancels({ start: first.start, end: last.end }) >= LIKELY) return 1 - IN_DOUBT;
  const against = Math.max(of.deny, of.drop, of.wait, of.change, of.condition, of.unsure);
  // "Yeah bin it" is one sentence, and read as one.
  if (against >= LIKELY && (yes < SURE_YES || beside.begins(first))) return against;
  // "Yes, and how early must I be at the airport?" names the airport, and gives it to no slot.
  if (of.ask >= LIKELY && beside.begins(first)) return 0;
  return from !== -1 && rest.slice(from).some(isUnread) ? 1 - IN_DOUBT : 0;
}

/**
 * True of a no with the word before it that a value of what is asked about has, and a value that nobody knows: "no, to my
 * mother" corrects whom to pay, and leaves nothing.
 */
function namesAnother({ words, read, isSmall, leadsToOwn, values }: Beside): boolean {
  const [first, second, ...others] = words;
  if (first === undefined || second === undefined || !leadsToOwn(second.text)) return false;
  const isUnread = (word: Word) => !isSmall(word.text) && !values.some((value) => overlap(value, word));
  return others.some(isUnread) && read(first).of.deny >= PLAIN_NO;
}

/** The words after the shortest beginning that is a plain yes; none where there is no such beginning. */
function wordsBeside(words: readonly Word[], read: Beside['read']): readonly Word[] {
  const [first] = words;
  if (first === undefined) return [];
  for (let count = 1; count <= LONGEST_YES && count < words.length; count += 1) {
    const last = words[count - 1];
    if (last !== undefined && read({ start: first.start, end: last.end }).of.affirm >= PLAIN_YES)
      return words.slice(count);
  }
  return [];
}
