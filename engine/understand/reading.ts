import type { Classification } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { phraseAt } from '../text/phrases.ts';
import { remembered } from '../text/remembered.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { clauseForms, markedClauseForms } from '../values/clause-forms.ts';
import { type Utterance, without, withText } from '../values/recognizer.ts';
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
import { offeredIn, type YesNo, yesNoOf } from './asked-values.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import { type Classify, labelsOf } from './labels-in-place.ts';
import { replyToDeed } from './reservation.ts';
import { type SegmentOptions, type Segments, segmentsOf } from './segments.ts';
import { valuesFor, valuesInClause, wordsFor } from './told-by-values.ts';
import { isBareAnswer } from './values/bare.ts';
import { awaitsText } from './values/free-text-slots.ts';
import { mended } from './values/mistyped.ts';
import { openingRepair } from './values/opening-repair.ts';
import { readValues } from './values/read-values.ts';
import type { ValueReading } from './values/value-draft.ts';
import { competencyOf, isLabelUnderWay, isOfferedLabel, type View } from './view.ts';
import { echoOf, type IsEcho, weighedReply } from './weighed-reply.ts';

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
  /** The acts of the query, without its wishes in clauses by themselves. */
  acts: ActReading;
  /** The probability that a reply before a deed holds something beside agreement, 0…1; 0 where no deed waits. */
  reservation: number;
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
  yesNo: YesNo;
}

/** A query and its place, with the readers of its texts. Each text is read once. */
interface Context {
  loaded: LoadedAssistant;
  view: View;
  utterance: Utterance;
  language: Language;
  yesNo: YesNo;
  /** The acts of a text as an answer to what is asked. */
  inPlace: ReadActs;
  /** The acts of a text by itself. */
  alone: ReadActs;
  /** The acts of a text, with regard to what was told since the question. */
  actsIn: ReadActs;
  /** The labels of a text. */
  classify: Classify;
  /** True of a reply of small words and values alone, which has no label. */
  isBare: boolean;
  isEcho: IsEcho;
}

