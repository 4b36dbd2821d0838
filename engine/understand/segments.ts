import type { Classification, RankedLabel } from '../classify/classifier.ts';
import { type ClauseForms, clausesOf } from '../text/clauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { firstWordFrom, phraseAt } from '../text/words.ts';
import { type Utterance, withText } from '../values/recognizer.ts';

/** A wish that stands in a part of a query. */
export interface Wish extends RankedLabel {
  on: Stretch;
}

/** A query taken apart. */
export interface Segments {
  /** Wishes for competencies of their own, each in clauses of its own. */
  wishes: Wish[];
  /** Clauses that ask something. */
  questions: Stretch[];
  /** The query without those clauses, blank where they stood, so that every place in it stays the same. */
  rest: Utterance;
}

export interface SegmentOptions extends ClauseForms {
  questionWords: readonly string[];
  classify: (text: string) => Classification;
  /** How surely a text wishes or asks for something, 0…1. */
  wishes: (text: string) => number;
  /** How surely a text answers or agrees, refuses or corrects, 0…1. */
  replies: (text: string) => number;
  /** How surely a text refuses, leaves or asks for a moment, 0…1. */
  refuses: (text: string) => number;
  /** How surely a text remarks something, 0…1. */
  remarks: (text: string) => number;
  /** How surely a text tells or remarks something, 0…1. */
  tells: (text: string) => number;
  /** How surely a text asks something, 0…1. */
  asks: (text: string) => number;
  /** The competency of a label. */
  competencyOf: (label: string) => string | undefined;
  /** Whether something waits for an answer. */
  awaits: boolean;
  /** Whether a yes or no is awaited. */
  confirms: boolean;
  /**
   * True of a text that has more words for the slots of a label's competency than for those of what is under way, or
   * of what the query as a whole surely wishes for.
   */
  saysMoreFor: (label: string, text: string) => boolean;
  /** True of a clause with a value that what waits lacks, for a slot that a label's competency has too. */
  givesLacking: (label: string, clause: Stretch) => boolean;
  /** True of a label of what waits: that it is wished for again is no wish. */
  isOwn: (label: string) => boolean;
  /** True of a text that means what was spoken of, of which a label's competency has no use: "and mail it". */
  pointsElsewhere: (label: string, text: string) => boolean;
  /** What a clause says of the slots of the competency under way, or of the one that the query as a whole wishes for. */
  valuesIn: (clause: Stretch) => 'nothing_else' | 'some' | 'none';
}

interface Part {
  stretch: Stretch;
  wish: RankedLabel | null;
  isQuestion: boolean;
}

/** A clause that replies less surely does not reply. */
const LEAST_REPLY = 0.6;
/** How surely a clause must be of a label to be a wish by itself. */
const SURE_CLAUSE = 0.6;
/** And where nothing is asked, so that it answers nothing. */
const SURE_UNASKED = 0.55;
/** And of wishing anything at all. */
const SURE_WISH = 0.5;
const SURE_REMARK = 0.5;
/** A clause that only tells something, or has a value for what is under way, is a wish where it is this surely of a label. */
const SURE_BESIDE_VALUES = 0.97;
/** What is surely of a label need not wish as surely; nor at all where it is no answer to what is asked. */
const LIKELY_WISH = 0.15;
/** A clause that begins as a question does is one where it asks at least this surely. */
const LEAST_ASKING = 0.15;
/** What the whole query is this surely, its clauses must be against. */
export const SURE_WHOLE = 0.9;
const AGAINST_WHOLE = 0.8;
/** Shorter clauses say too little to be wishes: "tomorrow", "and back". */
const LEAST_WORDS = 2;
/** Remarks that are shorter are none by their label alone: "auntie joined". */
const LEAST_WORDS_OF_REMARK = 3;

/**
 * Finds the wishes of a query that asks for several things, or that answers and asks for something beside it.
 * @param whole what the query is as a whole
 */
export function segmentsOf(utterance: Utterance, whole: Classification, options: SegmentOptions): Segments {
  const { text, words } = utterance;
  const clauses = clausesOf(text, words, options);
  const nothing: Segments = { wishes: [], questions: [], rest: utterance };
  if (clauses.length < 2) return nothing;
  const isJoined = ({ start }: Stretch) => phraseAt(words, firstWordFrom(words, start), options.joining) > 0;
  const parts = clauses.map((stretch, index) => {
    const next = clauses[index + 1];
    const isListed = isJoined(stretch) || (next !== undefined && isJoined(next));
    return readClause(stretch, isListed, utterance, whole, options);
  });
  const wishes: Wish[] = [];
  let owner: Wish | null = null;
  const taken: Stretch[] = [];
  const questions: Stretch[] = [];
  for (const { stretch, wish, isQuestion } of parts) {
    if (wish !== null) {
      const isSame: boolean =
        owner !== null && options.competencyOf(owner.label) === options.competencyOf(wish.label);
      if (isSame && owner !== null) owner.on = { start: owner.on.start, end: stretch.end };
      else {
        owner = { ...wish, on: { ...stretch } };
        wishes.push(owner);
      }
      taken.push(stretch);
    } else if (owner !== null && !isQuestion) {
      // What follows a wish is about it: "book a flight to Rome, for two people".
      owner.on = { start: owner.on.start, end: stretch.end };
      taken.push(stretch);
    } else if (isQuestion) questions.push(stretch);
  }
  const isTaken = ({ stretch }: Part) => taken.some((one) => overlap(one, stretch));
  const competencies = new Set(wishes.map(({ label }) => options.competencyOf(label)));
  // "Before that, cancel booking AB12CD": what stands beside the wish says nothing.
  const isIdle = ({ stretch, wish, isQuestion }: Part) =>
    wish === null &&
    !isQuestion &&
    options.valuesIn(stretch) !== 'some' &&
    options.replies(text.slice(stretch.start, stretch.end)) < LEAST_REPLY;
  const isWhole = !options.awaits ? competencies.size < 2 : taken.length === clauses.length;
  if (isWhole && competencies.size < 2)
    return { ...nothing, questions: taken.length === clauses.length ? [] : questions };
  const isAlone = options.awaits && taken.length > 0 && parts.every((part) => isTaken(part) || isIdle(part));
  return { wishes, questions, rest: without(utterance, isAlone ? clauses : taken) };
}

