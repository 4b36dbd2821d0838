import type { CompiledCompetency, CompiledSlot } from '../../assistant.ts';
import type { LoadedAssistant } from '../../load.ts';
import { overlap, type Stretch, sharedLength } from '../../text/stretch.ts';
import { endsCompound, sharesStem } from '../../text/word-forms.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import { type FindOptions, type FoundSlot, findSlots } from './find-slots.ts';
import { answerIn, type FreeText, isText, learnedIn, openAnswer, saysNoMore } from './free-text-slots.ts';
import { valueNamesOf } from './named-slots.ts';
import { openingRepair } from './opening-repair.ts';
import { slotsLedTo, timesSeen } from './surroundings.ts';

export interface SlotsOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Slots that have a value already; empty ones are preferred. */
  filled: ReadonlySet<string>;
  /** True if the whole text may be the answer to the question for a free-text slot. */
  takesWhole: boolean;
  /** True if the text wishes for the competency, and so may give its filled slots new values. */
  wishes?: boolean;
  /** True if the text corrects what was said before, and so may change what a slot holds. */
  corrects?: boolean;
}

/** The values that a text gives to a competency's slots of all kinds. */
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
  const find = (freeText: readonly FreeText[]) => findSlots(slots, utterance, { ...options, freeText });
  // A filled slot keeps its value, unless the user takes it back or the word before tells which slot is meant: an answer
  // to the question for another slot does not change it.
  const mayChange = ({ slot, candidate }: FreeText) =>
    corrects || wishes || asked === slot || !filled.has(slot) || isLedTo(slots, slot, candidate, utterance);
  const learned = learnedIn(loaded, competency, utterance).filter(mayChange);
  if (question === null) return find(learned);
  if (corrects) {
    const corrected = find(learned.filter(({ slot }) => slot !== question));
    if (saysNoMore(utterance, corrected) || saysNoMore(withoutNames(loaded, slots, utterance), corrected))
      return corrected;
  }
  const answer = answerIn(loaded, competency, utterance, { question, takesWhole, otherValues: sure });
  const answers = answer.filter((value) => value.slot === question || mayChange(value));
  const isAnswered = ({ candidate }: FreeText) =>
    answers.some((value) => overlap(value.candidate, candidate));
  return find([...learned.filter((value) => value.slot !== question && !isAnswered(value)), ...answers]);
}

/** A word leads to a slot's value if it was seen so often before its values, and before no other slot's. */
const OFTEN = 5;

/** True if the word before a value leads to its slot alone: "in Gilroy". */
function isLedTo(
  slots: readonly CompiledSlot[],
  name: string,
  { start }: Candidate,
  { words, language }: Utterance,
): boolean {
  const word = words.findLast(({ end }) => end <= start)?.text;
  if (word === undefined) return false;
  const [only, ...moreSlots] = slotsLedTo(slots, word, language);
  return only?.name === name && moreSlots.length === 0 && timesSeen(only, 'left', word, language) >= OFTEN;
}

/** The qualities that are surer than that any text may be an answer. */
const SURE: readonly Candidate['quality'][] = ['exact', 'fuzzy'];

/** An utterance without the words of correction that begin it and the names of slots: "wait, the number is 30171". */
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
 * The values of slots that have a recogniser, but of which the tagger was taught enough to find them better: the tagger
 * tells where they are, the recogniser what they mean. If it finds none for the slot that is asked for, the recogniser
 * alone decides.
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

/** The value of a stretch: as it is recognised in the whole text, else by itself. */
function meaningOf({ start, end }: Stretch, utterance: Utterance, recognize: Recognizer): Candidate[] {
  const place = { start, end };
  const longest = (candidates: readonly Candidate[]) =>
    candidates.toSorted((a, b) => sharedLength(b, place) - sharedLength(a, place))[0];
  const here = longest(recognize(utterance).filter((candidate) => overlap(candidate, place)));
  const text = utterance.text.slice(start, end);
  const candidate = here ?? longest(recognize(withText(utterance, text)));
  return candidate === undefined ? [] : [{ ...candidate, start, end, quality: 'exact' }];
}
