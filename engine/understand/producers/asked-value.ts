import { type CompiledSlot, hasValues } from '../../assistant.ts';
import { hasPhrase, phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { isFormOf } from '../../text/word-forms.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { isClosed } from '../values/unknown-values.ts';
import { askedSlot } from '../view.ts';
import type { Producer } from './producer.ts';

/**
 * While a value is awaited, proposes a yes or no as a value, words missing from the list, and a request for
 * the list.
 */
export const askedValueProducer: Producer = (reading) => {
  const { view, utterance, acts } = reading;
  const slot = askedSlot(view);
  if (slot === null) return [];
  const { inform, change } = acts.likelihood;
  const proposals: Proposal[] = [
    ...valueSaidBy('affirm', slot, reading),
    ...valueSaidBy('deny', slot, reading),
  ];
  const unknown = unknownIn(slot, reading);
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
  const asks = asksForValues(slot, reading);
  if (asks > 0)
    proposals.push({
      command: { do: 'ask_values', slot: slot.name },
      on: acts.on('ask'),
      score: asks,
      by: 'values',
    });
  return proposals;
};

/** The value that a yes or no gives the asked slot; empty if the slot has no such value or gets another. */
function valueSaidBy(act: 'affirm' | 'deny', { name }: CompiledSlot, reading: Reading): Proposal[] {
  const { acts, utterance, values, yesNo } = reading;
  const { likelihood } = acts;
  const meaning = act === 'affirm' ? yesNo.yes : yesNo.no;
  if (meaning === null || values?.values.some((value) => value.slot === name)) return [];
  // The no may apply to another value: "wrong, at 12".
  const isOfAnother =
    likelihood.change >= CERTAINTY.likely &&
    values?.values.some((value) => value.changes && value.way !== 'answer');
  const isPlainYes = opensWithYes(reading);
  const score = !isPlainYes
    ? likelihood[act]
    : act === 'affirm'
      ? Math.max(likelihood[act], CERTAINTY.sure)
      : 0;
  if (score < CERTAINTY.likely || isOfAnother) return [];
  const on = acts.on(act);
  const candidate = { ...meaning, ...on, quality: 'exact' } as const;
  const raw = utterance.text.slice(on.start, on.end);
  return [
    {
      command: { do: 'set', slot: name, candidate, raw, way: 'answer' },
      on,
      score,
      by: 'acts',
    },
  ];
}

/** True if an answer opens with a plain yes and has no plain no, asks nothing and makes no condition. */
function opensWithYes({ utterance: { words }, language: { yesNo }, acts }: Reading): boolean {
  const { ask, condition, unsure } = acts.likelihood;
  const isQualified = Math.max(ask, condition, unsure) >= CERTAINTY.doubt;
  return !isQualified && phraseAt(words, 0, yesNo.yes) > 0 && !hasPhrase(words, yesNo.no);
}

/** The stretch of an answer that is not on the slot's list; null if it is listed or the slot takes any value. */
function unknownIn(slot: CompiledSlot, reading: Reading): Stretch | null {
  const { view, segments, values, language } = reading;
  const given = values?.values ?? [];
  if (!isClosed(view.assistant, slot) || given.some((value) => value.slot === slot.name)) return null;
  const read = [...given.map(({ candidate }) => candidate), ...(values?.explained ?? [])];
  const left = segments.rest.words.filter(
    (word) => !language.connecting.has(word.text) && !read.some((stretch) => overlap(stretch, word)),
  );
  const [first] = left;
  const last = left.at(-1);
  if (first === undefined || last === undefined) return null;
  return { start: first.start, end: last.end };
}

/** The probability that a query asks for a slot's list by asking for help. */
function asksForValues(
  slot: CompiledSlot,
  { view: { assistant }, utterance, language, values, acts: { likelihood } }: Reading,
): number {
  if (!hasValues(assistant, slot.entity)) return 0;
  // A query with a value of the slot does not request the list.
  if (values?.values.some((value) => value.slot === slot.name)) return 0;
  if (likelihood.help < CERTAINTY.likely) return 0;
  const choices = [...language.numbers.choices];
  const namesChoices = utterance.words.some(({ text }) => choices.some((noun) => isFormOf(noun, text)));
  if (!namesChoices && phraseAt(utterance.words, 0, language.sentences.questions) === 0) return 0;
  // The act reader may take a request for choices as indifference.
  return Math.max(likelihood.help, likelihood.ask, likelihood.any);
}
