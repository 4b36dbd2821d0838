import { languageOf } from '../language/languages.ts';
import { trainingRowsOf } from '../language/training.ts';
import { labelOf } from '../values/free-text/model.ts';
import type { SlotSpan } from '../values/free-text/tagger/words.ts';
import { addressesLike, areAddresses } from './addresses.ts';
import { arePeople, peoplesNames } from './names.ts';
import { drawn, type Random, seededRandom } from './random.ts';
import type { TaggedExample } from './tagger/examples.ts';

/** A slot for which training rows are generated. Its competency has free-text slots. */
export interface TaughtSlot {
  competency: string;
  slot: string;
  isText: boolean;
  /** True if one query may give several values. */
  multiple: boolean;
  /** Examples of the slot's entity. */
  values: readonly string[];
  /** True if made-up addresses are among the values. */
  isOfAddresses?: true;
}

const SEED = 11;
/** With this many marked values, the tagger finds a slot's values better than its recogniser. */
const MANY_MARKS = 500;
/** The most values drawn for a slot. */
const MOST_VALUES = 60;
/** The usual names or made-up addresses added to a slot's values. */
const USUAL_VALUES = 32;
/** The remarks that each competency and each question for a name learns to leave alone. */
const REMARKS = 30;
const REMARKS_AS_ANSWERS = 20;
/** The utterances of a competency, and the answers to each question for a name or address, behind an interjection. */
const INTERRUPTED = 16;
/** The stories that each competency with names learns to leave alone, by themselves and beside an utterance. */
const MENTIONS = 8;
const MENTIONS_BESIDE = 32;

/**
 * The tagger's training rows: the author's examples, plus answers to each slot's question: the bare value, the value in
 * a short sentence, or the whole request again. Slots with recognisers get such rows only if they are marked often.
 * @param examples labelled by competency
 */
export function answerRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
): TaggedExample[] {
  const random = seededRandom(SEED);
  const taught = slots.filter((slot) => slot.isText || timesMarked(slot, examples) >= MANY_MARKS);
  const usual = withUsualValues(taught, examples, language);
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
  return [
    ...rows,
    ...runs,
    ...enumeratedRows(examples, usual, random),
    ...remarkRows(taught, language, random),
    ...interruptedRows([...examples, ...rows], usual, language, random),
    ...mentionRows([...examples, ...rows], taught, language, random),
  ];
}

const isOfPeople = ({ isText, values }: TaughtSlot): boolean => isText && arePeople(values);

/** The slots, with usual values added to those that take people's names or addresses. */
export function withUsualValues(
  slots: readonly TaughtSlot[],
  examples: readonly TaggedExample[],
  language: string,
): TaughtSlot[] {
  const random = seededRandom(SEED);
  const streets = trainingRowsOf(language)?.streets ?? null;
  return slots.map((slot) => {
    if (isOfPeople(slot)) return { ...slot, values: [...slot.values, ...peoplesNames(USUAL_VALUES, random)] };
    const values = slot.isText && streets !== null ? valuesOf(slot, examples, random) : [];
    if (streets === null || !areAddresses(values, streets)) return slot;
    const addresses = addressesLike(values, streets, USUAL_VALUES, random);
    return { ...slot, values: [...slot.values, ...addresses], isOfAddresses: true };
  });
}

const timesMarked = ({ competency, slot }: TaughtSlot, examples: readonly TaggedExample[]): number =>
  examples
    .filter(({ label }) => label === competency)
    .reduce((sum, { slots }) => sum + slots.filter((span) => span.slot === slot).length, 0);

/** Marked values separated only by spaces, such as first and last name. */
interface Run {
  competency: string;
  text: string;
  spans: readonly SlotSpan[];
}

/**
 * Answers with several slots' values, where utterances have them side by side: a user asked for a first name also gives
 * the last name.
 */
function runRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
  random: Random,
): TaggedExample[] {
  const { leads, prepositions, tails } = languageOf(language).answers;
  const pick = <T>(list: readonly T[]): T | undefined => drawn(list, random);
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
 * Values as people list them: "for five, name Pagel, terrace". Each keeps the word before it in its utterance. A text
 * value may have its slot's name before it, and other values around it.
 */
function enumeratedRows(
  examples: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  random: Random,
): TaggedExample[] {
  const pick = <T>(list: readonly T[]): T | undefined => drawn(list, random);
  return slots.flatMap((taught) => {
    const { competency, slot, isText } = taught;
    // Skip notes, which have no examples, and values whose commas or numbers would hide where a listed value ends.
    const values = valuesOf(taught, examples, random);
    const isListed =
      (taught.isOfAddresses ||
        (taught.values.length > 0 && !taught.values.some((value) => /\p{N}/u.test(value)))) &&
      !values.some((value) => value.includes(','));
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
    if (others.length === 0 || values.length === 0) return [];
    return Array.from({ length: MOST_VALUES }, (_, index) => {
      const lead = pick(['', name, pick(leads) ?? '']) ?? '';
      // A comma or a word separates two values.
      const comma = lead === '' || random() < 0.5 ? ',' : '';
      const before = random() < 0.5 ? pick(others) : undefined;
      const behind =
        before === undefined || random() < 0.5
          ? pick(others.filter((other) => other.slot !== before?.slot))
          : undefined;
      const first = before === undefined ? [] : [before.word, before.value, comma];
      // After a comma, an address may go on.
      const pause = () => (!taught.isOfAddresses && random() < 0.5 ? ',' : '');
      const last = behind === undefined ? [] : [pause(), behind.value];
      const value: Part[] = [lead, { slot, value: pick(values) ?? '' }];
      // Every third row answers the slot's question.
      return marked(index % 3 > 0 ? competency : labelOf(competency, slot), [...first, ...value, ...last]);
    });
  });
}

/**
 * Remarks that give no value, for slots of people's names: whatever the tagger has never read would otherwise look like
 * a name. Other texts, such as reasons, may be just such remarks.
 */
function remarkRows(slots: readonly TaughtSlot[], language: string, random: Random): TaggedExample[] {
  const remarks = trainingRowsOf(language)?.remarks ?? [];
  if (remarks.length === 0) return [];
  const rows = (label: string, count: number) =>
    Array.from({ length: count }, () => ({
      label,
      text: drawn(remarks, random) ?? '',
      slots: [],
    }));
  const people = slots.filter(isOfPeople);
  return [
    ...competenciesOfPeople(slots).flatMap((name) => rows(name, REMARKS)),
    ...people.flatMap(({ competency, slot }) => rows(labelOf(competency, slot), REMARKS_AS_ANSWERS)),
  ];
}

/** The competencies that take people's names, and no other text, which may be any sentence. */
export function competenciesOfPeople(slots: readonly TaughtSlot[]): string[] {
  const texts = slots.filter(({ isText }) => isText);
  return [...new Set(texts.filter(isOfPeople).map(({ competency }) => competency))].filter((name) =>
    texts.every((slot) => slot.competency !== name || isOfPeople(slot)),
  );
}

/**
 * Stories that mention somebody or a place without a name, for slots of people's names: alone, and before or behind a
 * request. To an encoder, the nouns of a story are close to names.
 */
function mentionRows(
  requests: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
  random: Random,
): TaggedExample[] {
  const mentions = trainingRowsOf(language)?.mentions ?? [];
  if (mentions.length === 0) return [];
  const pick = (): string => drawn(mentions, random) ?? '';
  const links = [' ', ', ', '. ', ` ${languageOf(language).answers.and} `];
  return competenciesOfPeople(slots).flatMap((label) => {
    const rows = requests.filter((row) => row.label === label);
    return [
      ...Array.from({ length: MENTIONS }, () => ({ label, text: pick(), slots: [] })),
      ...Array.from({ length: MENTIONS_BESIDE }, (_, index) => {
        const row = drawn(rows, random) ?? { label, text: '', slots: [] };
        const link = drawn(links, random) ?? '';
        return index % 2 === 0 ? { ...row, text: row.text + link + pick() } : behind(pick() + link, row);
      }),
    ];
  });
}

/** Utterances and answers behind an interjection, for slots of people's names or addresses: “phew, for Ann”. */
function interruptedRows(
  requests: readonly TaggedExample[],
  slots: readonly TaughtSlot[],
  language: string,
  random: Random,
): TaggedExample[] {
  const interjections = trainingRowsOf(language)?.interjections ?? [];
  if (interjections.length === 0) return [];
  const named = slots.filter((slot) => isOfPeople(slot) || slot.isOfAddresses);
  const labels = new Set(named.flatMap(({ competency, slot }) => [competency, labelOf(competency, slot)]));
  return [...labels].flatMap((label) => {
    const rows = requests.filter((row) => row.label === label);
    return Array.from({ length: INTERRUPTED }, () => {
      const row = drawn(rows, random) ?? { label, text: '', slots: [] };
      return behind(`${drawn(interjections, random)}${drawn(['', ',', '.'], random)} `, row);
    });
  });
}

/** A row with a text before it. */
const behind = (before: string, { label, text, slots }: TaggedExample): TaggedExample => ({
  label,
  text: before + text,
  slots: slots.map((span) => ({ ...span, start: span.start + before.length, end: span.end + before.length })),
});

function runsIn({ text, label, slots }: TaggedExample): Run[] {
  const runs: SlotSpan[][] = [];
  for (const span of [...slots].sort((a, b) => a.start - b.start)) {
    const before = runs.at(-1)?.at(-1);
    if (before !== undefined && text.slice(before.end, span.start).trim() === '') runs.at(-1)?.push(span);
    else runs.push([span]);
  }
  return runs.filter((run) => run.length > 1).map((spans) => ({ competency: label, text, spans }));
}

/** All known values of a slot: marked ones and its entity's examples. */
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
/** The most UTF-16 units between a value and the start of the word before it. */
const NEAR = 64;

/** The word before each marked value: "to" in "send it to my sister". */
function wordsBefore(slot: string, marked: readonly TaggedExample[]): string[] {
  const words = marked.flatMap(({ text, slots }) =>
    slots.filter((span) => span.slot === slot).map(({ start }) => wordBefore(text, start, slots)),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

/** The word before a place, unless another value contains it. */
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
  const pick = (phrases: readonly string[]): string => drawn(phrases, random) ?? '';
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

/** Joins parts with spaces, except before commas, and marks those that are values. */
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
