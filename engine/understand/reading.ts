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
import { type Segments, SURE_WHOLE, segmentsOf, without } from './segments.ts';
import { toldByUse } from './told-by-use.ts';
import { givesLacking, toldByValues, valuesInClause, wordsFor } from './told-by-values.ts';
import { timesSeen } from './values/find-slots.ts';
import { mended } from './values/mistyped.ts';
import { openingRepair } from './values/opening-repair.ts';
import { readValues, type ValueReading } from './values/read-values.ts';
import { awaitsText } from './values/slots-of.ts';
import { competencyOf, isOfferedLabel, isOwnLabel, type View } from './view.ts';

/** What was read in a query; producers propose commands from it. Read once, whoever asks. */
export interface Reading {
  utterance: Utterance;
  language: Language;
  /** The labels, of the whole query. */
  whole: Classification;
  /** The label that has just this query among its utterances, or null. */
  own: string | null;
  segments: Segments;
  /** What is said beside what is asked: "yes, and how long does it take?" is a yes. */
  beside: Utterance;
  /** True where what is under way is itself a cancel, and is wished for again: that leaves nothing. */
  isCancel: boolean;
  /** True where another competency is the likeliest, and has slots for more of the words than the one under way. */
  isOfAnother: () => boolean;
  /** What the query does, but for the wishes in clauses of their own. */
  acts: ActReading;
  /** What the part of the query does that stands around a stretch, between two marks. */
  actsAt: (on: Stretch) => ActReading;
  /** The values of the list that is asked for, in the order in which the question names them, else in its own. */
  offered: () => string[];
  /** How surely it asks something, 0…1. */
  asks: number;
  /** True of a word of the language, which is no slip in another. */
  isWord: (word: string) => boolean;
  /** What it gives to the slots of the competency under way; null where none is. */
  values: ValueReading | null;
  /** What it gives to the slots of the competency just finished; null where none is. */
  follow: ValueReading | null;
  /** The values of a yes and of a no, where the slot that is asked for has them. */
  yesNo: { yes: Meaning | null; no: Meaning | null };
}

const LIKELY_CORRECTION = 0.5;
/** Where a text is asked for, of which “not 2 but 3 towels” may be part. */
const SURE_CORRECTION = 0.75;
const WORDS_OF_A_NOTE = 5;
/** Where it begins as corrections do: "make that", "sorry". */
const PERHAPS = 0.02;
const LIKELY_WISH = 0.4;
const LIKELY_REPLY = 0.5;
/** Titles and names of labels are few words, which say it less surely than a sentence. */
const LIKELY_CANCEL = 0.2;

