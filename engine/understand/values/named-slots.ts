import { type CompiledAssistant, type CompiledSlot, entityNamed } from '../../assistant.ts';
import { isBuiltIn } from '../../built-in-entities.ts';
import { languageOf } from '../../language/languages.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import { remembered } from '../../text/remembered.ts';
import type { Stretch } from '../../text/stretch.ts';
import { isCalledBy, sharesStem } from '../../text/word-forms.ts';
import type { Utterance } from '../../values/recognizer.ts';
import type { SpokenNames } from '../../values/spoken.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { LETTERS } from '../certainty.ts';
import type { Frame } from '../view.ts';

type Calls = (slot: CompiledSlot, word: string) => boolean;

/**
 * The slots that a text mentions by a name no other slot has: "the date is wrong". In languages with compounds, a noun
 * for a kind of value also means the only slot whose own name ends in it, if no slot is called by it.
 */
export function namedSlots(
  { competency: { slots } }: { competency: { slots: readonly CompiledSlot[] } },
  { words }: Pick<Utterance, 'words'>,
  language: string,
): { slot: CompiledSlot; on: Stretch }[] {
  const { inflection, kinds } = languageOf(language);
  const isCalled: Calls = (slot, word) => namesOf(slot, language).some((name) => isCalledBy(name, word));
  const endsIn: Calls = ({ name, entity }, word) => [name, entity].some((called) => called.endsWith(word));
  const isKind = (word: string) => Object.values(kinds).some((nouns) => nouns.includes(word));
  const hasCompounds = (inflection?.links ?? null) !== null;
  /** The only slot that a word names. */
  const namedBy = remembered((word): CompiledSlot | undefined => {
    if (word.length < LETTERS.few) return undefined;
    const called = slots.filter((slot) => isCalled(slot, word));
    const named =
      called.length === 0 && hasCompounds && isKind(word)
        ? slots.filter((slot) => endsIn(slot, word))
        : called;
    return named.length === 1 ? named[0] : undefined;
  });
  return slots.flatMap((slot) => {
    const word = words.find(({ text }) => namedBy(text) === slot);
    return word === undefined ? [] : [{ slot, on: { start: word.start, end: word.end } }];
  });
}

/** The normalised words of a slot's question. */
export const wordsOfQuestion = ({ ask }: Pick<CompiledSlot, 'ask'>, language: string): string[] =>
  plainWordsIn(ask?.[language]?.speak.join(' ') ?? '', language).split(' ');

const knownNames = new WeakMap<CompiledSlot, Map<string, readonly string[]>>();

/** The names of a slot: words of its name, its entity's name and its question. Cached. */
export function namesOf(slot: CompiledSlot, language: string): readonly string[] {
  const known = knownNames.get(slot) ?? new Map<string, readonly string[]>();
  knownNames.set(slot, known);
  const names = known.get(language) ?? findNames(slot, language);
  known.set(language, names);
  return names;
}

function findNames(slot: CompiledSlot, language: string): string[] {
  const { name, entity } = slot;
  const { connecting, sentences, roles } = languageOf(language);
  const beside = Object.values(roles).flatMap((role) => role.beside);
  const isSmall = (word: string) =>
    word.length < LETTERS.few ||
    (word.length < LETTERS.several &&
      (connecting.has(word) || [...sentences.questions, ...beside].includes(word)));
  const asked = wordsOfQuestion(slot, language).filter((word) => !isSmall(word));
  return [...name.split('_'), ...entity.split('_'), ...asked];
}

/**
 * The names of a slot's value: words of the slot's name and, for an author's entity, of the entity's name and
 * the question's first sentence. A built-in entity's name is too general: "this time" need not mean a time
 * slot.
 */
export function valueNamesOf(
  { name, entity, ask }: CompiledSlot,
  language: string,
  assistant: CompiledAssistant,
): string[] {
  const isOwn = entityNamed(assistant, entity) !== undefined;
  const { connecting, sentences } = languageOf(language);
  const question = (ask?.[language]?.speak.join(' ') ?? '').replace(/\{\{[^}]*\}\}/g, ' ');
  const [first = ''] = question.split(SENTENCE_END);
  const asked = plainWordsIn(first, language)
    .split(' ')
    .filter((word) => !connecting.has(word) && !sentences.questions.includes(word));
  const names = [...name.split('_'), ...(isOwn ? [...entity.split('_'), ...asked] : [])];
  return names.filter((word) => word.length >= LETTERS.several);
}

/** A language's nouns for the values of a built-in entity; empty for others. */
export function nounsOfEntity(entity: string, language: string): readonly string[] {
  const kinds: Readonly<Record<string, readonly string[]>> = languageOf(language).kinds;
  return kinds[entity] ?? [];
}

/** The names of a slot's value; for a built-in entity, the language's nouns for it too. */
export const nounsOf = (slot: CompiledSlot, language: string, assistant: CompiledAssistant): string[] => [
  ...valueNamesOf(slot, language, assistant),
  ...nounsOfEntity(slot.entity, language),
];

/** The names by which a query refers to an entity's earlier value: "the same day". */
export function spokenNamesOf(assistant: CompiledAssistant, entity: string, language: string): SpokenNames {
  const slots = Object.values(assistant.competencies)
    .flatMap((competency) => competency.slots)
    .filter((slot) => slot.entity === entity);
  const byName = Map.groupBy(slots, ({ name }) => name);
  return {
    slots: new Map(
      [...byName].map(([name, alike]) => [
        name,
        [...new Set(alike.flatMap((slot) => valueNamesOf(slot, language, assistant)))],
      ]),
    ),
    kind: isBuiltIn(entity) ? nounsOfEntity(entity, language) : entity.split('_'),
  };
}

/** True if a text mentions a competency by a word of its title or name. */
export function isNamed(
  { competency }: Frame,
  { words }: Pick<Utterance, 'words'>,
  language: string,
): boolean {
  const names = [
    ...plainWordsIn(competency.titles[language] ?? '', language).split(' '),
    ...competency.name.split('_'),
  ];
  return words.some(
    ({ text }) => text.length >= LETTERS.several && names.some((name) => sharesStem(name, text)),
  );
}
