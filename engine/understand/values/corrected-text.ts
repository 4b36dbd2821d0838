import type { CompiledSlot } from '../../assistant.ts';
import { TEXT_ENTITY } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch, union } from '../../text/stretch.ts';
import { plainWords, type Word, wordsWithin } from '../../text/words.ts';
import { UNITS } from '../../text/work.ts';
import { isPreposition, wholeAnswer } from '../../values/free-text/whole-answer.ts';
import { type Utterance, withText } from '../../values/recognizer.ts';
import { wordsIn } from '../../values/words-in.ts';
import { WORDS } from '../certainty.ts';
import { heldIn, type SlotValue } from '../view.ts';
import { isBareAnswer } from './bare.ts';
import { isText, learnedIn } from './free-text-slots.ts';
import { type Cue, cuesOf, endsDenial } from './marks.ts';
import { slotsLedTo } from './surroundings.ts';
import { ValueTable } from './value-table.ts';

/** A denied free text and its replacement. */
interface CorrectedText {
  slot: string;
  /** The new text; null if the old text is only denied. */
  replacement: Stretch | null;
  /** What stays of a held name before the part that is replaced: “Stefan ” where “Krüger” is denied. */
  kept?: string;
  /** The whole correction: denied text, replacement and correction words. */
  on: Stretch;
}

/** The slots and values that a free-text correction may concern. */
interface TextSlots {
  /** Free-text slots. */
  texts: readonly CompiledSlot[];
  slots: readonly CompiledSlot[];
  held: Readonly<Record<string, SlotValue>>;
  /** The plain words of the texts that slots hold, by slot. */
  plainHeld: ReadonlyMap<string, string>;
  /** The asked slot, if its answer can be a correction; null if any text answers it. */
  asked: string | null;
  /** Stretches of values that are not free text. */
  values: readonly Stretch[];
}

/**
 * Finds a correction of free text. No recogniser knows free text, so the surrounding words decide. "Not Petra
 * but Paula" is a correction if a slot holds Petra or the asked slot is empty. "No, to my mother" is a
 * correction if the utterances have "to" before the values of a single slot.
 */
export function correctedText(table: ValueTable): CorrectedText | null {
  const { loaded, slots, held, utterance, language } = table;
  const texts = slots.filter(({ entity, multiple }) => !multiple && isText(loaded.assistant, entity));
  if (texts.length === 0) return null;
  const asked = table.slotCalled(table.asked);
  const values = slots.flatMap(({ entity }) => table.exact(entity));
  const isNote = asked?.entity === TEXT_ENTITY;
  const plainHeld = plainTexts(texts, held);
  const options = { texts, slots, held, plainHeld, asked: isNote ? null : table.asked, values };
  return (
    contrasted(utterance, language, options) ??
    led(utterance, language, options) ??
    rejected(table, options) ??
    saidAnew(utterance, language, options)
  );
}

/**
 * Reads a held name, a no right behind it, and a clause that is a name to the tagger too: "Petra no, put Paula". Other
 * clauses after a no are answers or concern other slots; while a question is open, the no may answer it.
 */
function rejected(table: ValueTable, { texts, plainHeld, values }: TextSlots): CorrectedText | null {
  const { utterance, situation, loaded, frame, language, asked } = table;
  if (asked !== null) return null;
  const { text, words } = utterance;
  const { change, yesNo, connecting } = language;
  const facts = factsOf(utterance);
  const at = words.findIndex(({ text: word }) => !connecting.has(word));
  for (const { name, entity } of texts) {
    const held = entity === TEXT_ENTITY ? [] : wordsIn(plainHeld.get(name) ?? '', utterance.language);
    const noAt = at + held.length;
    const isSaid = held.length > 0 && held.every((word, index) => words[at + index]?.text === word.text);
    const next = noAt + phraseAt(words, noAt, [...change.not, ...change.notIfHeld, ...yesNo.no]);
    if (!isSaid || next === noAt || facts.begins[noAt] === noAt || facts.begins[next] !== next) continue;
    const clause = clauseFrom(utterance, next, facts);
    const replacement = clause && valueIn(utterance, ...clause, facts);
    if (replacement === null || values.some((value) => overlap(value, replacement))) continue;
    const from = words[next]?.start ?? 0;
    const behind = new ValueTable(loaded, frame, withText(utterance, text.slice(from)), situation);
    const isFound = learnedIn(behind, []).some(
      ({ slot, candidate: { start, end } }) =>
        slot === name && from + start === replacement.start && from + end === replacement.end,
    );
    if (isFound) return { slot: name, replacement, on: union([...words.slice(at, next), replacement]) };
  }
  return null;
}

