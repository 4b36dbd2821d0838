import { languageOf } from '../language/languages.ts';
import { labelOf } from '../values/free-text/model.ts';
import type { SlotSpan } from '../values/free-text/tagger/words.ts';
import { type Random, seededRandom } from './random.ts';
import type { TaggedExample } from './tagger/examples.ts';

/** A slot of a competency with free-text slots, as its tagger is trained for it. */
export interface TaughtSlot {
  competency: string;
  slot: string;
  isText: boolean;
  /** True where one query may give several values. */
  multiple: boolean;
  /** Its entity's examples. */
  values: readonly string[];
}

const SEED = 11;
/** A tagger that was taught so many values of a slot tells them better than the slot's recogniser does. */
const MANY_MARKS = 500;
/** The number of values that are drawn, where there are more. */
const MOST_VALUES = 60;

/**
 * The rows that a tagger learns from: the author's own, and what the answer to each slot's question looks like: the
 * bare value, the value in a short sentence, or the whole request again. Slots with recognisers of their own have such
 * rows where they are marked often.
 * @param examples labelled with their competencies
 */
export function answerRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
): TaggedExample[] {
  const random = seededRandom(SEED);
  const taught = slots.filter((slot) => slot.isText || timesMarked(slot, examples) >= MANY_MARKS);
  const runs = runRows(examples, taught, language, random);
  const rows = taught.flatMap((slot) => {
    const ofCompetency = examples.filter(({ label }) => label === slot.competency);
    const marked = ofCompetency.filter(({ slots: spans }) => spans.some((span) => span.slot === slot.slot));
    const isOnly = slots.every(
      (sibling) => sibling === slot || !sibling.isText || sibling.competency !== slot.competency,
    );
    return [
      ...marked.map((example) => ({ ...example, label: labelOf(slot.competency, slot.slot) })),
      ...valueRows(slot, valuesOf(slot, examples, random), wordsBefore(slot.slot, marked), isOnly, {
        language,
        random,
      }),
    ];
  });
  return [...rows, ...runs, ...enumeratedRows(examples, taught, random)];
}

const timesMarked = ({ competency, slot }: TaughtSlot, examples: readonly TaggedExample[]): number =>
  examples
    .filter(({ label }) => label === competency)
    .reduce((sum, { slots }) => sum + slots.filter((span) => span.slot === slot).length, 0);

/** Marked values with nothing but spaces between them: a first name and a last. */
interface Run {
  competency: string;
  text: string;
  spans: readonly SlotSpan[];
}

/**
 * Answers with values of several slots, where the utterances have these side by side: who is asked for a first name
 * says the last name too.
 */
function runRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
  random: Random,
): TaggedExample[] {
  const { leads, prepositions, tails } = languageOf(language).answers;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const values = new Map(slots.map((slot) => [slot.slot, valuesOf(slot, examples, random)]));
  const runs = examples.flatMap(runsIn);
  while (runs.length > MOST_VALUES) runs.splice(Math.floor(random() * runs.length), 1);
  return runs.flatMap(({ competency, spans, text }) => {
    const parts = spans.map(({ slot, start, end }) => ({
      slot,
      value: pick(values.get(slot) ?? []) ?? text.slice(start, end),
    }));
    const asked = spans.filter(({ slot }) => values.has(slot));
    const said = [
      parts,
      [pick(leads) ?? '', ...parts],
      [pick(leads) ?? '', pick(prepositions) ?? '', ...parts],
      [...parts, pick(tails) ?? ''],
    ];
    return asked.flatMap(({ slot }) => said.map((row) => marked(labelOf(competency, slot), row)));
  });
}

/**
 * Values that are only listed, as people type them: "for five, name Pagel, terrace". Each has the word before it in its
 * utterance; a text perhaps its slot's name, and another value before it, behind it or both.
 */
function enumeratedRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  random: Random,
): TaggedExample[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  return slots.flatMap((taught) => {
    const { competency, slot, isText } = taught;
    // A note has no examples. An address may have commas of its own, so that no list can tell where it ends.
    const isListed = taught.values.length > 0 && !taught.values.some((value) => /[,\p{N}]/u.test(value));
    if (!isText || !isListed) return [];
    const ofCompetency = examples.filter(({ label }) => label === competency);
    const others = ofCompetency.flatMap(({ text, slots: spans }) =>
      spans
        .filter((span) => span.slot !== slot)
        .map(({ slot: other, start, end }) => ({
          slot: other,
          word: wordBefore(text, start, spans),
          value: { slot: other, value: text.slice(start, end) },
        })),
    );
    const name = slot.replaceAll('_', ' ');
    const leads = wordsBefore(slot, ofCompetency);
    const values = valuesOf(taught, examples, random);
    if (others.length === 0 || values.length === 0) return [];
    return Array.from({ length: MOST_VALUES }, (_, index) => {
      const lead = pick(['', name, pick(leads) ?? '']) ?? '';
      // A comma or a word parts two values.
      const comma = lead === '' || random() < 0.5 ? ',' : '';
      const before = random() < 0.5 ? pick(others) : undefined;
      const behind =
        before === undefined || random() < 0.5
          ? pick(others.filter((other) => other.slot !== before?.slot))
          : undefined;
      const first = before === undefined ? [] : [before.word, before.value, comma];
      const last = behind === undefined ? [] : [',', behind.value];
      const value: Part[] = [lead, { slot, value: pick(values) ?? '' }];
      // Every third answers the question for the slot.
      return marked(index % 3 > 0 ? competency : labelOf(competency, slot), [...first, ...value, ...last]);
    });
  });
}

function runsIn({ text, label, slots }: TaggedExample): Run[] {
  const runs: SlotSpan[][] = [];
  for (const span of [...slots].sort((a, b) => a.start - b.start)) {
    const before = runs.at(-1)?.at(-1);
    if (before !== undefined && text.slice(before.end, span.start).trim() === '') runs.at(-1)?.push(span);
    else runs.push([span]);
  }
  return runs.filter((run) => run.length > 1).map((spans) => ({ competency: label, text, spans }));
}

/** All values that a slot is known to have: marked anywhere, or an example of its entity. */
function valuesOf(
  { slot, values }: TaughtSlot,
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
    slots.filter((span) => span.slot === slot).map(({ start }) => wordBefore(text, start, slots)),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

/** The word in front of a place, unless it is a part of another value. */
function wordBefore(text: string, start: number, spans: readonly SlotSpan[]): string {
  const before = text.slice(0, start).trimEnd().length;
  if (spans.some(({ end }) => end === before)) return '';
  return WORD_BEFORE.exec(text.slice(Math.max(0, start - NEAR), start))?.[1] ?? '';
}

function valueRows(
  { competency, slot, isText, multiple }: TaughtSlot,
  values: readonly string[],
  before: readonly string[],
  isOnly: boolean,
  { language, random }: { language: string; random: Random },
): TaggedExample[] {
  const { answers, change } = languageOf(language);
  const { leads, prepositions, tails, and } = answers;
  const pick = (phrases: readonly string[]): string => phrases[Math.floor(random() * phrases.length)] ?? '';
  const answer = labelOf(competency, slot);
  return values.flatMap((value) => {
    const row = (label: string, parts: readonly (string | { value: string })[]) =>
      marked(
        label,
        parts.map((part) => (typeof part === 'string' ? part : { slot, ...part })),
      );
    const rows = [
      row(answer, [{ value }]),
      row(answer, [pick(leads), { value }]),
      row(answer, [random() < 0.5 ? pick(leads) : '', pick([...before, ...prepositions]), { value }]),
      row(answer, [random() < 0.5 ? pick(leads) : '', { value }, pick(tails)]),
    ];
    if (!isText) return rows;
    for (const word of before.length > 0 ? [pick(before)] : isOnly ? [''] : [])
      for (const label of [competency, answer]) rows.push(row(label, [pick(change.repair), word, { value }]));
    if (multiple)
      for (const label of [competency, answer])
        rows.push(row(label, [pick(before), { value }, and, { value: pick(values) }]));
    return rows;
  });
}

type Part = string | { slot: string; value: string };

/** A text of parts with spaces between them, except before a comma; those that are values marked. */
function marked(label: string, parts: readonly Part[]): TaggedExample {
  let text = '';
  const slots: SlotSpan[] = [];
  for (const part of parts) {
    if (part === '') continue;
    if (text !== '' && part !== ',') text += ' ';
    if (typeof part === 'string') text += part;
    else {
      slots.push({ slot: part.slot, start: text.length, end: text.length + part.value.length });
      text += part.value;
    }
  }
  return { text, label, slots };
}
