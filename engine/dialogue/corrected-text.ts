import { TEXT_ENTITY } from '../assistant.ts';
import { plainWords, wordsOf } from '../text/words.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { denialIn } from '../values/free-text/denied.ts';
import type { Utterance } from '../values/recognizer.ts';
import type { Corrected, CorrectionOptions } from './corrections.ts';
import { allOf } from './fill.ts';
import { namedCorrection } from './named-slot.ts';
import type { HeldValue } from './state.ts';
import { withBlanks } from './taken-back.ts';

/** What is meant instead of a free text is a name, where it has so few words. */
const MAX_NAME_WORDS = 4;

/**
 * The values of a sentence that denies a free text and nothing else: what a slot holds, or an answer to the question
 * for one with an entity of its own, such as a name. A note may say anything, "not hot but warm" too.
 */
export function deniedText(
  utterance: Utterance,
  { textSlots, asked, held, findAnswer }: CorrectionOptions,
): Corrected | null {
  const denial = textSlots.length === 0 ? null : denialIn(utterance);
  if (denial === null) return null;
  const isOld = ({ value }: HeldValue) => typeof value === 'string' && plainWords(value) === denial.old;
  const holding = textSlots.filter(({ name }) => Object.hasOwn(held, name) && allOf(held[name]).some(isOld));
  if (holding.length > 1) return { found: [], explained: [], isUndecided: true };
  const question = textSlots.find(({ name, entity }) => name === asked && entity !== TEXT_ENTITY);
  const slot = holding[0] ?? (denial.isLoose ? undefined : question);
  if (slot === undefined) return null;
  const { length } = utterance.text;
  const whole = [{ start: 0, end: length }];
  if (denial.other === null) return { found: [], explained: whole, isUndecided: false };
  const { start, end } = denial.other;
  const text = withBlanks(utterance.text, [
    { start: 0, end: start },
    { start: end, end: length },
  ]);
  const words = wordsOf(text);
  return {
    found: findAnswer({ ...utterance, text, words }, slot.name),
    // Longer ones may be another wish: "not to Ana, show me my balance".
    explained: words.length <= MAX_NAME_WORDS ? whole : [],
    isUndecided: false,
  };
}

/** At a confirmation, the value that a correction gives to the free text that it names: "no, to my mother". */
export function namedText(
  utterance: Utterance,
  { slots, textSlots, held, findAnswer }: CorrectionOptions,
): FoundSlot[] {
  const named = namedCorrection(utterance, slots);
  const [slot, ...others] = named?.slots ?? [];
  const [first] = named?.words ?? [];
  if (slot === undefined || first === undefined || others.length > 0) return [];
  if (!textSlots.includes(slot) || !Object.hasOwn(held, slot.name)) return [];
  const text = withBlanks(utterance.text, [{ start: 0, end: first.start }]);
  return findAnswer({ ...utterance, text, words: wordsOf(text) }, slot.name);
}
