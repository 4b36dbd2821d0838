import { valuesListed } from '../assistant.ts';
import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import type { Meaning, Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { View } from './view.ts';

/**
 * The values that the question for a slot names: "window, middle or aisle?" If it names none, the values of the slot's
 * list.
 */
export function offeredIn(
  loaded: LoadedAssistant,
  { assistant, awaited, prompt, language }: View,
  { clock }: Utterance,
): string[] {
  if (awaited.kind !== 'value') return [];
  const recognize = loaded.recognizerOf(awaited.slot.entity, language);
  const named = recognize({ text: prompt, words: wordsIn(prompt, language), language, clock });
  const values = new Set(named.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  return values.size > 0 ? [...values] : valuesListed(assistant, awaited.slot.entity);
}

/** The values that a yes and a no give to the asked slot. */
export interface YesNo {
  yes: Meaning | null;
  no: Meaning | null;
}

const NEITHER: YesNo = { yes: null, no: null };

/** The asked slot's values for yes and no; null for both if either is missing. */
export function yesNoOf(loaded: LoadedAssistant, { awaited, language: code }: View): YesNo {
  if (awaited.kind !== 'value') return NEITHER;
  const { entity } = awaited.slot;
  if (entity === BOOLEAN_ENTITY)
    return { yes: { value: true, details: {} }, no: { value: false, details: {} } };
  const recognize = loaded.recognizerOf(entity, code);
  const clock = { now: 0, offsetMinutes: 0 };
  const named = (words: readonly string[]): Meaning | null => {
    for (const text of words) {
      const [candidate] = recognize({ text, words: wordsIn(text, code), language: code, clock });
      if (candidate?.quality === 'exact' && candidate.end - candidate.start === text.length) return candidate;
    }
    return null;
  };
  const { yesNo } = languageOf(code);
  const [yes, no] = [named(yesNo.yes), named(yesNo.no)];
  return yes !== null && no !== null ? { yes, no } : NEITHER;
}
