import type { Classification } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import type { LoadedAssistant } from '../load.ts';
import { phraseAt } from '../text/phrases.ts';
import { rememberedOf } from '../text/remembered.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { isFormOf } from '../text/word-forms.ts';
import { type Utterance, without } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { ActReading } from './acts/reader.ts';
import { BY_ITSELF, readActs, withoutValue } from './acts-in-place.ts';
import { offeredIn, type YesNo } from './asked-values.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import { type ActReaders, exactLabelOf, type QueryInPlace, queryInPlace } from './query-in-place.ts';
import { type ReplyToQuestion, replyToQuestion } from './reservation.ts';
import { type Segments, segmentsOf } from './segments.ts';
import { awaitsText } from './values/free-text-slots.ts';
import { mended } from './values/mistyped.ts';
import { openingRepair } from './values/opening-repair.ts';
import { readValues } from './values/read-values.ts';
import type { ValueReading } from './values/value-draft.ts';
import type { View } from './view.ts';

/** A query as read once for all producers. */
export interface Reading {
  utterance: Utterance;
  language: Language;
  /** The labels of the whole query. */
  whole: Classification;
  /** The label that has exactly this query as an utterance, or null. */
  exactLabel: string | null;
  segments: Segments;
  /** The query without its questions: "yes, and how long does it take?" is a yes. */
  beside: Utterance;
  /**
   * True if the user repeats the current request and the request itself is to cancel something. Then the query does not
   * abandon it.
   */
  isCancel: () => boolean;
  /** The acts of the query without the wishes in separate clauses. */
  acts: ActReading;
  /** The probability that a reply says more than agreement, 0…1; 0 if no yes or no is awaited. */
  reservation: () => number;
  /** The listed values that the question names, in the question's order; otherwise all, in the list's order. */
  offered: () => string[];
  /** True for a word of the language, which is not a misspelling of another word. */
  isWord: (word: string) => boolean;
  /** The values for the current competency's slots; null if there is none. */
  values: ValueReading | null;
  /** The values for the finished competency's slots; null if there is none. */
  follow: ValueReading | null;
  yesNo: YesNo;
}

export function readQuery(loaded: LoadedAssistant, view: View, utterance: Utterance): Reading {
  const context = queryInPlace(loaded, view, utterance);
  const { language, yesNo, actsIn, isBare } = context;
  const whole = isBare ? NO_LABELS : context.classify(utterance.text);
  const segments = segmentsOf(context, whole);
  const beside = withoutQuestions(segments);
  const besideActs = actsIn(beside.text);
  const corrects = isCorrection(context, beside, besideActs);
  const values = readFrameValues(context, segments.rest, besideActs, corrects);
  const { awaited } = view;
  const read = () => readReply(context, segments, beside, values);
  const reply = awaited.kind === 'yes_no' && awaited.isDeed ? read() : null;
  const acts = reply === null ? besideActs : withAffirm(besideActs, reply.affirm);
  return {
    utterance,
    language,
    whole,
    exactLabel: exactLabelOf(loaded, utterance),
    segments,
    beside,
    isCancel: () => whole.ranked[0]?.label === (view.frame?.label ?? '') && isForCancelling(context),
    acts,
    reservation: () => (awaited.kind === 'yes_no' ? (reply ?? read()).reservation() : 0),
    offered: () => offeredIn(loaded, view, utterance),
    isWord: (word) => loaded.classifiers.get(view.language)?.knows?.(word) ?? false,
    values,
    follow: readFollow(context, corrects),
    yesNo,
  };
}

const NO_LABELS: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };

/** Raises the likelihood of a yes to at least the given probability. */
const withAffirm = ({ likelihood, on }: ActReading, affirm: number): ActReading => ({
  likelihood: { ...likelihood, affirm: Math.max(likelihood.affirm, affirm) },
  on,
});

/** True if the query corrects an earlier statement. */
function isCorrection({ view, language }: QueryInPlace, beside: Utterance, acts: ActReading): boolean {
  const isNote = awaitsText(view) && beside.words.length >= WORDS.few;
  const beginsRepair = openingRepair(beside) > 0 || phraseAt(beside.words, 0, language.change.change) > 0;
  const least = beginsRepair ? CERTAINTY.trace : isNote ? CERTAINTY.sure : CERTAINTY.likely;
  return acts.likelihood.change >= least;
}

/**
 * The values for the current competency. If the text as typed does not answer the question, tries it with misspellings
 * corrected.
 */
function readFrameValues(
  { loaded, view, language }: QueryInPlace,
  text: Utterance,
  acts: ActReading,
  corrects: boolean,
): ValueReading | null {
  const { frame, awaited } = view;
  if (frame === null) return null;
  const slot = awaited.kind === 'value' ? awaited.slot : null;
  const asked = slot?.name ?? null;
  const read = (utterance: Utterance) =>
    readValues(loaded, frame, utterance, { asked, corrects, takesWhole: asked !== null });
  const answers = ({ values }: ValueReading) => values.some((value) => value.slot === asked);
  const asTyped = read(text);
  // "None" is not a misspelt "nine".
  const isReply = withoutValue(acts) >= CERTAINTY.likely;
  if (slot === null || answers(asTyped) || isReply) return asTyped;
  const repaired = mended(text, slot.entity, language);
  const asRepaired = repaired && read(repaired);
  return asRepaired !== null && answers(asRepaired) ? asRepaired : asTyped;
}