/** @param isListed true of a clause that "and", "then" or the like joins to another */
function readClause(
  stretch: Stretch,
  isListed: boolean,
  { text, words }: Utterance,
  whole: Classification,
  {
    classify,
    wishes,
    refuses,
    remarks,
    tells,
    asks,
    competencyOf,
    awaits,
    confirms,
    isOwn,
    saysMoreFor,
    givesLacking,
    questionWords,
    joining,
    pointsElsewhere,
    valuesIn,
  }: SegmentOptions,
): Part {
  const own = words.filter((word) => overlap(word, stretch));
  const said = text.slice(stretch.start, stretch.end);
  const isQuestion =
    /^\s*["'”»)]*\s*[?？؟]/u.test(text.slice(stretch.end)) ||
    // "Is it far" and "and may I bring a dog", but not "do that".
    (phraseAt(own, phraseAt(own, 0, joining), questionWords) > 0 && (!awaits || asks(said) >= LEAST_ASKING));
  const given = valuesIn(stretch);
  // "80 dollars from checking" is a detail of what was wished for before it.
  if (own.length < LEAST_WORDS || given === 'nothing_else') return { stretch, wish: null, isQuestion: false };
  const { outcome, ranked } = classify(said);
  const [best] = ranked;
  if (outcome !== 'matched' || best === undefined) return { stretch, wish: null, isQuestion };
  const [first] = whole.ranked;
  const isAgainst =
    whole.outcome === 'matched' &&
    first !== undefined &&
    first.probability >= SURE_WHOLE &&
    competencyOf(first.label) !== competencyOf(best.label);
  // "Storniert mir NR58CA" names what it wishes for, of which nothing else has a use.
  const isToldByValues = !awaits && saysMoreFor(best.label, said);
  const isWish =
    !isOwn(best.label) &&
    best.probability >= (isAgainst && !isToldByValues ? AGAINST_WHOLE : awaits ? SURE_CLAUSE : SURE_UNASKED);
  const isSure = best.probability >= SURE_WHOLE;
  // What the query begins with may be all that is wished for: "lost my card, and when are you open?"
  const isOfWhole = first !== undefined && competencyOf(first.label) === competencyOf(best.label);
  // "Window seat" is a detail of the wish to check in.
  const isNoDetail = awaits || given === 'none' || isOfWhole;
  const isNoAnswer = (awaits && given === 'none') || (best.probability >= SURE_BESIDE_VALUES && isNoDetail);
  // "Better not, I'll do it at the airport" names a place for what is not to be done here.
  const isLabelEnough =
    isNoAnswer &&
    !(own.length < LEAST_WORDS_OF_REMARK && remarks(said) >= SURE_REMARK) &&
    !(confirms && (refuses(said) >= LEAST_REPLY || pointsElsewhere(best.label, said)));
  // "My line is dead, and somebody should call me": of two that are each surely of a label, neither need wish.
  // “Check us in for PQ78RS and add two suitcases”: neither is a detail of the other. “I landed with NL204 and my case
  // never came” tells of a flight, and wishes nothing for it.
  const isNearlyCertain = best.probability >= SURE_BESIDE_VALUES && tells(said) < SURE_REMARK;
  const isApart = given === 'none' || isToldByValues || isNearlyCertain;
  const isOneOfSeveral = !awaits && isListed && isSure && isApart;
  const least = (isSure && isNoDetail) || isToldByValues ? (isLabelEnough ? 0 : LIKELY_WISH) : SURE_WISH;
  if (!isWish || (wishes(said) < least && !isOneOfSeveral)) return { stretch, wish: null, isQuestion };
  // "Rather not" and "let me check with my wife" are none, though few labels but one have such words.
  const isRefusal =
    wishes(said) === 0 && refuses(said) >= LEAST_REPLY && best.probability < SURE_BESIDE_VALUES;
  // "I want to sit at the aisle" changes the seat that is to be confirmed, or gives the one that is lacking.
  const isOfFrame = given === 'some' && (confirms || givesLacking(best.label, stretch));
  const isDetail = isOfFrame && asks(said) < LEAST_REPLY && !saysMoreFor(best.label, said);
  return { stretch, wish: isRefusal || isDetail ? null : best, isQuestion };
}

/** A query with blanks in the place of some stretches. */
export function without(utterance: Utterance, stretches: readonly Stretch[]): Utterance {
  if (stretches.length === 0) return utterance;
  const text = stretches.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    utterance.text,
  );
  return withText(utterance, text);
}
