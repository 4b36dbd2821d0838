import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
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

/** The acts of a reply to a question of yes and no, its yes or no weighed by the words beside it. */
export function weighedReply(
  { awaited, prompt, frame }: View,
  { text, words, language: code }: Utterance,
  values: ValueReading | null,
  language: Language,
  { acts, read, alone }: { acts: ActReading; read: ReadActs; alone: ReadActs },
): ActReading {
  if (awaited.kind !== 'yes_no') return acts;
  const { connecting, change } = language;
  // "Yes, cancel it", where that is what is asked.
  const called = `${frame?.competency.name ?? ''} ${frame?.state.name ?? ''}`.replaceAll('_', ' ');
  const asked = new Set(wordsIn(`${prompt} ${called}`, code).map((word) => word.text));
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
    isSmall: (word) => connecting.has(word) || [...asked].some((askedWord) => isFormOf(word, askedWord)),
    values: values?.values.map(({ candidate }) => candidate) ?? [],
    begins: ({ start }) => clauses.some((clause) => clause.start === start),
  };
  return hedged(corrected(acts, beside), beside);
}
