import type { CompiledAssistant } from '../assistant.ts';
import type { Classifier } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import { overlap } from '../text/stretch.ts';
import { plainWords } from '../text/words.ts';
import type { Recognizer } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { UtteranceIndex } from './utterances.ts';

/** The means to tell values that utterances have from those that they lack. */
export interface FamiliarValues {
  assistant: CompiledAssistant;
  language: string;
  index: UtteranceIndex | undefined;
  recognizerOf: (entity: string, language: string) => Recognizer;
}

/**
 * A classifier that reads a text which it does not understand once more, with a familiar value in the place of each that
 * no utterance has: "book a nail trim" as "book a vaccination".
 */
export function byFamiliarValues(classifier: Classifier, known: FamiliarValues): Classifier {
  const familiar = familiarReading(known);
  if (familiar === null) return classifier;
  return {
    ...(classifier.read && { read: classifier.read.bind(classifier) }),
    ...(classifier.knows && { knows: classifier.knows.bind(classifier) }),
    classify(text) {
      const asSaid = classifier.classify(text);
      const reworded = asSaid.outcome === 'matched' ? null : familiar(text);
      if (reworded === null) return asSaid;
      const read = classifier.classify(reworded);
      const tellsMore =
        read.outcome === 'matched' || (read.outcome === 'ambiguous' && asSaid.outcome === 'out_of_scope');
      return tellsMore ? read : asSaid;
    },
  };
}

/** Puts familiar values in the place of unfamiliar ones; null if a text has none of those, or nothing else. */
function familiarReading({
  assistant,
  language,
  index,
  recognizerOf,
}: FamiliarValues): ((text: string) => string | null) | null {
  const entities = Object.values(assistant.entities).flatMap(({ name, usual }) => {
    const call = usual?.[language];
    return call === undefined ? [] : [{ name, call }];
  });
  if (index === undefined || entities.length === 0) return null;
  const { yes, no } = languageOf(language).yesNo;
  // A list of answers may have "no" itself.
  const replies = new Set([...yes, ...no]);
  const isUnfamiliar = (call: string) =>
    !replies.has(call) && call.split(' ').some((word) => !index.knows(word));
  return (text) => {
    const utterance = { text, words: wordsIn(text, language), language, clock: { now: 0, offsetMinutes: 0 } };
    const values = entities
      .flatMap(({ name, call }) =>
        recognizerOf(
          name,
          language,
        )(utterance)
          .filter(({ quality }) => quality === 'exact')
          .map(({ start, end }) => ({ start, end, call })),
      )
      .filter(({ start, end }) => isUnfamiliar(plainWords(text.slice(start, end))))
      .sort((value, next) => value.start - next.start || next.end - value.end);
    if (utterance.words.every((word) => values.some((value) => overlap(value, word)))) return null;
    let rewordedText = '';
    let at = 0;
    for (const { start, end, call } of values) {
      if (start < at) continue;
      rewordedText += text.slice(at, start) + call;
      at = end;
    }
    return at === 0 ? null : rewordedText + text.slice(at);
  };
}
