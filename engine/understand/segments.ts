import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
import { hasPhrase, phraseAt } from '../text/phrases.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { sharesStem } from '../text/word-forms.ts';
import { type Word, wordsWithin } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { type Utterance, without, withText } from '../values/recognizer.ts';
import type { ActReading } from './acts/reader.ts';
import { clauseWishes, refusing } from './acts-in-place.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import { valuesFor, wordsFor } from './labels-in-place.ts';
import type { ActReaders, QueryInPlace } from './query-in-place.ts';
import { valueNamesOf } from './values/named-slots.ts';
import { competencyOf, isCode, isLabelUnderWay, isOfferedLabel } from './view.ts';

/** A wish in a part of a query. */
export interface Wish extends RankedLabel {
  on: Stretch;
}

export interface Segments {
  /** Wishes for other competencies, in separate clauses. */
  wishes: Wish[];
  /** True if all clauses make up one wish for another competency while an answer is awaited. */
  isWish: boolean;
  /** Clauses that ask a question. */
  questions: Stretch[];
  /** The query with these clauses blanked out, so that offsets stay valid. */
  rest: Utterance;
}

interface Part {
  stretch: Stretch;
  clause: string;
  isQuestion: boolean;
  /** False if the clause cannot be a wish. */
  mayWish: boolean;
  /** Reads the clause's wish. The first call runs the encoder. */
  wish: () => RankedLabel | null;
}

/**
 * Finds the wishes of a query that asks for several things, or that answers and also asks for something.
 * @param whole the labels of the whole query
 */
export function segmentsOf(query: QueryInPlace, whole: Classification): Segments {
  const { loaded, view, utterance, language } = query;
  const clauses = clausesOf(utterance.text, utterance.words, clauseForms(language));
  const nothing: Segments = { wishes: [], isWish: false, questions: [], rest: utterance };
  if (clauses.length < 2) return nothing;
  const competency = ({ label }: RankedLabel) => loaded.states.get(label)?.competency;
  const wishes: Wish[] = [];
  let owner: Wish | null = null;
  const taken: Stretch[] = [];
  const questions: Stretch[] = [];
  const awaits = view.awaited.kind !== 'nothing';
  const isAdded = clauses.map(
    (clause) => clause.start > 0 && joinsOn(wordsWithin(utterance.words, clause), language),
  );
  const parts = clauses.map((clause, index) => {
    const opens = index === 0 && !awaits;
    return partOf(
      clause,
      { opens, isAdded: isAdded[index] === true, isAddedTo: opens && isAdded.includes(true) },
      query,
      whole,
    );
  });
  // A single wish is the wish of the whole query.
  const mayBeOne = !awaits && !parts.some(({ isQuestion }) => isQuestion);
  if (mayBeOne && !(haveTwoLabels(parts, query) && haveTwoWishes(parts))) return nothing;
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
      // A clause after a wish belongs to it: "book a flight to Rome, for two people".
      owner.on = { start: owner.on.start, end: stretch.end };
      taken.push(stretch);
    } else if (isQuestion) questions.push(stretch);
  }
  const [first] = wishes;
  // Without an open question, what comes before the first wish belongs to it.
  if (first !== undefined && !awaits && questions.every(({ start }) => start > first.on.start))
    first.on = { start: 0, end: first.on.end };
  const areSeveral = new Set(wishes.map(competency)).size > 1;
  const isAll = taken.length === clauses.length;
  if (!areSeveral && isAll) return { ...nothing, isWish: awaits };
  if (!areSeveral && !awaits) return { ...nothing, questions };
  return { wishes, isWish: false, questions, rest: without(utterance, taken) };
}

/**
 * True if the clauses have labels of several competencies in the run of the whole query, which is known before any is
 * read alone.
 */
function haveTwoLabels(parts: readonly Part[], { loaded, labelWithin }: QueryInPlace): boolean {
  const labels = parts.filter(({ mayWish }) => mayWish).map(({ clause }) => labelWithin(clause));
  if (labels.includes(undefined)) return true;
  const owners = labels.flatMap((best) => loaded.states.get(best?.label ?? '')?.competency ?? []);
  return new Set(owners).size > 1;
}

/** Reads short clauses first, and stops as soon as the result is certain. */
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

/** Where a clause stands among the others. */
interface Place {
  /** True if no wish can stand before the clause. */
  opens: boolean;
  /** True if it begins with a word that adds it to the clause before. */
  isAdded: boolean;
  /** True if it opens the query and a later clause begins with such a word. */
  isAddedTo: boolean;
}

