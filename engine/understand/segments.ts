import type { Classification, RankedLabel } from '../classify/classifier.ts';
import { type ClauseForms, clausesOf } from '../text/clauses.ts';
import { phraseAt } from '../text/phrases.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import { type Utterance, without } from '../values/recognizer.ts';

/** A wish that stands in a part of a query. */
export interface Wish extends RankedLabel {
  on: Stretch;
}

/** The parts of a query. */
export interface Segments {
  /** Wishes for other competencies, each in clauses by itself. */
  wishes: Wish[];
  /** Clauses that ask something. */
  questions: Stretch[];
  /** The query without those clauses, blank where they stood, so that every place in it stays the same. */
  rest: Utterance;
}

/** Questions about texts and clauses of the query. The numbers are probabilities, 0…1. */
export interface SegmentOptions extends ClauseForms {
  questionWords: readonly string[];
  classify: (text: string) => Classification;
  /** The text wishes or asks for something. */
  wishes: (text: string) => number;
  /** The text answers or agrees, refuses or corrects. */
  replies: (text: string) => number;
  /** The text refuses, leaves or asks for a moment. */
  refuses: (text: string) => number;
  /** The text tells or remarks something. */
  tells: (text: string) => number;
  /** The text asks something. */
  asks: (text: string) => number;
  /** The competency of a label. */
  competencyOf: (label: string) => string | undefined;
  /** True if a question waits for an answer. */
  awaits: boolean;
  /** True if a yes or no is awaited. */
  confirms: boolean;
  /**
   * True if the text has more words for the slots of a label's competency than for those of the competency under way,
   * or of the one that the query as a whole surely wishes for.
   */
  saysMoreFor: (label: string, text: string) => boolean;
  /** True if a clause gives a value that the competency under way lacks, for a slot that a label's competency has too. */
  givesLacking: (label: string, clause: Stretch) => boolean;
  /** True of a label of the competency that waits: to wish for it again is no wish. */
  isUnderWay: (label: string) => boolean;
  /** True if a text refers to what was spoken of, but the label's competency takes none of it: "and mail it". */
  pointsElsewhere: (label: string, text: string) => boolean;
  /** Tells if a clause gives values to the competency under way, or to the one that the query as a whole wishes for. */
  valuesIn: (clause: Stretch) => 'nothing_else' | 'some' | 'none';
}

interface Part {
  stretch: Stretch;
  wish: RankedLabel | null;
  isQuestion: boolean;
}

/** The least probability at which a clause replies. */
const LEAST_REPLY = 0.6;
/** The least probability of a label at which a clause is a wish by itself. */
const SURE_CLAUSE = 0.6;
/** The least probability that the clause wishes at all. */
const SURE_WISH = 0.5;
const SURE_REMARK = 0.5;
/** A clause that only tells something, or has a value for what is under way, is a wish with this probability of a label. */
const SURE_BESIDE_VALUES = 0.97;
/** A clause that is surely of a label need not wish as surely; if it is no answer to what is asked, not at all. */
const LIKELY_WISH = 0.15;
/** A clause that begins as a question does is one if it asks with this probability. */
const LEAST_ASKING = 0.15;
/** If the whole query has a label with this probability, a clause needs `AGAINST_WHOLE` to be of another competency. */
export const SURE_WHOLE = 0.9;
const AGAINST_WHOLE = 0.8;
/** Shorter clauses say too little to be wishes: "tomorrow", "and back". */
const LEAST_WORDS = 2;

