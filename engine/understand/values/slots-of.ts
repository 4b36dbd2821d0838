import { hasPause } from '../../text/pauses.ts';
import { overlap } from '../../text/stretch.ts';
import { endsCompound, sharesStem } from '../../text/word-forms.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';
import { isCode } from '../view.ts';
import { findSlots } from './find-slots.ts';
import { answerIn, isText, learnedIn, openAnswer, saysNoMore } from './free-text-slots.ts';
import { valueNamesOf } from './named-slots.ts';
import { openingRepair } from './opening-repair.ts';
import { type SlotCandidate, slotCandidates } from './slot-candidates.ts';
import { slotsLedTo, timesSeen } from './surroundings.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/** The values that a text gives to all kinds of slots of a competency. */
export function slotsOf(table: ValueTable): FoundSlot[] {
  const { loaded, slots, utterance, asked, situation } = table;
  const { corrects = false, wishes = false } = situation;
  const candidates = slotCandidates(table);
  const listed = findSlots(table, candidates);
  const find = (texts: readonly FoundSlot[]) =>
    texts.length === 0 ? listed : findSlots(table, [...candidates, ...texts.flatMap(rowOf)]);
  const rowOf = ({ slot: name, candidate }: FoundSlot): SlotCandidate[] => {
    const order = slots.findIndex((slot) => slot.name === name);
    const slot = slots[order];
    return slot === undefined ? [] : [{ slot, order, candidate, source: 'text' }];
  };
  const recognized = find(openAnswer(table, listed));
  const textSlots = slots.filter(({ entity }) => isText(loaded.assistant, entity)).map(({ name }) => name);
  const question = textSlots.find((name) => name === asked) ?? null;
  const sure =
    question === null ? recognized : recognized.filter(({ candidate }) => SURE.includes(candidate.quality));
  if (textSlots.length === 0 || saysNoMore(utterance, sure)) return recognized;
  // A filled slot changes only if the user corrects it, requests the competency, answers its question, or names the
  // slot before the new value.
  const mayChange = (value: FoundSlot) =>
    corrects || wishes || asked === value.slot || !table.isFilled(value.slot) || isLedTo(value, table);
  const codes = recognized.filter(({ slot }) =>
    slots.some((declared) => declared.name === slot && isCode(loaded.assistant, declared)),
  );
  const learned = learnedIn(table, recognized)
    .filter(mayChange)
    .map((value) => beforeCode(value, codes, utterance));
  if (question === null) return find(learned);
  const others = learned.filter(({ slot }) => slot !== question);
  // A short text with a new code for a filled slot corrects that slot and does not answer.
  const recodes = utterance.words.length <= WORDS.several && codes.some(({ slot }) => table.isFilled(slot));
  if (recodes) return find(others);
  if (corrects) {
    const corrected = find(others);
    if (saysNoMore(utterance, corrected) || saysNoMore(withoutNames(table), corrected)) return corrected;
  }
  const answers = answerIn(table, question, sure).filter(
    (value) => value.slot === question || mayChange(value),
  );
  const isAnswered = ({ candidate }: FoundSlot) =>
    answers.some((value) => overlap(value.candidate, candidate));
  return find([...others.filter((value) => !isAnswered(value)), ...answers]);
}

/** Cuts a free text before the sentence with another slot's code: "my daughter fell ill. Booking number PB-4471". */
function beforeCode(value: FoundSlot, codes: readonly FoundSlot[], { text }: Utterance): FoundSlot {
  const { start, end } = value.candidate;
  const code = codes.find(({ candidate }) => candidate.start > start && candidate.end <= end);
  if (code === undefined) return value;
  const sentence = [...text.slice(start, code.candidate.start).matchAll(/[.!?]+\s|[。！？؟]/gu)].at(-1);
  if (sentence === undefined) return value;
  const cut = start + sentence.index;
  const raw = text.slice(start, cut);
  return { ...value, candidate: { ...value.candidate, value: raw, end: cut }, raw };
}

/** How often utterances must have a word before a slot's values to identify the slot. */
const OFTEN = 5;

/**
 * True if the word before a value identifies its slot ("in Gilroy"), or the clause names the slot ("the name is Ann").
 */
function isLedTo({ slot: name, candidate: { start } }: FoundSlot, table: ValueTable): boolean {
  const { slots, utterance, mentioned } = table;
  const { text, words, language } = utterance;
  const called = mentioned.find(({ slot, on }) => slot.name === name && on.end <= start);
  if (called !== undefined && !hasPause(text.slice(called.on.end, start))) return true;
  const word = words.findLast(({ end }) => end <= start)?.text;
  if (word === undefined) return false;
  const [only, ...moreSlots] = slotsLedTo(slots, word, language);
  return only?.name === name && moreSlots.length === 0 && timesSeen(only, 'left', word, language) >= OFTEN;
}

/** Qualities that outrank a free-text answer. */
const SURE: readonly Candidate['quality'][] = ['exact', 'fuzzy'];

/** Removes leading correction words and slot names: "wait, the number is 30171". */
function withoutNames({ loaded, slots, utterance }: ValueTable): Utterance {
  const { words, language } = utterance;
  const names = slots.flatMap((slot) => valueNamesOf(slot, language, loaded.assistant));
  const first = openingRepair(utterance);
  const remaining = words
    .slice(first)
    .filter(({ text }) => !names.some((name) => sharesStem(name, text) || endsCompound(text, name)));
  return first === 0 ? utterance : { ...utterance, words: remaining };
}
