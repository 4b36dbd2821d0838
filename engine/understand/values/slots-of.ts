import type { CompiledCompetency, CompiledSlot } from '../../assistant.ts';
import type { LoadedAssistant } from '../../load.ts';
import { hasPause } from '../../text/pauses.ts';
import { overlap, type Stretch, sharedLength } from '../../text/stretch.ts';
import { endsCompound, sharesStem } from '../../text/word-forms.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';
import { isCode } from '../view.ts';
import { type FindOptions, type FoundSlot, findSlots } from './find-slots.ts';
import { answerIn, type FreeText, isText, learnedIn, openAnswer, saysNoMore } from './free-text-slots.ts';
import { namedSlots, valueNamesOf } from './named-slots.ts';
import { openingRepair } from './opening-repair.ts';
import { slotsLedTo, timesSeen } from './surroundings.ts';

export interface SlotsOptions {
  /** The slot the open question asks for, or null. */
  asked: string | null;
  /** Slots that already have a value; empty slots are preferred. */
  filled: ReadonlySet<string>;
  /** True if the whole text may answer a free-text question. */
  takesWhole: boolean;
  /** True if the text requests the competency, so it may change filled slots. */
  wishes?: boolean;
  /** True if the text corrects an earlier statement, so it may change filled slots. */
  corrects?: boolean;
}

/** The values that a text gives to all kinds of slots of a competency. */
export function slotsOf(
  loaded: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  { asked, filled, takesWhole, wishes = false, corrects = false }: SlotsOptions,
): FoundSlot[] {
  const { slots } = competency;
  const options: FindOptions = {
    asked,
    filled,
    corrects,
    recognizerOf: (entity) => loaded.recognizerOf(entity, utterance.language),
    tagged: taggedValues(loaded, competency, utterance, asked),
  };
  const listed = findSlots(slots, utterance, options);
  const added = takesWhole ? openAnswer(loaded, competency, utterance, asked, listed) : null;
  const recognized = added === null ? listed : findSlots(slots, utterance, { ...options, freeText: [added] });
  const textSlots = slots.filter(({ entity }) => isText(loaded.assistant, entity)).map(({ name }) => name);
  const question = textSlots.find((name) => name === asked) ?? null;
  const sure =
    question === null ? recognized : recognized.filter(({ candidate }) => SURE.includes(candidate.quality));
  if (textSlots.length === 0 || saysNoMore(utterance, sure)) return recognized;
  const find = (freeText: readonly FreeText[]) =>
    freeText.length === 0 ? listed : findSlots(slots, utterance, { ...options, freeText });
  // A filled slot changes only if the user corrects it, requests the competency, answers its question, or names the
  // slot before the new value.
  const mayChange = ({ slot, candidate }: FreeText) =>
    corrects || wishes || asked === slot || !filled.has(slot) || isLedTo(slots, slot, candidate, utterance);
  const codes = recognized.filter(({ slot }) =>
    slots.some((declared) => declared.name === slot && isCode(loaded.assistant, declared)),
  );
  const learned = learnedIn(loaded, competency, utterance, recognized)
    .filter(mayChange)
    .map((value) => beforeCode(value, codes, utterance));
  if (question === null) return find(learned);
  const others = learned.filter(({ slot }) => slot !== question);
  // A short text with a new code for a filled slot corrects that slot and does not answer.
  const recodes = utterance.words.length <= WORDS.several && codes.some(({ slot }) => filled.has(slot));
  if (recodes) return find(others);
  if (corrects) {
    const corrected = find(others);
    if (saysNoMore(utterance, corrected) || saysNoMore(withoutNames(loaded, slots, utterance), corrected))
      return corrected;
  }
  const answer = answerIn(loaded, competency, utterance, { question, takesWhole, otherValues: sure });
  const answers = answer.filter((value) => value.slot === question || mayChange(value));
  const isAnswered = ({ candidate }: FreeText) =>
    answers.some((value) => overlap(value.candidate, candidate));
  return find([...others.filter((value) => !isAnswered(value)), ...answers]);
}

