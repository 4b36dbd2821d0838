import { plainWords, wordsOf } from '../../engine/text/words.ts';
import { type Alignment, alike, isBoolean, isListed, isNumeric, toldSlots } from './alignment.ts';
import { freeTextEntity } from './assistant.ts';
import { entityOf, entityOfList } from './entity-of.ts';
import type { Likeness } from './likeness.ts';
import { plainName } from './names.ts';
import { phrasesOf } from './phrases.ts';
import type { Dialogue, Service } from './rows.ts';
import type { TrainingTurn } from './training-turns.ts';

type Slot = Service['slots'][number];

/** The values marked in dialogues, by service and slot. */
export class KnownValues {
  readonly #values = new Map<string, string[]>();

  constructor(services: readonly Service[], training: readonly Dialogue[]) {
    const slotsOf = new Map(
      services.map(({ service, slots }) => [service, new Set(slots.map(({ name }) => name))]),
    );
    for (const { services: own, turns } of training)
      for (const { text, spans } of turns)
        for (const { slot, start, end } of spans)
          for (const service of own)
            if (slotsOf.get(service)?.has(slot)) this.#add(`${service} ${slot}`, text.slice(start, end));
  }

  #add(key: string, value: string): void {
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  of = ({ service }: Service, slot: string): readonly string[] =>
    this.#values.get(`${service} ${slot}`) ?? [];
}

/** A slot without known values gets the values of a slot that is at least this similar. */
const LIKE_ENOUGH = 0.5;

/** The known values for a slot of ours: the values of matching slots, or else of the most similar slot. */
export function valuesFor(
  slot: Slot,
  alignments: readonly Alignment[],
  services: readonly Service[],
  known: KnownValues,
  likeness: Likeness,
): string[] {
  const same = alignments.flatMap(({ service, slots }) =>
    [...slots].flatMap(([name, ours]) => (ours.name === slot.name ? known.of(service, name) : [])),
  );
  if (same.length > 0) return same;
  const [likest] = services
    .flatMap((service) => toldSlots(service).map((foreign) => ({ service, foreign })))
    .filter(({ service, foreign }) => known.of(service, foreign.name).length > 0)
    .filter(({ foreign }) => alike(slot, foreign, likeness) >= LIKE_ENOUGH || foreign.name === slot.name)
    .map((pair) => ({ ...pair, like: likeApart(slot, pair.foreign, likeness) }))
    .sort((a, b) => b.like - a.like);
  return likest === undefined ? [] : [...known.of(likest.service, likest.foreign.name)];
}

/**
 * The similarity of two slots apart from their common topic. (An actor and a director of a movie share their topic,
 * but are different people.)
 */
function likeApart(left: Slot, right: Slot, likeness: Likeness): number {
  if (left.name === right.name) return 1;
  const [mine, theirs] = [left, right].map(({ description }) =>
    wordsOf(description).map((word) => word.text),
  );
  const rest = (words: string[] = [], theirWords: string[] = []) =>
    words.filter((word) => !theirWords.includes(word)).join(' ');
  const [ofMine, ofTheirs] = [rest(mine, theirs), rest(theirs, mine)];
  return ofMine === '' || ofTheirs === '' ? 0 : likeness(ofMine, ofTheirs);
}

/** The entity of a slot: its name, and its file unless it is built in. */
export interface SlotEntity {
  name: string;
  file: object | null;
}

/**
 * A slot with possible values is a number if all of them are, otherwise a list. Any other slot gets the built-in entity
 * that fits its name and known values (`entityOf`), or else free text with these values.
 */
export function entityFor(
  slot: Slot,
  values: readonly string[],
  phrases: ReadonlyMap<string, readonly string[]>,
): SlotEntity {
  const { name, description, possible_values: possible } = slot;
  const entity = `${name}_value`;
  if (isNumeric(slot)) return { name: 'number', file: null };
  if (isListed(slot)) {
    const calendar = entityOfList(possible);
    if (calendar !== null) return { name: calendar, file: null };
    const listed = possible.map((value) => [value, { en: phrases.get(value) ?? [value] }]);
    return { name: entity, file: { entity, values: Object.fromEntries(listed) } };
  }
  if (isCoded(slot)) return { name: entity, file: { entity, kind: 'regex', pattern: CODE } };
  const builtIn = entityOf(name, description, values);
  if (builtIn !== null) return { name: builtIn, file: null };
  return values.length === 0
    ? { name: 'text', file: null }
    : { name: entity, file: freeTextEntity(entity, values) };
}

/** Digits called a code are not a number: a code keeps its leading zero. */
const CODE = '[0-9][0-9-]{2,}';

/** True if the slot's name or description says that it takes a code of digits. */
const isCoded = ({ name, description }: Slot): boolean =>
  /\b(?:code|pin|account number)\b/.test(`${plainName(name)} ${description}`.toLowerCase());

/** The minimum similarity of a list's value to a value of another service's list with the same meaning. */
const LIKE_A_VALUE = 0.4;

/** The sources from which phrases for values are learned. */
export interface PhraseSources {
  turns: readonly TrainingTurn[];
  /** User queries to any service. */
  said: readonly string[];
  likeness: Likeness;
}

