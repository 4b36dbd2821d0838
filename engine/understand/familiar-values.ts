import type { CompiledAssistant } from '../assistant.ts';
import type { Classifier } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import { overlap } from '../text/stretch.ts';
import { plainWords } from '../text/words.ts';
import type { Recognizer } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { OwnUtterances } from './utterances.ts';

/** What tells values that utterances have from those that they lack. */
export interface FamiliarValues {
  assistant: CompiledAssistant;
  language: string;
  own: OwnUtterances | undefined;
  recognizerOf: (entity: string, language: string) => Recognizer;
}

/**
 * A classifier that reads once more what it can make nothing of, with values that no utterance has as those which
 * utterances have: "book a nail trim" as "book a vaccination".
 */
export function byFamiliarValues(classifier: Classifier, known: FamiliarValues): Classifier {
  const familiar = familiarReading(known);
  if (familiar === null) return classifier;
  return {
    ...(classifier.read && { read: classifier.read.bind(classifier) }),
    ...(classifier.knows && { knows: classifier.knows.bind(classifier) }),
    classify(text) {
      const asSaid = classifier.classify(text);
      const meant = asSaid.outcome === 'matched' ? null : familiar(text);
      if (meant === null) return asSaid;
      const read = classifier.classify(meant);
      const tellsMore =
        read.outcome === 'matched' || (read.outcome === 'ambiguous' && asSaid.outcome === 'out_of_scope');
      return tellsMore ? read : asSaid;
    },
  };
}

/** Reads a text with familiar values in the place of others; null of a text without others, or with nothing beside them. */
function familiarReading({
  assistant,
  language,
  own,
  recognizerOf,
}: FamiliarValues): ((text: string) => string | null) | null {
  const entities = Object.values(assistant.entities).flatMap(({ name, usual }) => {
    const call = usual?.[language];
    return call === undefined ? [] : [{ name, call }];
  });
  if (own === undefined || entities.length === 0) return null;
  const { yes, no } = languageOf(language).yesNo;
  // A list of answers may have "no" itself.
  const replies = new Set([...yes, ...no]);
  const isUnfamiliar = (call: string) =>
    !replies.has(call) && call.split(' ').some((word) => !own.knows(word));
  return (text) => {
    const said = { text, words: wordsIn(text, language), language, clock: { now: 0, offsetMinutes: 0 } };
    const values = entities
      .flatMap(({ name, call }) =>
        recognizerOf(
          name,
          language,
        )(said)
          .filter(({ quality }) => quality === 'exact')
          .map(({ start, end }) => ({ start, end, call })),
      )
      .filter(({ start, end }) => isUnfamiliar(plainWords(text.slice(start, end))))
      .sort((one, other) => one.start - other.start || other.end - one.end);
    if (said.words.every((word) => values.some((value) => overlap(value, word)))) return null;
    let meant = '';
    let at = 0;
    for (const { start, end, call } of values) {
      if (start < at) continue;
      meant += text.slice(at, start) + call;
      at = end;
    }
    return at === 0 ? null : meant + text.slice(at);
  };
}
