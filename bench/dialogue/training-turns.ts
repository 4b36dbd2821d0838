import { phraseAt } from '../../engine/text/phrases.ts';
import { overlap, type Stretch } from '../../engine/text/stretch.ts';
import { plainWords, wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import { type Alignment, isNumeric } from './alignment.ts';
import { utteranceOf } from './entity-of.ts';
import type { Dialogue, DialogueTurn, Service, Span } from './rows.ts';
import { type ServiceTurn, serviceTurns } from './turns.ts';

/** A user's text with our slots marked. */
export interface MarkedText {
  text: string;
  spans: readonly Span[];
}

/** A user's turn in a training dialogue about a service similar to ours. */
export interface TrainingTurn extends ServiceTurn {
  alignment: Alignment;
}

/** An answer with fewer words besides its values cannot begin a competency. */
const FEWEST_WORDS_BESIDE = 3;
const NOW = Date.UTC(2026, 0, 1, 12);

export const trainingTurns = (
  alignments: readonly Alignment[],
  training: readonly Dialogue[],
): TrainingTurn[] =>
  alignments.flatMap((alignment) =>
    training
      .filter(({ services }) => services.includes(alignment.service.service))
      .flatMap((dialogue) => serviceTurns(dialogue, alignment.service.service))
      .map((turn) => ({ ...turn, alignment })),
  );

/**
 * User queries for an intent of ours with its slots marked: requests for it, requests for an alternative, or values
 * stated in a sentence. Texts with a value of any other slot are left out, since that value would be unmarked.
 * @param phrases phrases for list values, by our slot and value
 */
export function textsFor(
  intent: Service['intents'][number],
  slots: readonly string[],
  turns: readonly TrainingTurn[],
  phrases: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>,
): MarkedText[] {
  return turns.flatMap(({ user, goal, alignment }): MarkedText[] => {
    if (alignment.intents.get(goal.intent)?.name !== intent.name) return [];
    const { text, acts } = user;
    const wished = acts.flatMap(({ act, values }) => (act === 'INFORM_INTENT' ? (values ?? []) : []));
    if (wished.some((name) => name !== goal.intent)) return [];
    const spans = spansOf(user, alignment, slots);
    if (spans === null) return [];
    const marks = [...spans, ...listedMarks(user, alignment, slots, spans, phrases)];
    const asksForAnother = !intent.is_transactional && acts.some(({ act }) => act === 'REQUEST_ALTS');
    const tells = marks.length > 0 && wordsBeside(text, marks) >= FEWEST_WORDS_BESIDE;
    return wished.length > 0 || asksForAnother || tells ? [{ text, spans: marks }] : [];
  });
}

/** The marks of a turn under our names; null if one belongs to a slot outside the intent. */
function spansOf(
  { spans }: DialogueTurn,
  { slots: aligned }: Alignment,
  slots: readonly string[],
): Span[] | null {
  const renamed: Span[] = [];
  for (const span of spans) {
    const slot = aligned.get(span.slot)?.name;
    if (slot === undefined || !slots.includes(slot)) return null;
    renamed.push({ ...span, slot });
  }
  return renamed;
}

/** Marks for list values and small numbers, whose position is not in the dialogues. */
function listedMarks(
  { text, acts }: DialogueTurn,
  { slots: aligned }: Alignment,
  slots: readonly string[],
  spans: readonly Span[],
  phrases: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>,
): Span[] {
  const marks: Span[] = [];
  for (const { act, slot: name = '', values: [value] = [] } of acts) {
    const slot = aligned.get(name);
    if (act !== 'INFORM' || value === undefined || slot === undefined || !slots.includes(slot.name)) continue;
    const taken = [...spans, ...marks];
    const place = isNumeric(slot)
      ? placeOfNumber(text, Number(value), taken)
      : placeOfPhrase(text, phrases.get(slot.name)?.get(value) ?? [], taken);
    if (place !== null) marks.push({ ...place, slot: slot.name });
  }
  return marks;
}

const isFree = (place: Stretch, taken: readonly Stretch[]): boolean =>
  !taken.some((occupied) => overlap(occupied, place));

function placeOfNumber(text: string, value: number, taken: readonly Stretch[]): Stretch | null {
  const numbers = builtInRecognizer('number', null)?.(utteranceOf(text, NOW)) ?? [];
  const places = numbers.filter((number) => number.value === value && isFree(number, taken));
  const [place, ...rest] = places;
  return place === undefined || rest.length > 0 ? null : { start: place.start, end: place.end };
}

function placeOfPhrase(text: string, phrases: readonly string[], taken: readonly Stretch[]): Stretch | null {
  const words = wordsOf(text);
  for (const phrase of [...phrases].sort((a, b) => b.length - a.length)) {
    const plain = [plainWords(phrase)];
    const at = words.findIndex((_, index) => phraseAt(words, index, plain) > 0);
    const [first, last] = [words[at], words[at + phraseAt(words, at, plain) - 1]];
    if (first === undefined || last === undefined) continue;
    const place = { start: first.start, end: last.end };
    if (isFree(place, taken)) return place;
  }
  return null;
}

/** The number of words besides the marked values of a text. */
function wordsBeside(text: string, marks: readonly Stretch[]): number {
  const rest = [...marks]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return rest.trim().split(/\s+/).length;
}

/** User turns that only ask about results. */
export const questionsIn = (turns: readonly TrainingTurn[]): string[] =>
  turns.flatMap(({ user: { text, acts } }) =>
    acts.length > 0 && acts.every(({ act }) => act === 'REQUEST') ? [text] : [],
  );

/** User requests to services that are not similar to ours. */
export function wishesElsewhere(alignments: readonly Alignment[], training: readonly Dialogue[]): string[] {
  const alike = new Set(alignments.map(({ service }) => service.service));
  return training
    .filter(({ services }) => !services.some((service) => alike.has(service)))
    .flatMap(({ turns }) =>
      turns.flatMap(({ who, text, acts }) =>
        who === 'user' && acts.some(({ act }) => act === 'INFORM_INTENT') ? [text] : [],
      ),
    );
}