/**
 * Finds phrases for each value of a slot's list: the value itself, and the words by which users in training dialogues
 * state the matching value. For a list of `True` and `False`: the slot's name, and its negation.
 * @param services the services of the training dialogues
 */
export function phrasesFor(
  slot: Slot,
  services: readonly Service[],
  sources: PhraseSources,
): Map<string, string[]> {
  if (isBoolean(slot)) {
    const calls = callsOfBoolean(slot, services, sources.said);
    return new Map([
      ['True', ['yes', ...calls]],
      ['False', ['no', ...calls.flatMap((call) => [`no ${call}`, `non ${call}`, `without ${call}`])]],
    ]);
  }
  const learned = learnedPhrases(slot, sources);
  const taken = new Set(slot.possible_values.map((value) => plainWords(value)));
  return new Map(
    slot.possible_values.map((value) => {
      const calls = [...callsOfNone(value, slot), ...(slot.calls?.[value] ?? [])];
      const phrases = [...calls, ...(learned.get(value) ?? [])].filter(
        (phrase) => !taken.has(phrase) && !` ${phrase} `.includes(` ${plainWords(value)} `),
      );
      for (const phrase of phrases) taken.add(phrase);
      return [value, [value, ...phrases]];
    }),
  );
}

/** A list's `None` means the absence of the slot's topic: "no subtitles" for `subtitle_language`. */
function callsOfNone(value: string, { name }: Slot): string[] {
  if (plainWords(value) !== 'none') return [];
  const [about = ''] = plainName(name).split(' ');
  return [about, `${about}s`].flatMap((call) => [`no ${call}`, `without ${call}`, `any ${call}`]);
}

function learnedPhrases(slot: Slot, { turns, said, likeness }: PhraseSources): Map<string, string[]> {
  const learned = new Map<string, string[]>();
  const alignments = new Set(turns.map(({ alignment }) => alignment));
  for (const alignment of alignments)
    for (const [name, ours] of alignment.slots) {
      if (ours.name !== slot.name) continue;
      const told = turns
        .filter((turn) => turn.alignment === alignment)
        .map(({ user }) => ({ text: user.text, value: toldIn(user.acts, name) }));
      for (const [theirs, phrases] of phrasesOf(told, said)) {
        const value = valueLike(theirs, slot, likeness);
        if (value !== null) learned.set(value, [...(learned.get(value) ?? []), ...phrases]);
      }
    }
  return learned;
}

const toldIn = (acts: TrainingTurn['user']['acts'], name: string): string | null =>
  acts.find(({ act, slot }) => act === 'INFORM' && slot === name)?.values?.[0] ?? null;

/** The value of ours that matches another service's value, or null. */
function valueLike(theirs: string, { name, possible_values }: Slot, likeness: Likeness): string | null {
  const same = possible_values.find((value) => plainWords(value) === plainWords(theirs));
  if (same !== undefined) return same;
  const like = (value: string): number =>
    likeness(`${plainName(name)}: ${value}`, `${plainName(name)}: ${theirs}`);
  const [likest] = [...possible_values].sort((a, b) => like(b) - like(a));
  return likest !== undefined && likeness(likest, theirs) >= LIKE_A_VALUE ? likest : null;
}

/** Length of a common prefix of two words with the same meaning: "outdoor" and "outdoors". */
const SAME_BEGINNING = 4;

/** A word that occurs in a larger share of queries is not specific enough by itself. */
const MOST_SAID = 0.002;

/**
 * The names of a slot of `True` and `False`: its name, its description's words for it, and each word in them that is
 * specific to it, such as "vegetarian" in "vegetarian options".
 */
export function callsOfBoolean(
  { name, description }: Slot,
  services: readonly Service[] = [],
  said: readonly string[] = [],
): string[] {
  const called = plainName(name.replace(/^(?:has|is|are|offers|serves)_/, '')).split(' ');
  const described = wordsOf(description).map((word) => word.text);
  const isCalled = (word: string): boolean => called.some((name) => beginAlike(name, word));
  const first = described.findIndex(isCalled);
  const last = described.findLastIndex(isCalled);
  const ofOthers = services.flatMap(({ slots }) => slots.flatMap((slot) => slot.name.split('_')));
  const texts = said.map((text) => ` ${plainWords(text)} `);
  const tells = (word: string): boolean =>
    texts.length > 0 &&
    word.length > 3 &&
    !ofOthers.some((name) => beginAlike(word, name)) &&
    texts.filter((text) => text.includes(` ${word} `)).length <= MOST_SAID * texts.length;
  const telling = [...called, ...described.filter(isCalled)].filter(tells);
  const calls = [called.join(' '), described.slice(Math.max(first, 0), last + 1).join(' '), ...telling];
  return [...new Set(calls)].filter((call) => call !== '');
}

const beginAlike = (left: string, right: string): boolean =>
  left === right ||
  (Math.min(left.length, right.length) >= SAME_BEGINNING &&
    (left.startsWith(right) || right.startsWith(left)));