export function readQuery(loaded: LoadedAssistant, view: View, utterance: Utterance): Reading {
  const context = contextOf(loaded, view, utterance);
  const { language, yesNo, actsIn, alone, isBare, isEcho } = context;
  const whole = isBare ? NO_LABELS : context.classify(utterance.text);
  const segments = segmentsOf(utterance, segmentOptions(context, whole));
  const beside = withoutQuestions(segments);
  const besideActs = actsIn(beside.text);
  const corrects = isCorrection(context, beside, besideActs);
  const values = readFrameValues(context, segments.rest, besideActs, corrects);
  const isDeed = view.awaited.kind === 'yes_no' && view.awaited.isDeed;
  const told = isDeed ? [...heldValues(values), ...offeredValues(context, beside), ...echoes(context)] : [];
  const answer = isDeed ? without(utterance, addedWishes(context, segments)) : utterance;
  const reply = isDeed ? replyToDeed(answer, told, language, actsIn) : null;
  const acts = weighedReply(view, beside, values, language, {
    acts: reply === null ? besideActs : withAffirm(besideActs, reply.affirm),
    read: actsIn,
    alone,
    isEcho,
  });
  return {
    utterance,
    language,
    whole,
    exactLabel: exactLabelOf(loaded, utterance),
    segments,
    beside,
    isCancel: isCancel(loaded, view, whole),
    acts,
    reservation: reply?.reservation ?? 0,
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

const exactLabelOf = ({ utterances }: LoadedAssistant, { text, language }: Utterance): string | null =>
  utterances.get(language)?.labelOf(text) ?? null;

const NO_LABELS: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };

/**
 * True of an answer to what is awaited that has nothing but small words and values of what is under way, and is no
 * utterance of the author's.
 */
function isBareReply(loaded: LoadedAssistant, { awaited, frame }: View, utterance: Utterance): boolean {
  if (frame === null || awaited.kind === 'nothing' || awaited.kind === 'choice') return false;
  if (exactLabelOf(loaded, utterance) !== null) return false;
  const values = valuesFor(frame.competency.slots, loaded, utterance);
  return isBareAnswer(utterance.words, values, utterance.language);
}

/** The acts of a reply before a deed: its yes is the one that is read with what stands beside it. */
const assenting = ({ likelihood, on }: ActReading): ActReading => ({
  likelihood: { ...likelihood, affirm: likelihood.assent },
  on: (act) => on(act === 'affirm' ? 'assent' : act),
});

/** Acts with a yes that is at least as likely. */
const withAffirm = ({ likelihood, on }: ActReading, affirm: number): ActReading => ({
  likelihood: { ...likelihood, affirm: Math.max(likelihood.affirm, affirm) },
  on,
});

function contextOf(loaded: LoadedAssistant, view: View, utterance: Utterance): Context {
  const language = languageOf(view.language);
  const yesNo = yesNoOf(loaded, view);
  const { work, text } = utterance;
  const { read } = loaded.classifiers.get(view.language) ?? {};
  const encoded = new Set<string>();
  /** A text that labels and acts are read of is encoded once. */
  const spend = (text: string) => {
    if (encoded.has(text)) return;
    encoded.add(text);
    work?.spendText(text);
  };
  const beforeDeed = view.awaited.kind === 'yes_no' && view.awaited.isDeed;
  const isBare = isBareReply(loaded, view, utterance);
  const isSmall = isBare && isBareAnswer(utterance.words, [], utterance.language);
  // What stands beside a yes was learned of sentences by themselves.
  const within =
    view.awaited.kind === 'yes_no' ? {} : { whole: { asTyped: text, repaired: read?.(text).text ?? text } };
  const place = { beforeDeed, isSmall, ...within };
  const readAs = (text: string, awaited: Awaited) => {
    spend(text);
    const acts = readActs(loaded, view.language, text, { ...place, awaited, prompt: view.prompt });
    return beforeDeed ? assenting(acts) : acts;
  };
  const inPlace = remembered((text) =>
    // "Would you like a suitcase?" asks for a value, and offers something.
    yesNo.no === null
      ? readAs(text, awaitedOf(view))
      : eitherOf(readAs(text, awaitedOf(view)), readAs(text, 'offer')),
  );
  const alone = remembered((text) => {
    spend(text);
    return readActs(loaded, view.language, text, { ...place, awaited: 'nothing', prompt: '' });
  });
  const actsIn = remembered((text) => actsOf(view, text, { inPlace, alone }));
  const classify = remembered((text) => {
    spend(text);
    return labelsOf(loaded, view, utterance, text, inPlace);
  });
  return {
    loaded,
    view,
    utterance,
    language,
    yesNo,
    inPlace,
    alone,
    actsIn,
    classify,
    isBare,
    isEcho: echoOf(view),
  };
}

/** The questions that the parts of the query are told apart by. */
function segmentOptions(
  { loaded, view, utterance, language, alone, actsIn, classify }: Context,
  whole: Classification,
): SegmentOptions {
  const awaits = view.awaited.kind !== 'nothing';
  const [first] = whole.ranked;
  const sureLabel = first !== undefined && first.probability >= CERTAINTY.certain ? first.label : '';
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
    competencyOf: (label) => loaded.states.get(label)?.competency,
    awaits,
    confirms: view.awaited.kind === 'yes_no',
    saysMoreFor: (label, text) => {
      const part = withText(utterance, text);
      return wordsFor(competencyOf(loaded, label), loaded, part) > wordsFor(current, loaded, part);
    },
    isUnderWay: (label) => awaits && (isLabelUnderWay(label, view) || isOfferedLabel(label, view)),
    valuesIn: (clause) => valuesInClause(clause, loaded, view, whole, utterance, language),
  };
}