function partOf(stretch: Stretch, place: Place, query: QueryInPlace, whole: Classification): Part {
  const { view, utterance, language, within } = query;
  const { questions, joining } = language.sentences;
  const awaits = view.awaited.kind !== 'nothing';
  const words = utterance.words.filter((word) => overlap(word, stretch));
  const clause = utterance.text.slice(stretch.start, stretch.end);
  // So many words are the rest of a text of many clauses, and no wish of its own.
  if (words.length > WORDS.many)
    return { stretch, clause, isQuestion: false, mayWish: false, wish: () => null };
  const asks = () => within.alone(clause).likelihood.ask;
  const isQuestion =
    /^\s*["'”»)]*\s*[?？؟]/u.test(utterance.text.slice(stretch.end)) ||
    // Question words may also begin an order or a statement, so a reply must sound like a question too.
    (phraseAt(words, phraseAt(words, 0, joining), questions) > 0 && (!awaits || asks() >= CERTAINTY.slight));
  // A clause of values is a detail of the wish before it: "80 dollars from checking".
  if (words.length < WORDS.couple || (!place.opens && hasOnlyValues(words, query, whole)))
    return { stretch, clause, isQuestion: false, mayWish: false, wish: () => null };
  return { stretch, clause, isQuestion, mayWish: true, wish: () => wishOf(clause, place, query, whole) };
}

/** True if a clause begins with a word that adds it to the clause before: “and”, “also”, not “but”. */
export function joinsOn(words: readonly Word[], { sentences, change }: Language): boolean {
  const joining = words.slice(0, phraseAt(words, 0, sentences.joining));
  return joining.length > 0 && !joining.some(({ text }) => change.but.includes(text));
}

/** The label that a clause wishes for in addition to the current request, or null. */
function wishOf(
  clause: string,
  { isAdded, isAddedTo }: Place,
  query: QueryInPlace,
  whole: Classification,
): RankedLabel | null {
  const { loaded, view, utterance, language, actsIn, alone, classify, labelWithin } = query;
  const awaits = view.awaited.kind !== 'nothing';
  const confirms = view.awaited.kind === 'yes_no';
  // The label in the run of the whole query saves a run of the clause.
  const within = labelWithin(clause);
  if (within === null || (awaits && within !== undefined && isLabelUnderWay(within.label, view))) return null;
  // Without a current request, a change such as "change the date" is a wish.
  const wishing = (acts: ActReading) =>
    awaits ? clauseWishes(acts) : Math.max(clauseWishes(acts), acts.likelihood.change);
  const wish = () => wishing(actsIn(clause));
  // A clause whose label within the whole query is not sure has to sound like a wish: first in that run, which is there
  // already, then by itself.
  const isSureWithin = within === undefined || within.probability >= CERTAINTY.sure;
  const sounds = ({ actsIn: acts }: ActReaders) =>
    wishing(acts(clause)) >= (awaits ? CERTAINTY.likely : CERTAINTY.slight);
  if (!isSureWithin && !(sounds(query.within) && sounds(query))) return null;
  // A refusal may still name a label: "better not, I'll do it at the airport". What is added refuses only by itself.
  const refuses = () => refusing(isAdded ? alone(clause) : actsIn(clause)) >= CERTAINTY.likely;
  if (confirms && refuses() && wish() < CERTAINTY.likely) return null;
  const { outcome, ranked } = classify(clause);
  const [best] = ranked;
  if (outcome !== 'matched' || best === undefined) return null;
  const [first] = whole.ranked;
  const sureLabel = first !== undefined && first.probability >= CERTAINTY.certain ? first.label : '';
  const here = withText(utterance, clause);
  const current = view.frame?.competency ?? competencyOf(loaded, sureLabel);
  const ofCurrent = () => wordsFor(current, loaded, here);
  /** True if the clause has more words for its label's slots than for the current competency's slots. */
  const saysMore = () => wordsFor(competencyOf(loaded, best.label), loaded, here) > ofCurrent();
  // A clause whose values only its label can use needs less wish probability.
  const least = () => (!awaits && saysMore() ? CERTAINTY.slight : CERTAINTY.likely);
  // A clause with a certain label need not sound like a wish.
  // Nor need a clause with the whole query's label to which another is added.
  const isOfWhole = isAddedTo && best.label === first?.label && best.probability >= CERTAINTY.sure;
  const isEnough = best.probability >= CERTAINTY.certain || isOfWhole || wish() >= least();
  const isWish = best.probability >= CERTAINTY.likely && isEnough;
  const asksFor = () => {
    const { wish, ask, cancel } = actsIn(clause).likelihood;
    return Math.max(wish, ask, cancel) >= CERTAINTY.likely;
  };
  // A clause that has a value of the current competency and asks for nothing changes the value.
  const isSureToBeAdded =
    isAdded && best.probability >= CERTAINTY.certain && hasPhrase(here.words, language.change.also);
  const isDetail = () => confirms && !isSureToBeAdded && ofCurrent() > 0 && !saysMore() && !asksFor();
  // A wish for the current or offered competency is not a new wish.
  const isAgain = awaits && (isLabelUnderWay(best.label, view) || isOfferedLabel(best.label, view));
  return isWish && !isAgain && !isDetail() ? best : null;
}

/** True if the words of a clause are only values for the current competency, or else for the whole query's label. */
function hasOnlyValues(
  words: readonly Word[],
  { loaded, view: { frame }, utterance, language: { code, connecting, people } }: QueryInPlace,
  { ranked }: Classification,
): boolean {
  const slots = frame?.competency.slots ?? competencyOf(loaded, ranked[0]?.label ?? '')?.slots ?? [];
  const isOf = (values: readonly Stretch[]) => (word: Stretch) =>
    values.some((value) => overlap(value, word));
  const isValue = isOf(valuesFor(slots, loaded, utterance));
  // A noun for people is a detail and no wish: “a person” beside a wish for seats.
  if (!words.some(isValue))
    return words.every(({ text }) => connecting.has(text) || (frame === null && people.nouns.has(text)));
  // The slot's name may precede its code: "booking AB12CD".
  const names = slots
    .filter(
      (slot) => isCode(loaded.assistant, slot) && words.some(isOf(valuesFor([slot], loaded, utterance))),
    )
    .flatMap((slot) => valueNamesOf(slot, code, loaded.assistant));
  return words.every(
    (word) =>
      isValue(word) ||
      connecting.has(word.text) ||
      people.nouns.has(word.text) ||
      names.some((name) => sharesStem(name, word.text)),
  );
}