/**
 * Reads the text after a repair phrase as the correction of a text with which it shares a word: "9 Abbey Street, no
 * sorry, 19 Abbey Street". The corrected text comes first in the query or is held.
 */
function saidAnew(
  utterance: Utterance,
  { change, connecting }: Language,
  { texts, held, asked }: TextSlots,
): CorrectedText | null {
  const { words, language } = utterance;
  const at = words.findIndex((_, index) => phraseAt(words, index, change.repair) > 0);
  if (at < 0) return null;
  let next = at;
  for (let length = 1; length > 0; next += length) length = phraseAt(words, next, change.repair);
  const facts = factsOf(utterance);
  const clause = clauseFrom(utterance, next, facts);
  const replacement = clause && valueIn(utterance, ...clause, facts);
  if (replacement === null) return null;
  const isShared = ({ text }: Word) =>
    !connecting.has(text) &&
    !/^\p{N}+$/u.test(text) &&
    wordsWithin(words, replacement).some((word) => word.text === text);
  const slot = texts.find(({ name }) =>
    at > 0
      ? name === asked && words.slice(0, at).some(isShared)
      : wordsIn(String(heldIn(held, name)?.value ?? ''), language).some(isShared),
  );
  return slot === undefined
    ? null
    : { slot: slot.name, replacement, on: spanned(words, 0, clause?.[1] ?? next) };
}

/** Reads contrasts: "not Petra but Paula", "Paula, not Petra", "Paula instead of Petra", "change Petra to Paula". */
function contrasted(utterance: Utterance, language: Language, slots: TextSlots): CorrectedText | null {
  const facts = factsOf(utterance);
  for (const index of utterance.words.keys()) {
    const corrected = contrastedAt(index, utterance, language, slots, facts);
    if (corrected !== null) return corrected;
  }
  return null;
}

/** Facts about a query, computed once. */
interface Facts {
  /** For each word, the index of its clause's first word and the index after its clause. */
  begins: readonly number[];
  ends: readonly number[];
  /** Prepositions that may introduce a value. */
  leads: ReadonlySet<string>;
}

function factsOf({ text, words, language }: Utterance): Facts {
  const begins: number[] = [];
  const ends: number[] = [];
  for (let index = 0; index < words.length; index += 1)
    begins.push(index === 0 || isPausedBefore(text, words, index) ? index : (begins[index - 1] ?? 0));
  for (let index = words.length - 1; index >= 0; index -= 1)
    ends[index] = begins[index + 1] === begins[index] ? (ends[index + 1] ?? words.length) : index + 1;
  const leads = new Set(words.map((word) => word.text).filter((word) => isPreposition(word, language)));
  return { begins, ends, leads };
}

