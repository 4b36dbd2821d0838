import { type CompiledAssistant, type CompiledCompetency, TEXT_ENTITY } from '../assistant.ts';
import { isBareAnswer } from '../dialog/replies.ts';
import type { LoadedAssistant } from '../load.ts';
import { type FindOptions, type FoundSlot, findSlots } from '../slots/find.ts';
import type { Candidate, Utterance } from '../slots/recognizer.ts';
import type { SlotSpan } from '../tagger/words.ts';
import { isCorrection, wholeAnswer } from './whole-answer.ts';
import { widen } from './widen.ts';

export interface SlotsOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Slots that have a value already; empty ones are preferred. */
  filled: ReadonlySet<string>;
  /** Whether the whole text may be the answer to the question for a free-text slot. */
  takesWhole: boolean;
}

/** The values that a text gives to a competency's slots of all kinds. */
export function slotsOf(
  loaded: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  { asked, filled, takesWhole }: SlotsOptions,
): FoundSlot[] {
  const { slots } = competency;
  const options: FindOptions = {
    asked,
    filled,
    recognizerOf: (entity) => loaded.recognizerOf(entity, utterance.language),
  };
  const others = findSlots(slots, utterance, options);
  const own = slots.filter(({ entity }) => isText(loaded.assistant, entity)).map(({ name }) => name);
  const question = own.find((name) => name === asked) ?? null;
  const sure =
    question === null ? others : others.filter(({ candidate }) => SURE.includes(candidate.quality));
  if (own.length === 0 || saysNoMore(utterance, sure)) return others;
  const find = (freeText: readonly FreeText[]) => findSlots(slots, utterance, { ...options, freeText });
  const learned = learnedIn(loaded, competency, utterance);
  if (question === null) return find(learned);
  if (isCorrection(utterance.words, utterance.language)) {
    const corrected = find(learned.filter(({ slot }) => slot !== question));
    if (saysNoMore(utterance, corrected)) return corrected;
  }
  return find([
    ...learned.filter(({ slot }) => slot !== question),
    ...answerIn(loaded, competency, utterance, { question, takesWhole, others: sure }),
  ]);
}

/** What is read with more certainty than that any text may be an answer. */
const SURE: readonly Candidate['quality'][] = ['exact', 'fuzzy'];

const saysNoMore = ({ words, language }: Utterance, found: readonly FoundSlot[]): boolean =>
  found.length > 0 &&
  isBareAnswer(
    words,
    found.map(({ candidate }) => candidate),
    language,
  );

const isText = ({ entities }: CompiledAssistant, entity: string): boolean =>
  entity === TEXT_ENTITY || (Object.hasOwn(entities, entity) && entities[entity]?.isText === true);

interface FreeText {
  slot: string;
  candidate: Candidate;
}

/** What the tagger finds by the words around it. */
function learnedIn(
  { freeText }: LoadedAssistant,
  { name }: CompiledCompetency,
  { text, language }: Utterance,
): FreeText[] {
  const spans = freeText.get(language)?.find(text, name, null) ?? [];
  return spans.map((span) => freeTextOf(span, text, 'learned'));
}

/** The value of the slot that was asked for: what the tagger finds in an answer to it, else all of the answer. */
function answerIn(
  { freeText }: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  { question, takesWhole, others }: { question: string; takesWhole: boolean; others: readonly FoundSlot[] },
): FreeText[] {
  const { text, language } = utterance;
  const model = freeText.get(language);
  const spans = (model?.find(text, competency.name, question) ?? []).filter(({ slot }) => slot === question);
  if (model === undefined || spans.length === 0) {
    const whole = takesWhole ? wholeIn(competency, utterance, question) : null;
    return whole === null ? [] : [whole];
  }
  const [span, ...more] = spans;
  const taken = others.map(({ candidate }) => candidate);
  const wider = span !== undefined && more.length === 0 ? [widen(span, utterance, model, taken)] : spans;
  return wider.map((stretch) => freeTextOf({ ...stretch, slot: question }, text, 'learned_answer'));
}

function wholeIn(
  competency: CompiledCompetency,
  { text, language }: Utterance,
  slot: string,
): FreeText | null {
  const contexts = competency.slots.find(({ name }) => name === slot)?.contexts[language];
  const stretch = wholeAnswer(text, language, new Set(Object.keys(contexts?.left ?? {})));
  return stretch && freeTextOf({ slot, ...stretch }, text, 'whole_answer');
}

const freeTextOf = (
  { slot, start, end }: SlotSpan,
  text: string,
  quality: Candidate['quality'],
): FreeText => ({
  slot,
  candidate: { start, end, value: text.slice(start, end), details: {}, quality },
});