/** Cuts a free text before the sentence with another slot's code: "my daughter fell ill. Booking number PB-4471". */
function beforeCode(value: FreeText, codes: readonly FoundSlot[], { text }: Utterance): FreeText {
  const { start, end } = value.candidate;
  const code = codes.find(({ candidate }) => candidate.start > start && candidate.end <= end);
  if (code === undefined) return value;
  const sentence = [...text.slice(start, code.candidate.start).matchAll(/[.!?]+\s|[。！？؟]/gu)].at(-1);
  if (sentence === undefined) return value;
  const cut = start + sentence.index;
  return { ...value, candidate: { ...value.candidate, value: text.slice(start, cut), end: cut } };
}

/** How often utterances must have a word before a slot's values to identify the slot. */
const OFTEN = 5;

/**
 * True if the word before a value identifies its slot ("in Gilroy"), or the clause names the slot ("the name is Ann").
 */
function isLedTo(
  slots: readonly CompiledSlot[],
  name: string,
  { start }: Candidate,
  utterance: Utterance,
): boolean {
  const { text, words, language } = utterance;
  const called = namedSlots({ competency: { slots } }, utterance, language).find(
    ({ slot, on }) => slot.name === name && on.end <= start,
  );
  if (called !== undefined && !hasPause(text.slice(called.on.end, start))) return true;
  const word = words.findLast(({ end }) => end <= start)?.text;
  if (word === undefined) return false;
  const [only, ...moreSlots] = slotsLedTo(slots, word, language);
  return only?.name === name && moreSlots.length === 0 && timesSeen(only, 'left', word, language) >= OFTEN;
}

/** Qualities that outrank a free-text answer. */
const SURE: readonly Candidate['quality'][] = ['exact', 'fuzzy'];

/** Removes leading correction words and slot names: "wait, the number is 30171". */
function withoutNames(
  { assistant }: LoadedAssistant,
  slots: readonly CompiledSlot[],
  utterance: Utterance,
): Utterance {
  const { words, language } = utterance;
  const names = slots.flatMap((slot) => valueNamesOf(slot, language, assistant));
  const first = openingRepair(utterance);
  const remaining = words
    .slice(first)
    .filter(({ text }) => !names.some((name) => sharesStem(name, text) || endsCompound(text, name)));
  return first === 0 ? utterance : { ...utterance, words: remaining };
}

/**
 * The values of slots that the tagger has learned well: the tagger finds the stretch, the recogniser its meaning. If
 * the tagger finds no value for the asked slot, the recogniser decides alone.
 */
function taggedValues(
  loaded: LoadedAssistant,
  { name: competency, slots }: CompiledCompetency,
  utterance: Utterance,
  asked: string | null,
): Map<string, Candidate[]> {
  const { text, language } = utterance;
  const model = loaded.freeText.get(language);
  const taught = slots.filter(
    ({ name, entity }) => !isText(loaded.assistant, entity) && model?.isTaught(competency, name),
  );
  if (model === undefined || taught.length === 0) return new Map();
  const question = asked !== null && model.isTaught(competency, asked) ? asked : null;
  const spans = model.find(text, competency, question);
  const tagged = taught.map(({ name, entity }): [string, Candidate[]] => {
    const recognize = loaded.recognizerOf(entity, language);
    const slotSpans = spans.filter(({ slot }) => slot === name);
    return [name, slotSpans.flatMap((span) => meaningOf(span, utterance, recognize))];
  });
  return new Map(tagged.filter(([name, values]) => name !== asked || values.length > 0));
}

/** The value of a stretch, read in context if possible, otherwise alone. */
function meaningOf({ start, end }: Stretch, utterance: Utterance, recognize: Recognizer): Candidate[] {
  const place = { start, end };
  const longest = (candidates: readonly Candidate[]) =>
    candidates.toSorted((a, b) => sharedLength(b, place) - sharedLength(a, place))[0];
  const here = longest(recognize(utterance).filter((candidate) => overlap(candidate, place)));
  const text = utterance.text.slice(start, end);
  const candidate = here ?? longest(recognize(withText(utterance, text)));
  return candidate === undefined ? [] : [{ ...candidate, start, end, quality: 'exact' }];
}
