import type { CompiledEntity } from '../assistant.ts';
import { normalise } from '../text/words.ts';

/**
 * The display name of a listed value: its first synonym in the language, else its own name, with the letter case and
 * accents of a synonym for all languages.
 */
export function toldName({ values }: CompiledEntity, value: string, language: string): string {
  const synonyms = Object.hasOwn(values, value) ? values[value] : undefined;
  const name = value.replaceAll('_', ' ');
  const isName = (synonym: string) => normalise(synonym) === normalise(name);
  return synonyms?.[language]?.[0] ?? synonyms?.['*']?.find(isName) ?? name;
}