/** The correction that begins at a word; null if there is none. */
function contrastedAt(
  index: number,
  utterance: Utterance,
  language: Language,
  { texts, held, plainHeld, asked, values }: TextSlots,
  facts: Facts,
): CorrectedText | null {
  const { text, words } = utterance;
  const opening = openingAt(words, index, language);
  if (opening === null) return null;
  utterance.work?.spend(UNITS.correction);
  const from = index + opening.length;
  if (isPausedBefore(text, words, from) || endsDenial(words, from, language)) return null;
  const { to, next, isLedAgain } = deniedFrom(
    from,
    opening.cue === 'change' ? 'into' : 'but',
    utterance,
    language,
  );
  if (to === from) return null;
  const before = opening.cue === 'change' ? null : clauseBefore(utterance, index, language.connecting, facts);
  const [begin, last] = clauseFrom(utterance, next, facts) ?? before ?? [0, 0];
  // "Not under Petra, under Paula": words that lead to the held text, and again to the new one, are part of neither.
  const mostLead = sharedLead(words.slice(from, to), words.slice(begin, last));
  const readDenied = (lead: number) => {
    const denied = to - from - lead > WORDS.few ? null : valueIn(utterance, from + lead, to, facts);
    if (denied === null || plainHeld.size === 0) return { lead, denied, holder: undefined };
    const said = [denied, spanned(words, from + lead, to)].map(({ start, end }) =>
      plainWords(text.slice(start, end)),
    );
    const isSaid = ({ name }: CompiledSlot) => said.some((plain) => plain === plainHeld.get(name));
    const endsInSaid = ({ name, entity }: CompiledSlot) =>
      entity !== TEXT_ENTITY && said.some((plain) => plainHeld.get(name)?.endsWith(` ${plain}`));
    return { lead, denied, holder: texts.find(isSaid) ?? texts.find(endsInSaid) };
  };
  const readings = Array.from({ length: mostLead + 1 }, (_, lead) => readDenied(lead));
  const { lead, denied, holder } = readings.find((reading) => reading.holder) ?? readDenied(0);
  if (denied === null || (isLedAgain && holder === undefined)) return null;
  const slot = holder ?? texts.find(({ name }) => name === asked && !Object.hasOwn(held, name));
  if (slot === undefined) return null;
  const first = begin + lead;
  if (last - first > WORDS.several) return null;
  const opensAnother = words
    .slice(first, last)
    .some((_, at) => openingAt(words, first + at, language) !== null);
  if (opensAnother) return null;
  const replacement = first === last ? null : valueIn(utterance, first, last, facts);
  const mayOnlyDeny = holder !== undefined && opening.cue !== 'change';
  if (!mayOnlyDeny && replacement === null) return null;
  // Another reader handles a denied value of another kind that no slot holds.
  if (holder === undefined && values.some((value) => overlap(value, denied))) return null;
  const on = union([spanned(words, index, to), denied, ...(replacement === null ? [] : [replacement])]);
  return {
    slot: slot.name,
    replacement,
    on,
    kept: keptOf(heldIn(held, slot.name), denied, replacement, utterance),
  };
}

/** What stays of a held name of which only the last words are denied and replaced by as many; else nothing. */
function keptOf(
  held: SlotValue | undefined,
  denied: Stretch,
  replacement: Stretch | null,
  { text, words }: Utterance,
): string {
  const name = String(held?.value ?? '');
  const said = text.slice(denied.start, denied.end).toLowerCase();
  if (replacement === null || !name.toLowerCase().endsWith(` ${said}`)) return '';
  const isAsLong = wordsWithin(words, denied).length === wordsWithin(words, replacement).length;
  return isAsLong ? name.slice(0, name.length - said.length) : '';
}

const OPENING: ReadonlySet<Cue> = new Set<Cue>(['not', 'notIfHeld', 'insteadOf', 'change']);

/** The cue that opens a correction at a word, and its length in words; null if there is none. */
function openingAt(
  words: readonly Word[],
  index: number,
  language: Language,
): { cue: Cue; length: number } | null {
  const match = cuesOf(language).at(words, index);
  const cue = match?.meanings.find((meaning) => OPENING.has(meaning));
  return match === null || cue === undefined ? null : { cue, length: match.length };
}

/**
 * Finds where a denied text ends: at a pause, before the words that introduce the replacement, or at the word
 * with which the denied text began, said again: "not to Petra to Paula".
 * @returns `to`, the index after the denied text, and `next`, where the replacement begins; `isLedAgain` if only the
 *   repeated word tells
 */
