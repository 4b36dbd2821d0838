import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
import { remembered } from '../text/remembered.ts';
import { isFormOf } from '../text/word-forms.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import type { Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { ActReading } from './acts/reader.ts';
import type { ReadActs } from './acts-in-place.ts';
import { type Beside, corrected, hedged } from './hedged.ts';
import { slotsLedTo } from './values/surroundings.ts';
import type { ValueReading } from './values/value-draft.ts';
import type { View } from './view.ts';

/** True of a word that the question has too, or the names of what it asks about: "cancel" in "yes, cancel it". */
export type IsEcho = (word: string) => boolean;

/** Tells which words of a reply echo the question. */
export function echoOf({ prompt, frame, language }: View): IsEcho {
  const wordsOfQuestion = (): string[] => {
    const called = `${frame?.competency.name ?? ''} ${frame?.state.name ?? ''}`.replaceAll('_', ' ');
    return [...new Set(wordsIn(`${prompt} ${called}`, language).map((word) => word.text))];
  };
  // Most queries answer no question of yes and no, and need none of them.
  let asked: string[] | undefined;
  return remembered((word) => {
    asked ??= wordsOfQuestion();
    return asked.some((askedWord) => isFormOf(word, askedWord));
  });
}

/** The acts of a reply to a question of yes and no, its yes or no weighed by the words beside it. */
export function weighedReply(
  { awaited, frame }: View,
  { text, words, language: code }: Utterance,
  values: ValueReading | null,
  language: Language,
  { acts, read, alone, isEcho }: { acts: ActReading; read: ReadActs; alone: ReadActs; isEcho: IsEcho },
): ActReading {
  if (awaited.kind !== 'yes_no') return acts;
  const { connecting, change } = language;
  const clauses = clausesOf(text, words, clauseForms(language));
  const beside: Beside = {
    words,
    read: ({ start, end }) => read(text.slice(start, end)),
    cancels: ({ start, end }) => {
      const { cancel, drop } = alone(text.slice(start, end)).likelihood;
      return Math.max(cancel, drop);
    },
    leadsToSlot: (word) =>
      isPreposition(word, code) && slotsLedTo(frame?.competency.slots ?? [], word, code).length > 0,
    leadsAway: (word) => change.but.includes(word),
    isSmall: (word) => connecting.has(word) || isEcho(word),
    values: values?.values.map(({ candidate }) => candidate) ?? [],
    begins: ({ start }) => clauses.some((clause) => clause.start === start),
  };
  return hedged(corrected(acts, beside), beside);
}