/** Reads a reply to a yes/no question without its added wishes and the words it takes from the question. */
function readReply(
  context: QueryInPlace,
  segments: Segments,
  beside: Utterance,
  values: ValueReading | null,
): ReplyToQuestion {
  const { utterance, language, within } = context;
  const told = [...heldValues(values), ...offeredValues(context, beside), ...echoes(context)];
  const answer = without(utterance, addedWishes(context, segments));
  const isToCancel = () => isForCancelling(context);
  const read = ({ actsIn: inPlace, alone }: ActReaders) =>
    replyToQuestion(answer, told, language, { inPlace, alone, isToCancel });
  const inWhole = read(within);
  let own: ReplyToQuestion | undefined;
  /** What the run of the whole query tells where it is sure, else what the parts tell by themselves, in runs of their own. */
  const surest = (tell: (reply: ReplyToQuestion) => number): number => {
    const probability = tell(inWhole);
    if (probability <= CERTAINTY.slight || probability >= CERTAINTY.sure) return probability;
    own ??= read(context);
    return tell(own);
  };
  return {
    affirm: surest(({ affirm }) => affirm),
    reservation: () => surest(({ reservation }) => reservation()),
  };
}

/** The words of a reply that repeat the question or the name of the request: "cancel" in "yes, cancel it". */
function echoes({ view, utterance: { words }, language }: QueryInPlace): Stretch[] {
  const { connecting, yesNo } = language;
  const { prompt, frame } = view;
  const called = `${frame?.competency.name ?? ''} ${frame?.state.name ?? ''}`.replaceAll('_', ' ');
  const asked = [...new Set(wordsIn(`${prompt} ${called}`, view.language).map(({ text }) => text))];
  return words.filter(
    ({ text }) =>
      !connecting.has(text) && !yesNo.no.includes(text) && asked.some((word) => isFormOf(text, word)),
  );
}

/** The values of a reply that slots already hold. */
const heldValues = (values: ValueReading | null): Stretch[] =>
  (values?.values ?? []).flatMap(({ candidate, changes }) => (changes ? [] : [candidate]));

/** The values of a reply for the competency that a yes leads to: “yes, to 12 Elm Street” to the offer of a new card. */
function offeredValues({ loaded, view }: QueryInPlace, beside: Utterance): Stretch[] {
  const { awaited, frame } = view;
  const offered = awaited.kind === 'yes_no' ? awaited.offered : undefined;
  const competency = offered && loaded.competencies.get(offered.competency);
  if (offered === undefined || competency === undefined) return [];
  const target = { competency, slots: frame?.slots ?? {} };
  const { values } = readValues(loaded, target, beside, { asked: null, wishes: true });
  return values.map(({ candidate }) => candidate);
}

/** The values for the finished competency, while no other is current. */
function readFollow({ loaded, view, utterance }: QueryInPlace, corrects: boolean): ValueReading | null {
  if (view.frame !== null || view.finished === null) return null;
  return readValues(loaded, view.finished, utterance, { asked: null, corrects });
}

/**
 * The wishes that a reply adds to its answer: "yes, and I need a courtesy car". An added wish has a certain label,
 * begins with a joining word other than "but", and neither delays the answer nor sets a condition.
 */
function addedWishes({ utterance, language, actsIn }: QueryInPlace, { wishes }: Segments): Stretch[] {
  const { text, words } = utterance;
  return wishes.flatMap(({ on, probability }) => {
    const own = words.filter((word) => overlap(word, on));
    const joined = own.slice(0, phraseAt(own, 0, language.sentences.joining));
    const isAdded =
      on.start > 0 && joined.length > 0 && !joined.some((word) => language.change.but.includes(word.text));
    if (!isAdded || probability < CERTAINTY.certain) return [];
    const { condition, wait, unsure } = actsIn(text.slice(on.start, on.end)).likelihood;
    return Math.max(condition, wait, unsure) < CERTAINTY.doubt ? [on] : [];
  });
}

/** True if the current competency's title or label is about cancelling. */
function isForCancelling({ loaded, view: { frame, language } }: QueryInPlace): boolean {
  if (frame === null) return false;
  const names = [
    frame.competency.titles[language] ?? '',
    (frame.label ?? frame.state.name).replaceAll('_', ' '),
  ];
  return names.some((name) => speaksOfCancelling(loaded, language, name));
}

/** True if a title or name is about cancelling. Cached, because each reading runs the act reader. */
const speaksOfCancelling = rememberedOf(
  (loaded: LoadedAssistant, language, name) =>
    readActs(loaded, language, name, BY_ITSELF).likelihood.cancel >= CERTAINTY.slight,
);

/** The query without its questions; the whole query if nothing else is left. */
function withoutQuestions({ rest, questions }: Segments): Utterance {
  const left = without(rest, questions);
  return left.words.length > 0 ? left : rest;
}
