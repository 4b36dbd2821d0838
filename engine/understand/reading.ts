import { valuesListed } from '../assistant.ts';
import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import type { Classification } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { remembered } from '../text/remembered.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { clauseForms, markedClauseForms } from '../values/clause-forms.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import { type Meaning, type Utterance, withText } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { Awaited } from './acts/acts.ts';
import type { ActReading } from './acts/reader.ts';
import {
  actsOf,
  awaitedOf,
  clauseWishes,
  eitherOf,
  type ReadActs,
  readActs,
  replying,
  withoutValue,
} from './acts-in-place.ts';
import { hedged } from './hedged.ts';
import { pointsElsewhere, toldByPointing } from './pointing.ts';
import { type SegmentOptions, type Segments, SURE_WHOLE, segmentsOf, without } from './segments.ts';
import { toldByUse } from './told-by-use.ts';
import { givesLacking, toldByValues, valuesInClause, wordsFor } from './told-by-values.ts';
import { timesSeen } from './values/find-slots.ts';
import { mended } from './values/mistyped.ts';
import { openingRepair } from './values/opening-repair.ts';
import { readValues, type ValueReading } from './values/read-values.ts';
import { awaitsText } from './values/slots-of.ts';
import { competencyOf, isLabelUnderWay, isOfferedLabel, type View } from './view.ts';

/** A query as it was read, once for all producers, which propose commands from it. */
export interface Reading {
  utterance: Utterance;
  language: Language;
  /** The labels of the whole query. */
  whole: Classification;
  /** The label that has just this query among its utterances, or null. */
  exactLabel: string | null;
  segments: Segments;
  /** The query without its questions: "yes, and how long does it take?" is a yes. */
  beside: Utterance;
  /** True if the competency under way is itself for cancelling, and is wished for again: that leaves nothing. */
  isCancel: boolean;
  /** True if another competency is the likeliest, and has slots for more of the words than the one under way. */
  isOfAnother: () => boolean;
  /** The acts of the query, without its wishes in clauses by themselves. */
  acts: ActReading;
  /** The acts of the clause around a stretch. */
  actsAt: (on: Stretch) => ActReading;
  /** The values of the list that is asked for, in the order in which the question names them, else in the list's. */
  offered: () => string[];
  /** The probability that the query asks something, 0…1. */
  asks: number;
  /** True of a word of the language, which is no slip in another. */
  isWord: (word: string) => boolean;
  /** The values for the slots of the competency under way; null if none is. */
  values: ValueReading | null;
  /** The values for the slots of the competency just finished; null if none is. */
  follow: ValueReading | null;
  /** The values of a yes and of a no, if the slot that is asked for has them. */
  yesNo: { yes: Meaning | null; no: Meaning | null };
}

const LIKELY_CORRECTION = 0.5;
/** The same where a text is asked for, of which “not 2 but 3 towels” may be part. */
const SURE_CORRECTION = 0.75;
const WORDS_OF_A_NOTE = 5;
/** The same of a query that begins as corrections do: "make that", "sorry". */
const CORRECTION_AFTER_REPAIR = 0.02;
const LIKELY_WISH = 0.4;
const LIKELY_REPLY = 0.5;
/** Titles and names of labels are few words, which say "cancel" less surely than a sentence does. */
const LIKELY_CANCEL = 0.2;

/** A query and its place, with the readers of its texts. Each text is read once. */
interface Context {
  loaded: LoadedAssistant;
  view: View;
  utterance: Utterance;
  language: Language;
  yesNo: Reading['yesNo'];
  /** The acts of a text as an answer to what is asked. */
  inPlace: ReadActs;
  /** The acts of a text by itself. */
  alone: ReadActs;
  /** The acts of a text, with regard to what was told since the question. */
  actsIn: ReadActs;
  /** The labels of a text. */
  classify: (text: string) => Classification;
}

