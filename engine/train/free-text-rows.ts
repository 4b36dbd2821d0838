import { languageOf } from '../language/languages.ts';
import { labelOf } from '../values/free-text/model.ts';
import { type Random, seededRandom } from './random.ts';
import type { TaggedExample } from './tagger/examples.ts';

/** A free-text slot of a competency, as its tagger is trained for it. */
export interface FreeTextSlot {
  competency: string;
  slot: string;
  /** Whether one query may give several values. */
  multiple: boolean;
  /** Its entity's examples. */
  values: readonly string[];
}

const SEED = 11;
/** Of more values than this, so many are drawn. */
const MOST_VALUES = 60;

/**
 * The rows that a tagger learns from: the author's own, and what the answer to each slot's question looks like: the
 * bare value, the value in a short sentence, or the whole request again.
 * @param examples labelled with their competencies, with the values of free-text slots alone
 */
export function answerRows(
  examples: readonly TaggedExample[],
  slots: readonly FreeTextSlot[],
  language: string,
): TaggedExample[] {
  const random = seededRandom(SEED);
  return slots.flatMap((slot) => {
    const own = examples.filter(({ label }) => label === slot.competency);
    const marked = own.filter(({ slots: spans }) => spans.some((span) => span.slot === slot.slot));
    const isOnly = slots.every((other) => other === slot || other.competency !== slot.competency);
    return [
      ...marked.map((example) => ({ ...example, label: labelOf(slot.competency, slot.slot) })),
      ...valueRows(slot, valuesOf(slot, examples, random), wordsBefore(slot.slot, marked), isOnly, {
        language,
        random,
      }),
    ];
  });
}

/** All values that a slot is known to have: marked anywhere, or an example of its entity. */
function valuesOf(
  { slot, values }: FreeTextSlot,
  examples: readonly TaggedExample[],
  random: Random,
): string[] {
  const marked = examples.flatMap(({ text, slots }) =>
    slots.filter((span) => span.slot === slot).map(({ start, end }) => text.slice(start, end)),
  );
  const all = [...new Set([...marked, ...values])];
  while (all.length > MOST_VALUES) all.splice(Math.floor(random() * all.length), 1);
  return all;
}

const WORD_BEFORE = /([\p{L}\p{M}]+)\s+$/u;
/** No word in front of a value begins farther from it, in UTF-16 units. */
const NEAR = 64;

/** The word in front of each marked value: "to" in "send it to my sister". */
function wordsBefore(slot: string, marked: readonly TaggedExample[]): string[] {
  const words = marked.flatMap(({ text, slots }) =>
    slots
      .filter((span) => span.slot === slot)
      .map(({ start }) => WORD_BEFORE.exec(text.slice(Math.max(0, start - NEAR), start))?.[1] ?? ''),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

function valueRows(
  { competency, slot, multiple }: FreeTextSlot,
  values: readonly string[],
  before: readonly string[],
  isOnly: boolean,
  { language, random }: { language: string; random: Random },
): TaggedExample[] {
  const { leads, prepositions, corrections, tails, and } = languageOf(language).answers;
  const pick = (phrases: readonly string[]): string => phrases[Math.floor(random() * phrases.length)] ?? '';
  const answer = labelOf(competency, slot);
  return values.flatMap((value) => {
    const row = (label: string, parts: readonly (string | { value: string })[]) => marked(label, slot, parts);
    const rows = [
      row(answer, [{ value }]),
      row(answer, [pick(leads), { value }]),
      row(answer, [random() < 0.5 ? pick(leads) : '', pick([...before, ...prepositions]), { value }]),
      row(answer, [random() < 0.5 ? pick(leads) : '', { value }, pick(tails)]),
    ];
    for (const word of before.length > 0 ? [pick(before)] : isOnly ? [''] : [])
      for (const label of [competency, answer]) rows.push(row(label, [pick(corrections), word, { value }]));
    if (multiple)
      for (const label of [competency, answer])
        rows.push(row(label, [pick(before), { value }, and, { value: pick(values) }]));
    return rows;
  });
}

/** A text of parts with spaces between them, those that are values marked. */
function marked(label: string, slot: string, parts: readonly (string | { value: string })[]): TaggedExample {
  let text = '';
  const slots: { slot: string; start: number; end: number }[] = [];
  for (const part of parts) {
    if (part === '') continue;
    if (text !== '') text += ' ';
    if (typeof part === 'string') text += part;
    else {
      slots.push({ slot, start: text.length, end: text.length + part.value.length });
      text += part.value;
    }
  }
  return { text, label, slots };
}
