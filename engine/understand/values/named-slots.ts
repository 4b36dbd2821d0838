import { type CompiledAssistant, type CompiledSlot, entityNamed } from '../../assistant.ts';
import { languageOf } from '../../language/languages.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import type { Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import type { Frame } from '../view.ts';

/** Letters in which two forms of a word agree: `transfer`, `transferencia`. */
const STEM_LETTERS = 4;
/** Of a name that a slot is called by: "day", "bag". */
const LEAST_LETTERS = 3;

/** True of two normalised words that agree in their stems; of short ones, that are the same but for one last letter. */
export function sharesStem(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < STEM_LETTERS) return short === long;
  if (short.length === STEM_LETTERS) return long.length <= STEM_LETTERS + 1 && long.startsWith(short);
  const letters = Math.max(STEM_LETTERS, Math.min(short.length - 2, 7));
  return short.slice(0, letters) === long.slice(0, letters);
}

/** Of what a compound ends in: “Flugnummer”. */
const LEAST_OF_A_COMPOUND = 5;

/** True of a word that is a name in some form, or a compound of it. */
const isCalledBy = (name: string, word: string): boolean =>
  sharesStem(name, word) || (name.length >= LEAST_OF_A_COMPOUND && word.endsWith(name));

/** The slots of a frame that a text calls by a name that no other slot has: "the date is wrong". */
export function namedSlots(
  { competency }: Frame,
  { words }: Pick<Utterance, 'words'>,
  language: string,
): { slot: CompiledSlot; on: Stretch }[] {
  const names = new Map(competency.slots.map((slot) => [slot, namesOf(slot, language)]));
  return competency.slots.flatMap((slot) => {
    const own = names.get(slot) ?? [];
    const others = competency.slots
      .filter((other) => other !== slot)
      .flatMap((other) => names.get(other) ?? []);
    const word = words.find(
      ({ text }: Word) =>
        text.length >= LEAST_LETTERS &&
        own.some((name) => isCalledBy(name, text)) &&
        !others.some((name) => isCalledBy(name, text)),
    );
    return word === undefined ? [] : [{ slot, on: { start: word.start, end: word.end } }];
  });
}

/** The words of a slot's question, normalised. */
export const wordsOfQuestion = ({ ask }: Pick<CompiledSlot, 'ask'>, language: string): string[] =>
  plainWordsIn(ask?.[language]?.speak.join(' ') ?? '', language).split(' ');

/** What a slot may be called: by its name, its entity's, and the words of its question. */
export function namesOf(slot: CompiledSlot, language: string): string[] {
  const { name, entity } = slot;
  const { connecting, sentences, roles } = languageOf(language);
  const beside = Object.values(roles).flatMap((role) => role.beside);
  const isSmall = (word: string) =>
    word.length < LEAST_LETTERS ||
    (word.length < STEM_LETTERS &&
      (connecting.has(word) || [...sentences.questions, ...beside].includes(word)));
  const asked = wordsOfQuestion(slot, language).filter((word) => !isSmall(word));
  return [...name.split('_'), ...entity.split('_'), ...asked];
}

/**
 * What the value of a slot may be called: by the slot's name and, where an author made its entity, by that and by what
 * its question asks for first; "this time" means no slot of just any time.
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
  return names.filter((word) => word.length >= STEM_LETTERS);
}

/** True where a text calls a competency by a word of its title or name. */
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
    ({ text }) => text.length >= STEM_LETTERS && names.some((name) => sharesStem(name, text)),
  );
}