export function readQuery(loaded: LoadedAssistant, view: View, utterance: Utterance): Reading {
  const context = contextOf(loaded, view, utterance);
  const { language, yesNo, actsIn, alone } = context;
  const { whole, afterRemark } = classifyWhole(context);
  const segments = segmentsOf(utterance, whole, segmentOptions(context, whole));
  const beside = withoutQuestions(segments);
  // The words behind a remark tell what the query does: “perfect book that for three”.
  const besideActs =
    afterRemark === null
      ? actsIn(beside.text)
      : { ...actsIn(beside.text), likelihood: actsIn(afterRemark).likelihood };
  const corrects = isCorrection(context, beside, besideActs);
  const values = readFrameValues(context, segments.rest, besideActs, corrects);
  const acts = actsBeside(view, beside, values, language, { acts: besideActs, read: actsIn, alone });
  return {
    utterance,
    language,
    whole,
    exactLabel: loaded.utterances.get(view.language)?.labelOf(utterance.text) ?? null,
    segments,
    beside,
    isCancel: isCancel(view, whole, alone),
    isOfAnother: () => isOfAnother(loaded, view, whole, utterance),
    acts,
    actsAt: (on) => {
      const clauses = clausesOf(beside.text, beside.words, markedClauseForms(language));
      const clause = clauses.find((stretch) => overlap(stretch, on));
      return clause === undefined ? acts : actsIn(beside.text.slice(clause.start, clause.end));
    },
    offered: () => offeredIn(loaded, view, utterance),
    asks: segments.questions.length > 0 ? 1 : acts.likelihood.ask,
    isWord: (word) => loaded.classifiers.get(view.language)?.knows?.(word) ?? false,
    values,
    follow: readFollow(context, corrects),
    yesNo,
  };
}

function contextOf(loaded: LoadedAssistant, view: View, utterance: Utterance): Context {
  const language = languageOf(view.language);
  const yesNo = yesNoOf(loaded, view, language);
  const readAs = (text: string, awaited: Awaited) =>
    readActs(loaded, view.language, text, awaited, view.prompt);
  const inPlace = remembered((text) =>
    // "Would you like a suitcase?" asks for a value, and offers something.
    yesNo.no === null
      ? readAs(text, awaitedOf(view))
      : eitherOf(readAs(text, awaitedOf(view)), readAs(text, 'offer')),
  );
  const alone = remembered((text) => readActs(loaded, view.language, text, 'nothing', ''));
  const actsIn = remembered((text) => actsOf(view, text, { inPlace, alone }));
  const classify = remembered((text) =>
    toldByValues(
      loaded,
      utterance,
      text,
      withoutTalk(loaded, view, text, listened(loaded, view, text), inPlace),
      (part) => listened(loaded, view, part),
    ),
  );
  return { loaded, view, utterance, language, yesNo, inPlace, alone, actsIn, classify };
}

/** Classifies the whole query; if it begins with a remark on the answer before, by the words after that. */
function classifyWhole({ loaded, view, utterance, alone, actsIn, classify }: Context): {
  whole: Classification;
  afterRemark: string | null;
} {
  const classifyPointing = (text: string) =>
    toldByPointing(loaded, view, utterance, classify(text), actsIn(text).likelihood.wish >= LIKELY_WISH);
  const byWords = classifyPointing(utterance.text);
  // After something, such a text may go on from it.
  const begins = view.frame === null && view.finished === null && view.awaited.kind === 'nothing';
  const all = begins ? toldByUse(loaded, utterance, byWords) : byWords;
  const afterRemark = isSaying(loaded, view, all) ? null : afterOpening(view, utterance, alone);
  return { whole: afterRemark === null ? all : classifyPointing(afterRemark), afterRemark };
}

