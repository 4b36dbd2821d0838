import { packArtifact } from '../artifact.ts';
import { gramsOf, spokenWords } from '../classify/language-detector.ts';
import type { Language } from '../language/language.ts';
import { isKnownLanguage, languageOf } from '../language/languages.ts';
import { outOfScopeRows } from '../language/training.ts';
import { writeJson, writeNumbers } from '../sections.ts';

/** The weight of an n-gram's frequency over all languages, added to its frequency in each. */
const SHARED = 0.5;
/** The most utterances per language; from more, every second or third is taken. These fill at least 100 KB. */
const MOST_UTTERANCES = 2000;

/**
 * Trains the language detector of a version, on its own utterances and on the engine's texts of each language. Equal
 * texts in equal order give equal bytes.
 * @param utterances by language (ISO 639-1), in the order of the version's languages
 * @returns the section for `loadLanguageDetector`
 */
export function trainLanguageDetector(utterances: ReadonlyMap<string, readonly string[]>): Uint8Array {
  const languages = [...utterances.keys()];
  const counts = languages.map((code) =>
    countsOf([...some(utterances.get(code) ?? []), ...knownTexts(code)]),
  );
  const shares = counts.map((ofLanguage) => {
    const all = Math.max(
      1,
      ofLanguage.values().reduce((sum, count) => sum + count, 0),
    );
    return (gram: number) => (ofLanguage.get(gram) ?? 0) / all;
  });
  const grams = [...new Set(counts.flatMap((ofLanguage) => [...ofLanguage.keys()]))].sort((a, b) => a - b);
  const weights = grams.flatMap((gram) => {
    const all = shares.reduce((sum, share) => sum + share(gram), 0) / shares.length;
    return shares.map((share) => Math.log((share(gram) + SHARED * all) / ((1 + SHARED) * all)));
  });
  return packArtifact({
    meta: writeJson({ languages }),
    grams: writeNumbers(Uint32Array.from(grams)),
    weights: writeNumbers(Float32Array.from(weights)),
  });
}

const some = (texts: readonly string[]): readonly string[] => {
  const step = Math.ceil(texts.length / MOST_UTTERANCES);
  return texts.filter((_, index) => index % step === 0);
};

/** Counts n-grams. */
function countsOf(texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const text of texts)
    for (const word of spokenWords(text))
      for (const gram of gramsOf(word)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return counts;
}

/** The engine's sentences and function words of a language; none without a language folder. */
const knownTexts = (code: string): readonly string[] =>
  isKnownLanguage(code) ? [...outOfScopeRows(code), ...wordsOfLanguage(languageOf(code))] : [];

const wordsOfLanguage = ({
  messages,
  answers,
  sentences,
  connecting,
  search,
  change,
}: Language): string[] => [
  ...Object.values(messages).map((message) => message.replace(/\{\{[^}]*\}\}/g, ' ')),
  ...[answers.leads, answers.tails].flat(),
  ...[sentences.questions, sentences.joining, change.repair, change.instead].flat(),
  ...connecting,
  ...search.stopWords,
];
