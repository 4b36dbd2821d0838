import { type CompiledSlot, hasValues } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { hasPause } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import { CERTAINTY } from '../arbitrate/certainty.ts';
import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { namesOf } from '../values/named-slots.ts';
import { isClosed, WORDS_OF_A_VALUE } from '../values/unknown-values.ts';
import type { View } from '../view.ts';
import type { Producer } from './producer.ts';
import { givenValues } from './values.ts';

/**
 * Proposes, where a value is asked for, what stands for one: a yes or a no that is one, words that its list lacks, and
 * the question what the list has.
 */
export const askedValueProducer: Producer = (view, reading) => {
  if (view.awaited.kind !== 'value') return [];
  const { slot } = view.awaited;
  const { utterance, acts } = reading;
  const { inform, change } = acts.likelihood;
  const proposals: Proposal[] = [
    ...valueSaidBy('affirm', slot, reading),
    ...valueSaidBy('deny', slot, reading),
  ];
  const unknown = unknownIn(slot, view, reading);
  if (unknown !== null)
    proposals.push({
      command: {
        do: 'unknown_value',
        slot: slot.name,
        raw: utterance.text.slice(unknown.start, unknown.end),
      },
      on: unknown,
      score: 0.9 * Math.max(inform, change),
      by: 'values',
    });
  const asks = asksForValues(slot, view, reading);
  if (asks > 0)
    proposals.push({
      command: { do: 'ask_values', slot: slot.name },
      on: acts.on('ask'),
      score: asks,
      by: 'values',
    });
  return proposals;
};

/** The value that a yes or a no gives to the slot that is asked for; none where it has none, or another is given. */
function valueSaidBy(act: 'affirm' | 'deny', { name }: CompiledSlot, reading: Reading): Proposal[] {
  const { acts, utterance, values, yesNo } = reading;
  const { likelihood } = acts;
  const meaning = act === 'affirm' ? yesNo.yes : yesNo.no;
  if (meaning === null || values?.values.some((value) => value.slot === name)) return [];
  // "Wrong, at 12" says no to the hour.
  const isOfAnother =
    likelihood.change >= CERTAINTY.act &&
    values?.values.some((value) => value.changes && value.way !== 'answer');
  const isSaid = likelihood[act] >= 0.5 || saysPlainly(act, reading);
  if (!isSaid || isOfAnother) return [];
  const on = acts.on(act);
  const candidate = { ...meaning, ...on, quality: 'exact' } as const;
  const raw = utterance.text.slice(on.start, on.end);
  return [
    {
      command: { do: 'set', slot: name, candidate, raw, way: 'answer' },
      on,
      score: Math.max(likelihood[act], 0.5),
      by: 'acts',
    },
  ];
}

/** A contrary act of lower probability does not keep a plain yes or no from meaning itself. */
const HARDLY = 0.3;

/** True if a query begins with a plain yes that no "no" follows: “ja nein” is no yes. */
function beginsWithYes({ utterance, language }: Pick<Reading, 'utterance' | 'language'>): boolean {
  const [first, next] = utterance.words;
  const { yes, no } = language.yesNo;
  return first !== undefined && yes.includes(first.text) && !no.includes(next?.text ?? '');
}

/** True if a query begins with a plain yes, "yes for the first time", or with a plain no as a whole clause. */
function saysPlainly(
  act: 'affirm' | 'deny',
  { acts: { likelihood }, utterance, language }: Reading,
): boolean {
  if (likelihood.ask >= HARDLY) return false;
  if (act === 'affirm') return beginsWithYes({ utterance, language });
  const [first, next] = utterance.words;
  if (first === undefined || likelihood.affirm >= HARDLY) return false;
  const signs = utterance.text.slice(first.end, next?.start);
  // "No?" asks back.
  const isApart = next === undefined || (hasPause(signs) && !/[?？؟]/u.test(signs));
  return isApart && language.yesNo.no.includes(first.text);
}

/** The stretch of an answer that the slot's list does not have; null if it has it, or the slot takes any. */
function unknownIn(slot: CompiledSlot, view: View, reading: Reading): Stretch | null {
  const { segments, values, language } = reading;
  const given = givenValues(view, reading);
  if (!isClosed(view.assistant, slot) || given.some((value) => value.slot === slot.name)) return null;
  const read = [...given.map(({ candidate }) => candidate), ...(values?.explained ?? [])];
  const left = segments.rest.words.filter(
    (word) => !language.connecting.has(word.text) && !read.some((stretch) => overlap(stretch, word)),
  );
  const [first] = left;
  const last = left.at(-1);
  if (first === undefined || last === undefined || left.length > WORDS_OF_A_VALUE) return null;
  return { start: first.start, end: last.end };
}

const beginsQuestion = (words: readonly Word[], { sentences }: Language): boolean =>
  phraseAt(words, 0, sentences.questions) > 0;

/**
 * The probability that a query asks for the values of a slot's list: by a name of the slot, "which airports are there?",
 * or by asking for help with the question, "what can I choose from?".
 */
function asksForValues(
  slot: CompiledSlot,
  { assistant }: View,
  { utterance, language, values, acts: { likelihood } }: Reading,
): number {
  if (!hasValues(assistant, slot.entity)) return 0;
  // "What's better about premium?" asks about one of them.
  if (values?.values.some((value) => value.slot === slot.name)) return 0;
  // Who asks what there is to choose may also seem not to care.
  if (likelihood.help >= CERTAINTY.act && beginsQuestion(utterance.words, language))
    return Math.max(likelihood.help, likelihood.ask, likelihood.any, CERTAINTY.act);
  const names = namesOf(slot, language.code);
  const isNamed = utterance.words.some(({ text }) =>
    names.some(
      (name) =>
        text === name ||
        (Math.min(text.length, name.length) > 3 && (text.startsWith(name) || name.startsWith(text))),
    ),
  );
  return isNamed && likelihood.ask >= CERTAINTY.act ? likelihood.ask : 0;
}
