import type { Classification, RankedLabel } from '../classify/classifier.ts';
import { type ClauseForms, clausesOf } from '../text/clauses.ts';
import { phraseAt } from '../text/phrases.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { type Utterance, without } from '../values/recognizer.ts';
import { CERTAINTY, WORDS } from './certainty.ts';

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
  /** The text refuses, leaves or asks for a moment. */
  refuses: (text: string) => number;
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
  /** True of a label of the competency that waits: to wish for it again is no wish. */
  isUnderWay: (label: string) => boolean;
  /** Tells if a clause gives values to the competency under way, or to the one that the query as a whole wishes for. */
  valuesIn: (clause: Stretch) => 'nothing_else' | 'some' | 'none';
}

interface Part {
  stretch: Stretch;
  wish: RankedLabel | null;
  isQuestion: boolean;
}

/**
 * Finds the wishes of a query that asks for several things, or that answers and asks for something beside it.
 */
export function segmentsOf(utterance: Utterance, options: SegmentOptions): Segments {
  const { text, words } = utterance;
  const clauses = clausesOf(text, words, options);
  const nothing: Segments = { wishes: [], questions: [], rest: utterance };
  if (clauses.length < 2) return nothing;
  const parts = clauses.map((stretch) => readClause(stretch, utterance, options));
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
  const competencies = new Set(wishes.map(({ label }) => options.competencyOf(label)));
  const isWhole = !options.awaits ? competencies.size < 2 : taken.length === clauses.length;
  if (isWhole && competencies.size < 2)
    return { ...nothing, questions: taken.length === clauses.length ? [] : questions };
  return { wishes, questions, rest: without(utterance, taken) };
}

function readClause(
  stretch: Stretch,
  { text, words }: Utterance,
  {
    classify,
    wishes,
    refuses,
    asks,
    awaits,
    confirms,
    isUnderWay,
    saysMoreFor,
    questionWords,
    joining,
    valuesIn,
  }: SegmentOptions,
): Part {
  const clauseWords = words.filter((word) => overlap(word, stretch));
  const clause = text.slice(stretch.start, stretch.end);
  const isQuestion =
    /^\s*["'”»)]*\s*[?？؟]/u.test(text.slice(stretch.end)) ||
    // "Is it far" and "and may I bring a dog", but not "do that".
    (phraseAt(clauseWords, phraseAt(clauseWords, 0, joining), questionWords) > 0 &&
      (!awaits || asks(clause) >= CERTAINTY.slight));
  const given = valuesIn(stretch);
  // "80 dollars from checking" is a detail of what was wished for before it.
  if (clauseWords.length < WORDS.couple || given === 'nothing_else')
    return { stretch, wish: null, isQuestion: false };
  // "Better not, I'll do it at the airport" names a place for what is not to be done here. Its label need not be known,
  // which costs a run of the encoder.
  const isRefusal = confirms && refuses(clause) >= CERTAINTY.likely && wishes(clause) < CERTAINTY.likely;
  if (isRefusal) return { stretch, wish: null, isQuestion };
  const { outcome, ranked } = classify(clause);
  const [best] = ranked;
  if (outcome !== 'matched' || best === undefined) return { stretch, wish: null, isQuestion };
  // "Storniert mir NR58CA" names what it wishes for, of which nothing else has a use.
  const least = !awaits && saysMoreFor(best.label, clause) ? CERTAINTY.slight : CERTAINTY.likely;
  // A clause that is certainly of a label need not sound like a wish.
  const isEnough = best.probability >= CERTAINTY.certain || wishes(clause) >= least;
  const isWish = best.probability >= CERTAINTY.likely && isEnough;
  // "I want to sit at the aisle" changes the seat that is to be confirmed.
  const isDetail =
    given === 'some' && confirms && asks(clause) < CERTAINTY.likely && !saysMoreFor(best.label, clause);
  return { stretch, wish: isWish && !isDetail && !isUnderWay(best.label) ? best : null, isQuestion };
}