/** The questions that the parts of the query are told apart by. */
function segmentOptions(
  { loaded, view, utterance, language, alone, actsIn, classify }: Context,
  whole: Classification,
): SegmentOptions {
  const awaits = view.awaited.kind !== 'nothing';
  const [first] = whole.ranked;
  const sureLabel = first !== undefined && first.probability >= SURE_WHOLE ? first.label : '';
  const current = view.frame?.competency ?? competencyOf(loaded, sureLabel);
  return {
    ...clauseForms(language),
    questionWords: language.sentences.questions,
    classify,
    wishes: (text) => {
      const acts = actsIn(text);
      // Where nothing is under way, "change the date" corrects nothing.
      return awaits ? clauseWishes(acts) : Math.max(clauseWishes(acts), acts.likelihood.change);
    },
    asks: (text) => alone(text).likelihood.ask,
    replies: (text) => replying(actsIn(text)),
    refuses: (text) => {
      const { deny, drop, wait } = actsIn(text).likelihood;
      return Math.max(deny, drop, wait);
    },
    remarks: (text) => actsIn(text).likelihood.chatter,
    tells: (text) => Math.max(actsIn(text).likelihood.inform, actsIn(text).likelihood.chatter),
    competencyOf: (label) => loaded.states.get(label)?.competency,
    awaits,
    confirms: view.awaited.kind === 'yes_no',
    saysMoreFor: (label, text) => {
      const part = withText(utterance, text);
      return wordsFor(competencyOf(loaded, label), loaded, part) > wordsFor(current, loaded, part);
    },
    givesLacking: (label, clause) =>
      givesLacking(loaded, view, competencyOf(loaded, label), clause, utterance),
    pointsElsewhere: (label, text) =>
      pointsElsewhere(view, competencyOf(loaded, label), withText(utterance, text)),
    isUnderWay: (label) => awaits && (isLabelUnderWay(label, view) || isOfferedLabel(label, view)),
    valuesIn: (clause) => valuesInClause(clause, loaded, view, whole, utterance, language),
  };
}

/** True if the query corrects what was said before. */
function isCorrection({ view }: Context, beside: Utterance, acts: ActReading): boolean {
  const isNote = awaitsText(view) && beside.words.length >= WORDS_OF_A_NOTE;
  const beginsRepair = openingRepair(beside) > 0;
  const least = beginsRepair ? CORRECTION_AFTER_REPAIR : isNote ? SURE_CORRECTION : LIKELY_CORRECTION;
  return acts.likelihood.change >= least;
}

/** The values for the competency under way: of the text with its slips mended, if only that answers what is asked. */
function readFrameValues(
  { loaded, view, language }: Context,
  text: Utterance,
  acts: ActReading,
  corrects: boolean,
): ValueReading | null {
  const { frame, awaited } = view;
  if (frame === null) return null;
  const slot = awaited.kind === 'value' ? awaited.slot : null;
  const asked = slot?.name ?? null;
  const read = (utterance: Utterance) =>
    readValues(loaded, frame, utterance, language, { asked, corrects, takesWhole: asked !== null });
  const answers = ({ values }: ValueReading) => values.some((value) => value.slot === asked);
  const asTyped = read(text);
  // "None" is no slip in "nine".
  const isReply = withoutValue(acts) >= LIKELY_REPLY;
  if (slot === null || answers(asTyped) || isReply) return asTyped;
  const repaired = mended(text, slot.entity, language);
  const asRepaired = repaired && read(repaired);
  return asRepaired !== null && answers(asRepaired) ? asRepaired : asTyped;
}

/** The values for the competency just finished, while none is under way. */
function readFollow({ loaded, view, utterance, language }: Context, corrects: boolean): ValueReading | null {
  if (view.frame !== null || view.finished === null) return null;
  return readValues(loaded, view.finished, utterance, language, { asked: null, corrects, takesWhole: false });
}

/** True if a label is matched that is no act's: of farewells, thanks and the like. */
const isSaying = (
  { utterances }: LoadedAssistant,
  { language }: View,
  { outcome, ranked }: Classification,
): boolean =>
  outcome === 'matched' && (utterances.get(language)?.actOf(ranked[0]?.label ?? '') ?? null) === null;

/** The most words of a remark that a query begins with. */
const MOST_OPENING = 2;
/** The least words that follow it. */
const LEAST_AFTER_OPENING = 3;
const SURE_OPENING = 0.6;

