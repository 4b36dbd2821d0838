import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { phraseAt } from '../text/phrases.ts';
import { sharesStem } from '../text/word-forms.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import type { Utterance } from '../values/recognizer.ts';
import { valueNamesOf } from './values/named-slots.ts';

/** True if a text refers to something said before: "how much is that", "book that for two". */
export function pointsBack({ words, language }: Pick<Utterance, 'words' | 'language'>): boolean {
  const { sentences, connecting, pointingVerbs, pointingOrder } = languageOf(language);
  if (pointingOrder?.test(words.map(({ text }) => text).join(' '))) return true;
  const begins = (at: number) =>
    (words[at]?.start ?? 0) - (words[at - 1]?.end ?? Number.NEGATIVE_INFINITY) > 1;
  return words.some(({ text }, at) => {
    // Orders begin a clause. Elsewhere, nouns such as "escuela" have the same ending.
    if (begins(at) && pointingVerbs?.test(text)) return true;
    if (phraseAt(words, at, sentences.pointing) > 0) return true;
    const length = phraseAt(words, at, sentences.pointingAtEnd);
    if (length === 0) return false;
    const behind = words.slice(at + length);
    const [next] = behind;
    const clauseEnd = behind.findIndex((_, index) => begins(at + length + index));
    return (
      next === undefined ||
      isPreposition(next.text, language) ||
      behind.slice(0, clauseEnd < 0 ? undefined : clauseEnd).every(({ text }) => connecting.has(text))
    );
  });
}

/** The slots that a text refers to by name: "cancel that rental altogether". */
export function slotsPointedAt(
  { slots }: CompiledCompetency,
  { words, language }: Pick<Utterance, 'words' | 'language'>,
  { assistant }: Pick<LoadedAssistant, 'assistant'>,
): CompiledSlot[] {
  const { demonstratives } = languageOf(language).sentences;
  const named = words.flatMap((_, at) => {
    const length = phraseAt(words, at, demonstratives);
    return length === 0 ? [] : (words[at + length]?.text ?? []);
  });
  if (named.length === 0) return [];
  return slots.filter((slot) =>
    valueNamesOf(slot, language, assistant).some((name) => named.some((word) => sharesStem(name, word))),
  );
}