export function readQuery(loaded: LoadedAssistant, view: View, utterance: Utterance): Reading {
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
  const pointed = (text: string) =>
    toldByPointing(loaded, view, utterance, classify(text), actsIn(text).of.wish >= LIKELY_WISH);
  const heard = pointed(utterance.text);
  // After something, such a text may go on from it.
  const begins = view.frame === null && view.finished === null && view.awaited.kind === 'nothing';
  const all = begins ? toldByUse(loaded, utterance, heard) : heard;
  const meant = isSaying(loaded, view, all) ? null : afterOpening(view, utterance, alone);
  const whole = meant === null ? all : pointed(meant);
  const awaits = view.awaited.kind !== 'nothing';
  const segments = segmentsOf(utterance, whole, {
    ...clauseForms(language),
    questionWords: language.sentences.questions,
    classify,
    wishes: (text) => {
      const acts = actsIn(text);
      // Where nothing is under way, "change the date" corrects nothing.
      return awaits ? clauseWishes(acts) : Math.max(clauseWishes(acts), acts.of.change);
    },
    asks: (text) => alone(text).of.ask,
    replies: (text) => replying(actsIn(text)),
    refuses: (text) => {
      const { deny, drop, wait } = actsIn(text).of;
      return Math.max(deny, drop, wait);
    },
    remarks: (text) => actsIn(text).of.chatter,
    tells: (text) => Math.max(actsIn(text).of.inform, actsIn(text).of.chatter),
    competencyOf: (label) => loaded.states.get(label)?.competency,
    awaits,
    confirms: view.awaited.kind === 'yes_no',
    saysMoreFor: (label, text) => {
      const said = withText(utterance, text);
      const [first] = whole.ranked;
      const meant = first !== undefined && first.probability >= SURE_WHOLE ? first.label : '';
      const other = view.frame?.competency ?? competencyOf(loaded, meant);
      return wordsFor(competencyOf(loaded, label), loaded, said) > wordsFor(other, loaded, said);
    },
    givesLacking: (label, clause) =>
      givesLacking(loaded, view, competencyOf(loaded, label), clause, utterance),
    pointsElsewhere: (label, text) =>
      pointsElsewhere(view, competencyOf(loaded, label), withText(utterance, text)),
    isOwn: (label) => awaits && (isOwnLabel(label, view) || isOfferedLabel(label, view)),
    valuesIn: (clause) => valuesInClause(clause, loaded, view, whole, utterance, language),
  });
  const beside = withoutQuestions(segments);
  // What a remark leads on to tells what is done: “perfect book that for three”.
  const asSaid = meant === null ? actsIn(beside.text) : { ...actsIn(beside.text), of: actsIn(meant).of };
  const asked = view.awaited.kind === 'value' ? view.awaited.slot.name : null;
  const isNote = awaitsText(view) && beside.words.length >= WORDS_OF_A_NOTE;
  const leastCorrection = isNote ? SURE_CORRECTION : LIKELY_CORRECTION;
  const corrects = asSaid.of.change >= (openingRepair(beside) > 0 ? PERHAPS : leastCorrection);
  const read = (text: Utterance) =>
    view.frame &&
    readValues(loaded, view.frame, text, language, { asked, corrects, takesWhole: asked !== null });
  const answers = (reading: ValueReading | null) =>
    reading?.values.some(({ slot }) => slot === asked) ?? false;
  const asTyped = read(segments.rest);
  // "None" is no slip in "nine".
  const isReply = withoutValue(asSaid) >= LIKELY_REPLY;
  const repaired =
    view.awaited.kind === 'value' && !answers(asTyped) && !isReply
      ? mended(segments.rest, view.awaited.slot.entity, language)
      : null;
  const asMeant = repaired && read(repaired);
  const values = answers(asMeant) ? asMeant : asTyped;
  const acts = actsBeside(view, beside, values, language, { acts: asSaid, read: actsIn, alone });
  const asks = segments.questions.length > 0 ? 1 : acts.of.ask;
  const follow =
    view.frame !== null || view.finished === null
      ? null
      : readValues(loaded, view.finished, utterance, language, { asked: null, corrects, takesWhole: false });
  const own = loaded.utterances.get(view.language)?.labelOf(utterance.text) ?? null;
  return {
    utterance,
    language,
    whole,
    own,
    segments,
    beside,
    isCancel: isCancel(view, whole, alone),
    isOfAnother: () => isOfAnother(loaded, view, whole, utterance),
    acts,
    actsAt: (on) => {
      const part = clausesOf(beside.text, beside.words, markedClauseForms(language)).find((one) =>
        overlap(one, on),
      );
      return part === undefined ? acts : actsIn(beside.text.slice(part.start, part.end));
    },
    offered: () => offeredIn(loaded, view, utterance),
    asks,
    isWord: (word) => loaded.classifiers.get(view.language)?.knows?.(word) ?? false,
    values,
    follow,
    yesNo,
  };
}

/** True of a classification that says more than farewells, thanks and the like do. */
const isSaying = (
  { utterances }: LoadedAssistant,
  { language }: View,
  { outcome, ranked }: Classification,
): boolean =>
  outcome === 'matched' && (utterances.get(language)?.actOf(ranked[0]?.label ?? '') ?? null) === null;

/** Words of a remark that a query may begin with, and of what it goes on with. */
const MOST_OPENING = 2;
const LEAST_AFTER_OPENING = 3;
const SURE_OPENING = 0.6;