/** The words after a remark on the answer before: "perfect book that for three"; null if the query begins with none. */
function afterOpening(
  { awaited, finished }: View,
  { text, words }: Utterance,
  alone: ReadActs,
): string | null {
  if (awaited.kind !== 'nothing' || finished === null) return null;
  for (let length = MOST_OPENING; length > 0; length--) {
    const [last, next] = [words[length - 1], words[length]];
    if (last === undefined || next === undefined || words.length - length < LEAST_AFTER_OPENING) continue;
    const { acknowledge, thank, affirm } = alone(text.slice(0, last.end)).likelihood;
    if (Math.max(acknowledge, thank, affirm) >= SURE_OPENING) return text.slice(next.start);
  }
  return null;
}

function isOfAnother(
  loaded: LoadedAssistant,
  { frame }: View,
  { outcome, ranked }: Classification,
  utterance: Utterance,
): boolean {
  const likeliest = competencyOf(loaded, ranked[0]?.label ?? '');
  if (frame === null || outcome !== 'matched' || likeliest === undefined || likeliest === frame.competency)
    return false;
  return wordsFor(likeliest, loaded, utterance) > wordsFor(frame.competency, loaded, utterance);
}

/** True if the query's label is that of the competency under way, and its title or name speaks of cancelling. */
function isCancel({ frame, language }: View, { ranked }: Classification, alone: ReadActs): boolean {
  if (frame === null || frame.label === null || ranked[0]?.label !== frame.label) return false;
  const names = [frame.competency.titles[language] ?? '', frame.label.replaceAll('_', ' ')];
  return names.some((name) => alone(name).likelihood.cancel >= LIKELY_CANCEL);
}

/** The acts of a reply; a yes is weighed by the words beside it. */
function actsBeside(
  { awaited, prompt, frame }: View,
  { text, words, language: code }: Utterance,
  values: ValueReading | null,
  language: Language,
  { acts, read, alone }: { acts: ActReading; read: ReadActs; alone: ReadActs },
): ActReading {
  if (awaited.kind !== 'yes_no') return acts;
  const { connecting, roles, change } = language;
  // "Yes, cancel it", where that is what is asked.
  const called = `${frame?.competency.name ?? ''} ${frame?.state.name ?? ''}`.replaceAll('_', ' ');
  const asked = new Set(wordsIn(`${prompt} ${called}`, code).map((word) => word.text));
  const clauses = clausesOf(text, words, clauseForms(language));
  return hedged(acts, {
    words,
    read: ({ start, end }) => read(text.slice(start, end)),
    cancels: ({ start, end }) => {
      const { cancel, drop } = alone(text.slice(start, end)).likelihood;
      return Math.max(cancel, drop);
    },
    leadsToValue: (word) => Object.values(roles).some(({ beside }) => beside.includes(word)),
    leadsToSlot: (word) =>
      isPreposition(word, code) &&
      (frame?.competency.slots.some((slot) => timesSeen(slot, 'left', word, code) > 0) ?? false),
    leadsAway: (word) => change.but.includes(word),
    isSmall: (word) => connecting.has(word) || [...asked].some((askedWord) => isFormOf(word, askedWord)),
    values: values?.values.map(({ candidate }) => candidate) ?? [],
    // A question that was taken out of the text leaves its mark, far from the words.
    isQuestion: /^\s?[?？؟]/u.test(text.slice(words.at(-1)?.end)),
    begins: ({ start }) => clauses.some((clause) => clause.start === start),
    isDeed: awaited.isDeed,
  });
}

/** The least letters that two forms of a word share: "yes, block" agrees to what "is blocked". */
const LEAST_STEM = 5;

function isFormOf(word: string, otherWord: string): boolean {
  if (word === otherWord) return true;
  const shorter = Math.min(word.length, otherWord.length);
  const stem = Math.max(LEAST_STEM, shorter - 1);
  return shorter >= LEAST_STEM && word.slice(0, stem) === otherWord.slice(0, stem);
}

