import { isBuiltIn, TEXT_ENTITY } from '../../engine/built-in-entities.ts';
import { wireName } from '../../engine/dialogue/business-logic/wire.ts';
import type { TurnResult } from '../../engine/dialogue/result.ts';
import { overlap } from '../../engine/text/stretch.ts';
import { plainWords } from '../../engine/text/words.ts';
import type { EntityFile } from '../forms/entity-file.ts';
import type { AuthoredAssistant } from '../read.ts';
import { type MarkedValue, type Sentence, sentencesOf } from '../sentences.ts';

/** A value of the author's own entity, or a synonym of it in a language. */
interface Synonym {
  entity: string;
  value: string;
  words: string;
  /** Undefined for words of all languages. */
  language: string | undefined;
}

/**
 * Sentences with the values and synonyms that are new in a draft: for each, the first utterance of the draft in its
 * language with a marked value of its entity, which the new value replaces. Values without such an utterance are left
 * out.
 */
export function sentencesOfNewValues(old: AuthoredAssistant, draft: AuthoredAssistant): Sentence[] {
  const known = new Set(synonymsOf(old).map(keyOf));
  const carriers = sentencesOf(draft).filter(({ marks }) => marks.length > 0);
  const sentences = synonymsOf(draft)
    .filter((synonym) => !known.has(keyOf(synonym)))
    .flatMap(({ entity, words, language }) => {
      const isOfEntity = (mark: MarkedValue) => mark.entity === entity;
      const carrier = carriers.find(
        (sentence) =>
          sentence.marks.some(isOfEntity) && (language ?? sentence.language) === sentence.language,
      );
      const mark = carrier?.marks.find(isOfEntity);
      return carrier === undefined || mark === undefined ? [] : [withValue(carrier, mark, words)];
    });
  // A value is often among its own synonyms.
  return [
    ...new Map(
      sentences.map((each) => [`${each.language} ${plainWords(each.text)}`, each] as const),
    ).values(),
  ];
}

const keyOf = ({ entity, value, words, language }: Synonym): string =>
  [entity, value, language ?? '*', plainWords(words)].join('\n');

const synonymsOf = ({ entities }: AuthoredAssistant): Synonym[] =>
  entities.flatMap(({ form: { entity, values } }) =>
    Object.entries(values ?? {}).flatMap(([value, synonyms]) => [
      { entity, value, words: value, language: undefined },
      ...Object.entries(byLanguage(synonyms)).flatMap(([language, list]) =>
        list.map((words) => ({
          ...{ entity, value, words: String(words) },
          language: language === '*' ? undefined : language,
        })),
      ),
    ]),
  );

type Synonyms = NonNullable<EntityFile['values']>[string];

const byLanguage = (synonyms: Synonyms): Readonly<Record<string, readonly (string | number)[]>> =>
  Array.isArray(synonyms) ? { '*': synonyms } : (synonyms ?? {});

/** The sentence with other words as a marked value, and no other mark. */
function withValue(sentence: Sentence, { start, end, ...mark }: MarkedValue, words: string): Sentence {
  const text = `${sentence.text.slice(0, start)}${words}${sentence.text.slice(end)}`;
  return { ...sentence, text, marks: [{ ...mark, start, end: start + words.length }] };
}

/** The value that a marked slot should get: the canonical value of a listed one, otherwise the marked words. */
export function wantedValue(
  { entities }: AuthoredAssistant,
  { text, language }: Sentence,
  { entity, start, end }: MarkedValue,
): string {
  const words = text.slice(start, end);
  const plain = plainWords(words);
  const form = entities.find((each) => each.form.entity === entity)?.form;
  const listed = Object.entries(form?.values ?? {}).find(([value, synonyms]) => {
    const { '*': everywhere = [], [language]: own = [] } = byLanguage(synonyms);
    return [value, ...everywhere, ...own].some((each) => plainWords(String(each)) === plain);
  });
  return listed?.[0] ?? words;
}

/**
 * The value that a turn gives to a slot, and whether it is the wanted value; a null value if it gives none. A slot that
 * led to another competency is not in the result any more: there the wanted value counts as given if its words filled
 * the slot.
 */
export function valueGiven(
  { slots, explanation: { proposals, transitions } }: Pick<TurnResult, 'slots' | 'explanation'>,
  mark: MarkedValue,
  wanted: string,
): { value: string | null; isRight: boolean } {
  const { slot, entity } = mark;
  const values = slots[wireName(slot)]?.values ?? [];
  const hasLedOn =
    transitions.some(({ on }) => on === 'slot') &&
    proposals.some(
      (proposal) =>
        proposal.command === 'set' &&
        proposal.slot === slot &&
        proposal.became === 'applied' &&
        overlap(proposal, mark),
    );
  if (values.length === 0 && hasLedOn) return { value: wanted, isRight: true };
  const plain = plainWords(wanted);
  // Recognisers decide themselves which words belong to a value: "on Friday", or "Friday".
  const isRecognised = isBuiltIn(entity ?? '') && entity !== TEXT_ENTITY;
  const isWanted = ({ tokens, value }: (typeof values)[number]): boolean =>
    value === wanted ||
    plainWords(tokens) === plain ||
    (isRecognised && (plainWords(tokens).includes(plain) || plain.includes(plainWords(tokens))));
  const [first] = values;
  const given = values.find(isWanted) ?? first;
  return {
    value: given === undefined ? null : typeof given.value === 'string' ? given.value : given.tokens,
    isRight: values.some(isWanted),
  };
}