/** True if the query corrects what was said before. */
function isCorrection({ view, language }: Context, beside: Utterance, acts: ActReading): boolean {
  const isNote = awaitsText(view) && beside.words.length >= WORDS.few;
  const beginsRepair = openingRepair(beside) > 0 || phraseAt(beside.words, 0, language.change.change) > 0;
  const least = beginsRepair ? CERTAINTY.trace : isNote ? CERTAINTY.sure : CERTAINTY.likely;
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
  const isReply = withoutValue(acts) >= CERTAINTY.likely;
  if (slot === null || answers(asTyped) || isReply) return asTyped;
  const repaired = mended(text, slot.entity, language);
  const asRepaired = repaired && read(repaired);
  return asRepaired !== null && answers(asRepaired) ? asRepaired : asTyped;
}

/** The words of a reply that echo its question. */
const echoes = ({ utterance: { words }, language: { connecting, yesNo }, isEcho }: Context): Stretch[] =>
  words.filter(({ text }) => isEcho(text) && !connecting.has(text) && !yesNo.no.includes(text));

/** The values of a reply that are held already. */
const heldValues = (values: ValueReading | null): Stretch[] =>
  (values?.values ?? []).flatMap(({ candidate, changes }) => (changes ? [] : [candidate]));

/** The values of a reply for what a yes leads to in another competency: “yes, to 12 Elm Street”, where a card is offered. */
function offeredValues({ loaded, view, language }: Context, beside: Utterance): Stretch[] {
  const { awaited, frame } = view;
  const offered = awaited.kind === 'yes_no' ? awaited.offered : undefined;
  const competency = offered && loaded.competencies.get(offered.competency);
  if (offered === undefined || competency === undefined) return [];
  const target = { state: offered, competency, label: null, slots: frame?.slots ?? {} };
  const options = { asked: null, corrects: false, takesWhole: false, wishes: true };
  return readValues(loaded, target, beside, language, options).values.map(({ candidate }) => candidate);
}

/** The values for the competency just finished, while none is under way. */
function readFollow({ loaded, view, utterance, language }: Context, corrects: boolean): ValueReading | null {
  if (view.frame !== null || view.finished === null) return null;
  return readValues(loaded, view.finished, utterance, language, { asked: null, corrects, takesWhole: false });
}

/**
 * The wishes that a reply adds to its answer: "yes, and I need a courtesy car". Each is certainly for another competency,
 * begins with a joining word that leads to no objection, and neither delays the answer nor makes it depend on something.
 */
function addedWishes({ utterance, language, actsIn }: Context, { wishes }: Segments): Stretch[] {
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

/** True if the query's label is that of the competency under way, and its title or name speaks of cancelling. */
function isCancel(loaded: LoadedAssistant, { frame, language }: View, { ranked }: Classification): boolean {
  if (frame === null || frame.label === null || ranked[0]?.label !== frame.label) return false;
  const names = [frame.competency.titles[language] ?? '', frame.label.replaceAll('_', ' ')];
  return names.some((name) => speaksOfCancelling(loaded, language, name));
}

const OF_ITSELF = { awaited: 'nothing', prompt: '', beforeDeed: false } as const;
const cancelNames = new WeakMap<LoadedAssistant, Map<string, boolean>>();

/** True if a title or name speaks of cancelling. A version's are few, and each is read for the first query alone. */
function speaksOfCancelling(loaded: LoadedAssistant, language: string, name: string): boolean {
  const known = cancelNames.get(loaded) ?? new Map<string, boolean>();
  cancelNames.set(loaded, known);
  const key = `${language} ${name}`;
  const speaks =
    known.get(key) ?? readActs(loaded, language, name, OF_ITSELF).likelihood.cancel >= CERTAINTY.slight;
  known.set(key, speaks);
  return speaks;
}

/** The query without its questions; all of it if nothing else is left. */
function withoutQuestions({ rest, questions }: Segments): Utterance {
  const left = without(rest, questions);
  return left.words.length > 0 ? left : rest;
}