/** The values that the question for a slot names: "window, middle or aisle?", else those of its list. */
function offeredIn(
  loaded: LoadedAssistant,
  { assistant, awaited, prompt, language }: View,
  { clock }: Utterance,
): string[] {
  if (awaited.kind !== 'value') return [];
  const named = loaded.recognizerOf(
    awaited.slot.entity,
    language,
  )({ text: prompt, words: wordsIn(prompt, language), language, clock });
  const values = new Set(named.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  if (values.size > 0) return [...values];
  return valuesListed(assistant, awaited.slot.entity);
}

/** The query without its questions; all of it if nothing else is left. */
function withoutQuestions({ rest, questions }: Segments): Utterance {
  const left = without(rest, questions);
  return left.words.length > 0 ? left : rest;
}

/** A slot's values that say yes and no. */
function yesNoOf(
  loaded: LoadedAssistant,
  { awaited, language: code }: View,
  language: Language,
): Reading['yesNo'] {
  if (awaited.kind !== 'value') return { yes: null, no: null };
  const { entity } = awaited.slot;
  if (entity === BOOLEAN_ENTITY)
    return { yes: { value: true, details: {} }, no: { value: false, details: {} } };
  const clock = { now: 0, offsetMinutes: 0 };
  const named = (words: readonly string[]): Meaning | null => {
    for (const text of words) {
      const [candidate] = loaded.recognizerOf(
        entity,
        code,
      )({ text, words: wordsIn(text, code), language: code, clock });
      if (
        candidate !== undefined &&
        candidate.quality === 'exact' &&
        candidate.end - candidate.start === text.length
      )
        return candidate;
    }
    return null;
  };
  const [yes, no] = [named(language.yesNo.yes), named(language.yesNo.no)];
  return yes !== null && no !== null ? { yes, no } : { yes: null, no: null };
}

/** The least probability of an act for a label of that act, such as one of farewells, to be meant. */
const LEAST_TALK = 0.2;
const CERTAIN_YES = 0.8;

/**
 * Drops the likeliest label if it is one of farewells, thanks and the like, but the text does nothing of the kind: such a
 * label has few utterances, and "off we go", which answers a question, is near them.
 */
function withoutTalk(
  { utterances }: LoadedAssistant,
  { assistant, awaited, language }: View,
  text: string,
  result: Classification,
  inPlace: ReadActs,
): Classification {
  const label = result.ranked[0]?.label;
  if (label === undefined || result.outcome === 'out_of_scope') return result;
  // Where nothing is asked, a label of few utterances is at most too near to a bare yes.
  if (awaited.kind === 'nothing' && inPlace(text).likelihood.affirm < CERTAIN_YES) return result;
  const index = utterances.get(language);
  const act = index?.actOf(label) ?? null;
  if (index === undefined || act === null || index.labelOf(text) === label) return result;
  // "Help" where one of a list is asked for asks what the list has.
  const asksForList =
    act === 'help' && awaited.kind === 'value' && valuesListed(assistant, awaited.slot.entity).length > 0;
  if (!asksForList && inPlace(text).likelihood[act] >= LEAST_TALK) return result;
  return { ...result, ranked: result.ranked.slice(1), outcome: 'out_of_scope' };
}

/** Classifies a text among the labels that are listened to in the view. */
function listened(loaded: LoadedAssistant, { language, frame }: View, text: string): Classification {
  const classifier = loaded.classifiers.get(language);
  if (classifier === undefined) return { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
  const result = classifier.classify(text);
  const ranked = result.ranked.filter(({ label }) => {
    const state = loaded.states.get(label);
    return state !== undefined && (state.from === 'any' || frame === null);
  });
  const [first, second] = result.ranked;
  const keepsFirst = first !== undefined && ranked.includes(first);
  if (result.outcome === 'ambiguous' && (keepsFirst || (second !== undefined && ranked.includes(second)))) {
    const isAlone = !(keepsFirst && second !== undefined && ranked.includes(second));
    return { ...result, ranked, outcome: isAlone ? 'matched' : 'ambiguous' };
  }
  return keepsFirst ? { ...result, ranked } : { ...result, ranked, outcome: 'out_of_scope' };
}
