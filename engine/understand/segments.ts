import type { Classification, RankedLabel } from '../classify/classifier.ts';
import { clausesOf } from '../text/clauses.ts';
import { phraseAt } from '../text/phrases.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { sharesStem } from '../text/word-forms.ts';
import type { Word } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { type Utterance, without, withText } from '../values/recognizer.ts';
import { clauseWishes } from './acts-in-place.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import type { QueryInPlace } from './query-in-place.ts';
import { valuesFor, wordsFor } from './told-by-values.ts';
import { valueNamesOf } from './values/named-slots.ts';
import { takesCounts } from './values/people-slots.ts';
import { competencyOf, isLabelUnderWay, isOfferedLabel } from './view.ts';

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

interface Part {
  stretch: Stretch;
  isQuestion: boolean;
  /** False of a clause that can be no wish. */
  mayWish: boolean;
  /** Reads what the clause wishes for, which takes a run of the encoder the first time. */
  wish: () => RankedLabel | null;
}

/**
 * Finds the wishes of a query that asks for several things, or that answers and asks for something beside it.
 * @param whole the labels of the whole query
 */
export function segmentsOf(query: QueryInPlace, whole: Classification): Segments {
  const { loaded, view, utterance, language } = query;
  const clauses = clausesOf(utterance.text, utterance.words, clauseForms(language));
  const nothing: Segments = { wishes: [], questions: [], rest: utterance };
  if (clauses.length < 2) return nothing;
  const competency = ({ label }: RankedLabel) => loaded.states.get(label)?.competency;
  const wishes: Wish[] = [];
  let owner: Wish | null = null;
  const taken: Stretch[] = [];
  const questions: Stretch[] = [];
  const awaits = view.awaited.kind !== 'nothing';
  const parts = clauses.map((clause) => partOf(clause, query, whole));
  // One wish is that of the whole query.
  if (!awaits && !parts.some(({ isQuestion }) => isQuestion) && !haveTwoWishes(parts)) return nothing;
  for (const { stretch, isQuestion, wish: read } of parts) {
    const wish = read();
    if (wish !== null) {
      const isSame: boolean = owner !== null && competency(owner) === competency(wish);
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
  const areSeveral = new Set(wishes.map(competency)).size > 1;
  const isAll = taken.length === clauses.length;
  if (!areSeveral && (!awaits || isAll)) return { ...nothing, questions: isAll ? [] : questions };
  return { wishes, questions, rest: without(utterance, taken) };
}

/** Reads no more clauses than it takes to tell, short ones first. */
function haveTwoWishes(parts: readonly Part[]): boolean {
  const length = ({ stretch }: Part) => stretch.end - stretch.start;
  const unread = parts.filter(({ mayWish }) => mayWish).sort((a, b) => length(a) - length(b));
  let wishes = 0;
  for (const [index, { wish }] of unread.entries()) {
    if (wishes + unread.length - index < 2) return false;
    if (wish() !== null) wishes += 1;
  }
  return wishes > 1;
}

function partOf(stretch: Stretch, query: QueryInPlace, whole: Classification): Part {
  const { view, utterance, language, alone } = query;
  const { questions, joining } = language.sentences;
  const awaits = view.awaited.kind !== 'nothing';
  const words = utterance.words.filter((word) => overlap(word, stretch));
  const clause = utterance.text.slice(stretch.start, stretch.end);
  const asks = () => alone(clause).likelihood.ask;
  const isQuestion =
    /^\s*["'”»)]*\s*[?？؟]/u.test(utterance.text.slice(stretch.end)) ||
    // "Is it far" and "and may I bring a dog", but not "do that".
    (phraseAt(words, phraseAt(words, 0, joining), questions) > 0 && (!awaits || asks() >= CERTAINTY.slight));
  const given = valuesIn(words, query, whole);
  // "80 dollars from checking" is a detail of what was wished for before it.
  if (words.length < WORDS.couple || given === 'nothing_else')
    return { stretch, isQuestion: false, mayWish: false, wish: () => null };
  return { stretch, isQuestion, mayWish: true, wish: () => wishOf(clause, given, query, whole) };
}

/** The label that a clause wishes for beside what is under way, or null. */
function wishOf(
  clause: string,
  given: ReturnType<typeof valuesIn>,
  { loaded, view, utterance, alone, actsIn, classify }: QueryInPlace,
  whole: Classification,
): RankedLabel | null {
  const awaits = view.awaited.kind !== 'nothing';
  const confirms = view.awaited.kind === 'yes_no';
  const asks = () => alone(clause).likelihood.ask;
  const wish = () => {
    const acts = actsIn(clause);
    // Where nothing is under way, "change the date" corrects nothing.
    return awaits ? clauseWishes(acts) : Math.max(clauseWishes(acts), acts.likelihood.change);
  };
  // "Better not, I'll do it at the airport" names a place for what is not to be done here. Its label need not be known,
  // which costs a run of the encoder.
  const refuses = () => {
    const { deny, drop, wait } = actsIn(clause).likelihood;
    return Math.max(deny, drop, wait) >= CERTAINTY.likely;
  };
  if (confirms && refuses() && wish() < CERTAINTY.likely) return null;
  const { outcome, ranked } = classify(clause);
  const [best] = ranked;
  if (outcome !== 'matched' || best === undefined) return null;
  const [first] = whole.ranked;
  const sureLabel = first !== undefined && first.probability >= CERTAINTY.certain ? first.label : '';
  const here = withText(utterance, clause);
  const current = view.frame?.competency ?? competencyOf(loaded, sureLabel);
  /** True if it has more words for the slots of its label's competency than for those of what is under way. */
  const saysMore = () =>
    wordsFor(competencyOf(loaded, best.label), loaded, here) > wordsFor(current, loaded, here);
  // "Storniert mir NR58CA" names what it wishes for, of which nothing else has a use.
  const least = () => (!awaits && saysMore() ? CERTAINTY.slight : CERTAINTY.likely);
  // A clause that is certainly of a label need not sound like a wish.
  const isEnough = best.probability >= CERTAINTY.certain || wish() >= least();
  const isWish = best.probability >= CERTAINTY.likely && isEnough;
  // "I want to sit at the aisle" changes the seat that is to be confirmed.
  const isDetail = given === 'some' && confirms && asks() < CERTAINTY.likely && !saysMore();
  // To wish again for what is under way, or is offered, is no wish.
  const isAgain = awaits && (isLabelUnderWay(best.label, view) || isOfferedLabel(best.label, view));
  return isWish && !isDetail && !isAgain ? best : null;
}

/** Tells if the words of a clause give values to what is under way, or to what the query as a whole wishes for. */
function valuesIn(
  words: readonly Word[],
  { loaded, view: { frame }, utterance, language: { code, connecting, people } }: QueryInPlace,
  { ranked }: Classification,
): 'nothing_else' | 'some' | 'none' {
  const slots = frame?.competency.slots ?? competencyOf(loaded, ranked[0]?.label ?? '')?.slots ?? [];
  const isOf = (values: readonly Stretch[]) => (word: Stretch) =>
    values.some((value) => overlap(value, word));
  const isValue = isOf(valuesFor(slots, loaded, utterance));
  // "A person" beside a wish for seats is who takes one.
  const isCountedAlone = (text: string) =>
    frame === null && people.nouns.has(text) && slots.some(takesCounts);
  if (!words.some(isValue))
    return words.every(({ text }) => connecting.has(text) || isCountedAlone(text)) ? 'nothing_else' : 'none';
  // "Booking AB12CD" calls the code by its name.
  const names = slots
    .filter((slot) => words.some(isOf(valuesFor([slot], loaded, utterance))))
    .flatMap((slot) => valueNamesOf(slot, code, loaded.assistant));
  const isOnlyValues = words.every(
    (word) =>
      isValue(word) ||
      connecting.has(word.text) ||
      people.nouns.has(word.text) ||
      names.some((name) => sharesStem(name, word.text)),
  );
  return isOnlyValues ? 'nothing_else' : 'some';
}