/**
 * Finds the wishes of a query that asks for several things, or that answers and asks for something beside it.
 * @param whole the classification of the whole query
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
  const isTaken = ({ stretch }: Part) => taken.some((stretchTaken) => overlap(stretchTaken, stretch));
  const competencies = new Set(wishes.map(({ label }) => options.competencyOf(label)));
  // "Before that, cancel booking AB12CD": what stands beside the wish says nothing.
  const saysNothing = ({ stretch, wish, isQuestion }: Part) =>
    wish === null &&
    !isQuestion &&
    options.valuesIn(stretch) !== 'some' &&
    options.replies(text.slice(stretch.start, stretch.end)) < LEAST_REPLY;
  const isWhole = !options.awaits ? competencies.size < 2 : taken.length === clauses.length;
  if (isWhole && competencies.size < 2)
    return { ...nothing, questions: taken.length === clauses.length ? [] : questions };
  const isAlone =
    options.awaits && taken.length > 0 && parts.every((part) => isTaken(part) || saysNothing(part));
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
    tells,
    asks,
    competencyOf,
    awaits,
    confirms,
    isUnderWay,
    saysMoreFor,
    givesLacking,
    questionWords,
    joining,
    pointsElsewhere,
    valuesIn,
  }: SegmentOptions,
): Part {
  const clauseWords = words.filter((word) => overlap(word, stretch));
  const clause = text.slice(stretch.start, stretch.end);
  const isQuestion =
    /^\s*["'”»)]*\s*[?？؟]/u.test(text.slice(stretch.end)) ||
    // "Is it far" and "and may I bring a dog", but not "do that".
    (phraseAt(clauseWords, phraseAt(clauseWords, 0, joining), questionWords) > 0 &&
      (!awaits || asks(clause) >= LEAST_ASKING));
  const given = valuesIn(stretch);
  // "80 dollars from checking" is a detail of what was wished for before it.
  if (clauseWords.length < LEAST_WORDS || given === 'nothing_else')
    return { stretch, wish: null, isQuestion: false };
  // "Better not, I'll do it at the airport" names a place for what is not to be done here. Its label need not be known,
  // which costs a run of the encoder.
  const isRefusal = awaits && refuses(clause) >= LEAST_REPLY && wishes(clause) < LIKELY_WISH;
  if (isRefusal) return { stretch, wish: null, isQuestion };
  const { outcome, ranked } = classify(clause);
  const [best] = ranked;
  if (outcome !== 'matched' || best === undefined) return { stretch, wish: null, isQuestion };
  const [first] = whole.ranked;
  const isAgainst =
    whole.outcome === 'matched' &&
    first !== undefined &&
    first.probability >= SURE_WHOLE &&
    competencyOf(first.label) !== competencyOf(best.label);
  // "Storniert mir NR58CA" names what it wishes for, of which nothing else has a use.
  const isToldByValues = !awaits && saysMoreFor(best.label, clause);
  const isWish =
    !isUnderWay(best.label) &&
    best.probability >= (isAgainst && !isToldByValues ? AGAINST_WHOLE : SURE_CLAUSE);
  const isSure = best.probability >= SURE_WHOLE;
  // What the query begins with may be all that is wished for: "lost my card, and when are you open?"
  const isOfWhole = first !== undefined && competencyOf(first.label) === competencyOf(best.label);
  // "Window seat" is a detail of the wish to check in.
  const isNoDetail = awaits || given === 'none' || isOfWhole;
  const isNoAnswer = (awaits && given === 'none') || (best.probability >= SURE_BESIDE_VALUES && isNoDetail);
  const isLabelEnough = isNoAnswer && !(confirms && pointsElsewhere(best.label, clause));
  // "My line is dead, and somebody should call me": of two that are each surely of a label, neither need wish.
  // “Check us in for PQ78RS and add two suitcases”: neither is a detail of the other. “I landed with NL204 and my case
  // never came” tells of a flight, and wishes nothing for it.
  const isNearlyCertain = best.probability >= SURE_BESIDE_VALUES && tells(clause) < SURE_REMARK;
  const isApart = given === 'none' || isToldByValues || isNearlyCertain;
  const isOneOfSeveral = !awaits && isListed && isSure && isApart;
  const least = (isSure && isNoDetail) || isToldByValues ? (isLabelEnough ? 0 : LIKELY_WISH) : SURE_WISH;
  if (!isWish || (wishes(clause) < least && !isOneOfSeveral)) return { stretch, wish: null, isQuestion };
  // "I want to sit at the aisle" changes the seat that is to be confirmed, or gives the one that is lacking.
  const isOfFrame = given === 'some' && (confirms || givesLacking(best.label, stretch));
  const isDetail = isOfFrame && asks(clause) < LEAST_REPLY && !saysMoreFor(best.label, clause);
  return { stretch, wish: isDetail ? null : best, isQuestion };
}