/** What follows a remark on the answer before: "perfect book that for three"; null of what begins with none. */
function afterOpening(
  { awaited, finished }: View,
  { text, words }: Utterance,
  alone: ReadActs,
): string | null {
  if (awaited.kind !== 'nothing' || finished === null) return null;
  for (let length = MOST_OPENING; length > 0; length--) {
    const [last, next] = [words[length - 1], words[length]];
    if (last === undefined || next === undefined || words.length - length < LEAST_AFTER_OPENING) continue;
    const { acknowledge, thank, affirm } = alone(text.slice(0, last.end)).of;
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
  const other = competencyOf(loaded, ranked[0]?.label ?? '');
  if (frame === null || outcome !== 'matched' || other === undefined || other === frame.competency)
    return false;
  return wordsFor(other, loaded, utterance) > wordsFor(frame.competency, loaded, utterance);
}

/** True where the query's label is that of the competency under way, and its title or name speaks of cancelling. */
function isCancel({ frame, language }: View, { ranked }: Classification, alone: ReadActs): boolean {
  if (frame === null || frame.label === null || ranked[0]?.label !== frame.label) return false;
  const names = [frame.competency.titles[language] ?? '', frame.label.replaceAll('_', ' ')];
  return names.some((name) => alone(name).of.cancel >= LIKELY_CANCEL);
}

/** What a query does; a yes only as far as what stands beside it lets it be one. */
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
      const { cancel, drop } = alone(text.slice(start, end)).of;
      return Math.max(cancel, drop);
    },
    leadsToValue: (word) => Object.values(roles).some(({ beside }) => beside.includes(word)),
    leadsToOwn: (word) =>
      isPreposition(word, code) &&
      (frame?.competency.slots.some((slot) => timesSeen(slot, 'left', word, code) > 0) ?? false),
    leadsAway: (word) => change.but.includes(word),
    isSmall: (word) => connecting.has(word) || [...asked].some((said) => isFormOf(word, said)),
    values: values?.values.map(({ candidate }) => candidate) ?? [],
    // Of a question that was taken out of the text, its mark is left, far from the words.
    isQuestion: /^\s?[?？؟]/u.test(text.slice(words.at(-1)?.end)),
    begins: ({ start }) => clauses.some((clause) => clause.start === start),
    isDeed: awaited.isDeed,
  });
}

/** Long words are the same word in their first letters: what is "blocked" is "block", so that "yes, block" agrees. */
const LEAST_STEM = 5;

function isFormOf(word: string, other: string): boolean {
  if (word === other) return true;
  const shorter = Math.min(word.length, other.length);
  const stem = Math.max(LEAST_STEM, shorter - 1);
  return shorter >= LEAST_STEM && word.slice(0, stem) === other.slice(0, stem);
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

/** What a query does beside what it asks: "yes, and how long does it take?" is a yes. */
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
      const [found] = loaded.recognizerOf(
        entity,
        code,
      )({ text, words: wordsIn(text, code), language: code, clock });
      if (found !== undefined && found.quality === 'exact' && found.end - found.start === text.length)
        return found;
    }
    return null;
  };
  const [yes, no] = [named(language.yesNo.yes), named(language.yesNo.no)];
  return yes !== null && no !== null ? { yes, no } : { yes: null, no: null };
}

/** A label of farewells that no farewell is meant by is none, as far as the act is read at all. */
const LEAST_TALK = 0.2;
const CERTAIN_YES = 0.8;

/**
 * A classification without a label of farewells, thanks and the like where the text does nothing of the kind: a label
 * has few such utterances, and "off we go" is near them, which answers a question.
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
  if (awaited.kind === 'nothing' && inPlace(text).of.affirm < CERTAIN_YES) return result;
  const own = utterances.get(language);
  const act = own?.actOf(label) ?? null;
  if (own === undefined || act === null || own.labelOf(text) === label) return result;
  // Who is asked for one of a list, and what there is to choose from is clear, asks for that.
  const asksForList =
    act === 'help' && awaited.kind === 'value' && valuesListed(assistant, awaited.slot.entity).length > 0;
  if (!asksForList && inPlace(text).of[act] >= LEAST_TALK) return result;
  return { ...result, ranked: result.ranked.slice(1), outcome: 'out_of_scope' };
}

/** A classification among the labels that are listened to in the view. */
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