function deniedFrom(
  from: number,
  closing: 'but' | 'into',
  { text, words }: Utterance,
  language: Language,
): { to: number; next: number; isLedAgain?: true } {
  // A longer text is not a denied value, even behind words that lead to it.
  const most = Math.min(words.length, from + WORDS.several + 1);
  for (let to = from + 1; to < most; to += 1) {
    const cue = cuesOf(language).at(words, to);
    if (cue?.meanings.includes(closing)) return { to, next: to + cue.length };
    if (isPausedBefore(text, words, to)) return { to, next: to };
    if (to > from + 1 && words[to]?.text === words[from]?.text) return { to, next: to, isLedAgain: true };
  }
  return { to: most, next: most };
}

/** The number of words with which both texts begin; each has more. */
function sharedLead(denied: readonly Word[], replacement: readonly Word[]): number {
  const most = Math.min(denied.length, replacement.length) - 1;
  const differs = denied.findIndex(({ text }, at) => at >= most || text !== replacement[at]?.text);
  return Math.max(0, differs);
}

/** Reads a reply, a preposition that leads to a single slot, and the slot's new value: "no, to my mother". */
function led(
  utterance: Utterance,
  { change, connecting }: Language,
  { texts, slots, held, values }: TextSlots,
): CorrectedText | null {
  const { text, words, language } = utterance;
  const index = words.findIndex(
    ({ text: word }) => isPreposition(word, language) && slotsLedTo(slots, word, language).length > 0,
  );
  const lead = words[index];
  if (index < 1 || lead === undefined) return null;
  const isReply = words
    .slice(0, index)
    .every(({ text: word }) => connecting.has(word) || change.but.includes(word));
  const [slot, ...moreSlots] = slotsLedTo(slots, lead.text, language);
  if (!isReply || slot === undefined || moreSlots.length > 0 || !texts.includes(slot)) return null;
  if (!Object.hasOwn(held, slot.name)) return null;
  const facts = factsOf(utterance);
  const [, last] = clauseFrom(utterance, index + 1, facts) ?? [0, 0];
  const replacement =
    last === 0 || last - index > WORDS.several ? null : valueIn(utterance, index, last, facts);
  if (replacement === null || values.some((value) => overlap(value, replacement))) return null;
  if (plainWords(text.slice(replacement.start, replacement.end)) === lead.text) return null;
  return { slot: slot.name, replacement, on: union([lead, replacement]) };
}

/** The words from an index to the end of its clause: the first index, and the index after the last. */
const clauseFrom = ({ words }: Utterance, from: number, { ends }: Facts): [number, number] | null =>
  from >= words.length ? null : [from, ends[from] ?? words.length];

/** The clause that ends before a word, unless it holds only small words. */
function clauseBefore(
  { words }: Utterance,
  to: number,
  connecting: Language['connecting'],
  { begins }: Facts,
): [number, number] | null {
  if (to === 0) return null;
  const from = begins[to - 1] ?? 0;
  for (let index = from; index < to; index += 1)
    if (!connecting.has(words[index]?.text ?? '')) return [from, to];
  return null;
}

const spanned = (words: readonly Word[], from: number, to: number): Stretch => union(words.slice(from, to));

/** The value in a range of words, without leading prepositions. Small words alone are no value: "it" in "go for it". */
function valueIn(
  { text, words, language }: Utterance,
  from: number,
  to: number,
  { leads }: Facts,
): Stretch | null {
  const { start, end } = spanned(words, from, to);
  const within = wholeAnswer(text.slice(start, end), language, leads);
  const value = within && { start: start + within.start, end: start + within.end };
  return value === null || isBareAnswer(wordsWithin(words, value), [], language) ? null : value;
}

/** The plain words of the texts that slots hold, by slot. */
const plainTexts = (
  texts: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap(({ name }): [string, string][] => {
      const value = held[name]?.value;
      return typeof value === 'string' ? [[name, plainWords(value)]] : [];
    }),
  );
