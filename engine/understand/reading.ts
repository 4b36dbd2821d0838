import { BOOLEAN_ENTITY, type CompiledCompetency, type CompiledSlot } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { remembered } from '../text/remembered.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { unchanged } from '../text/typos/repair.ts';
import { phraseAt } from '../text/words.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import { type Candidate, type Meaning, type Utterance, withText } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { ACTS, type Act, type Awaited } from './acts/acts.ts';
import type { ActReading } from './acts/reader.ts';
import { hedged } from './hedged.ts';
import { toldByPointing } from './pointing.ts';
import { type SegmentOptions, type Segments, SURE_WHOLE, segmentsOf, without } from './segments.ts';
import { timesSeen } from './values/find-slots.ts';
import { mended } from './values/mistyped.ts';
import { readValues, type ValueReading } from './values/read-values.ts';
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
  /** True where what is under way is itself a cancel, and is wished for again: that leaves nothing. */
  isCancel: boolean;
  /** True where another competency is the likeliest, and has slots for more of the words than the one under way. */
  isOfAnother: () => boolean;
  /** What the query does, but for the wishes in clauses of their own. */
  acts: ActReading;
  /** What the part of the query does that stands around a stretch, between two marks. */
  actsAt: (on: Stretch) => ActReading;
  /** The values of the list that is asked for, in the order in which the question names them. */
  offered: () => string[];
  /** How surely it asks something, 0…1. */
  asks: number;
  /** What it gives to the slots of the competency under way; null where none is. */
  values: ValueReading | null;
  /** What it gives to the slots of the competency just finished; null where none is. */
  follow: ValueReading | null;
  /** The values of a yes and of a no, where the slot that is asked for has them. */
  yesNo: { yes: Meaning | null; no: Meaning | null };
}

const LIKELY_CORRECTION = 0.5;
/** Where it begins as corrections do: "make that", "sorry". */
const PERHAPS = 0.02;
const LIKELY_NOTE = 0.5;
const LIKELY_WISH = 0.5;
/** Titles and names of labels are few words, which say it less surely than a sentence. */
const LIKELY_CANCEL = 0.2;

const NOTHING_READ: ActReading = {
  of: Object.fromEntries(ACTS.map((act) => [act, 0])) as ActReading['of'],
  on: () => ({ start: 0, end: 0 }),
};

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
  const all = classify(utterance.text);
  const isWish = actsIn(utterance.text).of.wish >= LIKELY_WISH;
  const whole = isWish ? toldByPointing(loaded, view, utterance, all) : all;
  const awaits = view.awaited.kind !== 'nothing';
  const segments = segmentsOf(utterance, whole, {
    joining: language.sentences.joining,
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
    isOwn: (label) => awaits && (isOwnLabel(label, view) || isOfferedLabel(label, view)),
    valuesIn: (clause) => valuesInClause(clause, loaded, view, whole, utterance, language),
  });
  const beside = withoutQuestions(segments);
  const asSaid = actsIn(beside.text);
  const beginsRepair = phraseAt(beside.words, 0, language.change.repair) > 0;
  const corrects = asSaid.of.change >= (beginsRepair ? PERHAPS : LIKELY_CORRECTION);
  const asked = view.awaited.kind === 'value' ? view.awaited.slot.name : null;
  const read = (text: Utterance) =>
    view.frame &&
    readValues(loaded, view.frame, text, language, { asked, corrects, takesWhole: asked !== null });
  const answers = (reading: ValueReading | null) =>
    reading?.values.some(({ slot }) => slot === asked) ?? false;
  const asTyped = read(segments.rest);
  const repaired =
    view.awaited.kind === 'value' && !answers(asTyped)
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
    isCancel: isCancel(view, whole, alone),
    isOfAnother: () => isOfAnother(loaded, view, whole, utterance),
    acts,
    actsAt: (on) => {
      const part = clausesOf(beside.text, beside.words, []).find((one) => overlap(one, on));
      return part === undefined ? acts : actsIn(beside.text.slice(part.start, part.end));
    },
    offered: () => offeredIn(loaded, view, utterance),
    asks,
    values,
    follow,
    yesNo,
  };
}

/** The second of two labels is nearly as likely as the first. */
const LEAST_SECOND = 0.02;
/** How much likelier one of them is than the other where the words around their values decide. */
const CLEARLY = 3;

/**
 * A classification between two labels, decided by what else the text says: the label is meant whose competency has
 * slots for more of the words; where both have slots for the same, the one that the words around them speak for: of
 * "check in with an aisle seat", the seat tells nothing. Nothing decides between labels of one competency, which no
 * question could tell apart.
 */
function toldByValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  text: string,
  result: Classification,
  classify: (text: string) => Classification,
): Classification {
  const [first, second, ...others] = result.ranked;
  const isAmbiguous = result.outcome === 'ambiguous';
  if (first === undefined || second === undefined || result.outcome === 'out_of_scope') return result;
  if (!isAmbiguous && second.probability < LEAST_SECOND) return result;
  const meaning = (meant: RankedLabel, other: RankedLabel): Classification => ({
    ...result,
    outcome: 'matched',
    ranked: [
      { ...meant, probability: first.probability + second.probability },
      { ...other, probability: 0 },
      ...others,
    ],
  });
  const said = withText(utterance, text);
  const competency = competencyOf(loaded, first.label);
  const rival = competencyOf(loaded, second.label);
  if (competency === rival) return isAmbiguous ? meaning(first, second) : result;
  const values = valuesFor(competency?.slots ?? [], loaded, said);
  const valuesOfRival = valuesFor(rival?.slots ?? [], loaded, said);
  const words = wordsOf(values, said);
  const wordsOfRival = wordsOf(valuesOfRival, said);
  if (words !== wordsOfRival) {
    if (!isAmbiguous) return result;
    return words > wordsOfRival ? meaning(first, second) : meaning(second, first);
  }
  if (words === 0) return result;
  const { ranked } = classify(without(said, [...values, ...valuesOfRival]).text);
  const likely = ({ label }: RankedLabel) => ranked.find((found) => found.label === label)?.probability ?? 0;
  const [likelier, other] = likely(first) >= likely(second) ? [first, second] : [second, first];
  return likely(likelier) >= Math.max(0.5, CLEARLY * likely(other)) ? meaning(likelier, other) : result;
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

/** How many words of a text the slots of a competency have a use for. */
const wordsFor = (
  competency: CompiledCompetency | undefined,
  loaded: LoadedAssistant,
  said: Utterance,
): number => wordsOf(valuesFor(competency?.slots ?? [], loaded, said), said);

/** How many words of a text belong to values. */
const wordsOf = (values: readonly Stretch[], { words }: Utterance): number =>
  words.filter((word) => values.some((value) => overlap(value, word))).length;

/** What a text holds for slots, whichever of them takes it. */
function valuesFor(
  slots: readonly CompiledSlot[],
  loaded: LoadedAssistant,
  utterance: Utterance,
): Candidate[] {
  return [...new Set(slots.map(({ entity }) => entity))].flatMap((entity) =>
    loaded
      .recognizerOf(
        entity,
        utterance.language,
      )(utterance)
      .filter(({ quality }) => quality !== 'answer'),
  );
}

/** What a clause says of the slots of the competency under way, or of the one that the query wishes for. */
function valuesInClause(
  clause: Stretch,
  loaded: LoadedAssistant,
  { frame }: View,
  { ranked }: Classification,
  utterance: Utterance,
  { connecting, people }: Language,
): ReturnType<SegmentOptions['valuesIn']> {
  const slots = frame?.competency.slots ?? competencyOf(loaded, ranked[0]?.label ?? '')?.slots ?? [];
  const values = valuesFor(slots, loaded, utterance);
  const own = utterance.words.filter((word) => overlap(word, clause));
  const isValue = (word: Stretch) => values.some((value) => overlap(value, word));
  // "A person" beside a wish for seats is who takes one.
  const isCountedAlone = (text: string) =>
    frame === null && people.nouns.has(text) && slots.some(({ entity }) => entity === 'number');
  if (!own.some(isValue))
    return own.every(({ text }) => connecting.has(text) || isCountedAlone(text)) ? 'nothing_else' : 'none';
  // What stands behind a number is what it counts: "four seats".
  const isCounted = (index: number) =>
    values.some(({ end, value }) => typeof value === 'number' && end === own[index - 1]?.end);
  const isOnlyValues = own.every(
    (word, index) =>
      isValue(word) || connecting.has(word.text) || people.nouns.has(word.text) || isCounted(index),
  );
  return isOnlyValues ? 'nothing_else' : 'some';
}

/**
 * True of a clause with a value that the competency under way lacks, in a slot that another has too: "I'd like to sit by
 * the window" tells the seat of the check-in. Of what is told twice, the second is for something else: "AB12CD, and
 * change the seat of CD90EF".
 */
function givesLacking(
  loaded: LoadedAssistant,
  { frame }: View,
  other: CompiledCompetency | undefined,
  clause: Stretch,
  utterance: Utterance,
): boolean {
  const lacking = (frame?.competency.slots ?? []).filter(
    ({ name, entity }) =>
      !Object.hasOwn(frame?.slots ?? {}, name) &&
      other?.slots.some((slot) => slot.name === name && slot.entity === entity),
  );
  const told = lacking
    .map((slot) => valuesFor([slot], loaded, utterance))
    .filter((values) => values.some((value) => overlap(value, clause)));
  return told.length > 0 && told.every((values) => values.every((value) => overlap(value, clause)));
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
  { connecting, roles, change, sentences }: Language,
  { acts, read, alone }: { acts: ActReading; read: ReadActs; alone: ReadActs },
): ActReading {
  if (awaited.kind !== 'yes_no') return acts;
  // "Yes, cancel it", where that is what is asked.
  const called = `${frame?.competency.name ?? ''} ${frame?.state.name ?? ''}`.replaceAll('_', ' ');
  const asked = new Set(wordsIn(`${prompt} ${called}`, code).map((word) => word.text));
  const clauses = clausesOf(text, words, sentences.joining);
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
    isSmall: (word) => connecting.has(word) || asked.has(word),
    values: values?.values.map(({ candidate }) => candidate) ?? [],
    // Of a question that was taken out of the text, its mark is left, far from the words.
    isQuestion: /^\s?[?？؟]/u.test(text.slice(words.at(-1)?.end)),
    begins: ({ start }) => clauses.some((clause) => clause.start === start),
    isDeed: awaited.isDeed,
  });
}

/** The values that the question for a slot names: "window, middle or aisle?" */
function offeredIn(
  loaded: LoadedAssistant,
  { awaited, prompt, language }: View,
  { clock }: Utterance,
): string[] {
  if (awaited.kind !== 'value') return [];
  const named = loaded.recognizerOf(
    awaited.slot.entity,
    language,
  )({ text: prompt, words: wordsIn(prompt, language), language, clock });
  return [...new Set(named.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))];
}

/** What a query does beside what it asks: "yes, and how long does it take?" is a yes. */
export function withoutQuestions({ rest, questions }: Segments): Utterance {
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

type ReadActs = (text: string) => ActReading;

/** What a text does in its place. */
function actsOf(
  { hasTold, awaited, language }: View,
  text: string,
  { inPlace, alone }: { inPlace: ReadActs; alone: ReadActs },
): ActReading {
  const reading = inPlace(text);
  if (!hasTold || awaited.kind !== 'yes_no') return reading;
  // "Ok" may be about what was told beside the question: what would only take note of it is no yes. "Great, then
  // book it" says more.
  const notes = (part: string): boolean => {
    const { of } = alone(part);
    return Math.max(of.acknowledge, of.thank) >= LIKELY_NOTE;
  };
  if (!notes(text)) return reading;
  const clauses = clausesOf(text, wordsIn(text, language), languageOf(language).sentences.joining);
  const sure = clauses
    .map(({ start, end }) => text.slice(start, end))
    .filter((clause) => !notes(clause))
    .map((clause) => inPlace(clause).of.affirm);
  const { affirm } = alone(text).of;
  return {
    ...reading,
    of: { ...reading.of, affirm: Math.min(reading.of.affirm, Math.max(affirm, ...sure)) },
  };
}

/**
 * What a text does: as the classifier reads it, so that the encoder need not run again; where that took a word for
 * mistyped, also as it came. The utterances that it knows are an assistant's, and "yep" need not be one of their words.
 */
function readActs(
  { acts, classifiers }: LoadedAssistant,
  language: string,
  text: string,
  awaited: Awaited,
  prompt: string,
): ActReading {
  const reader = acts.get(language);
  // What is left of a query without its wishes may be a comma.
  if (reader === undefined || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return NOTHING_READ;
  const read = classifiers.get(language)?.read?.(text) ?? unchanged(text);
  const repaired = reader.read(read.text, awaited, prompt);
  if (read.text === text) return repaired;
  const asTyped = reader.read(text, awaited, prompt);
  if (surest(asTyped) >= surest(repaired)) return asTyped;
  return { of: repaired.of, on: (act) => read.place(repaired.on(act)) };
}

/** What a text does by either reading; it is left only by both. */
function eitherOf(one: ActReading, other: ActReading): ActReading {
  const surer = (act: Act) => (one.of[act] >= other.of[act] ? one : other);
  const of = Object.fromEntries(ACTS.map((act) => [act, surer(act).of[act]])) as Record<Act, number>;
  return { of: { ...of, drop: Math.min(one.of.drop, other.of.drop) }, on: (act) => surer(act).on(act) };
}

const surest = ({ of }: ActReading): number => Math.max(...Object.values(of));

/** How surely a text wishes or asks for something, rather than to answer: 0…1. */
export const wishing = ({ of }: ActReading): number =>
  Math.max(
    of.wish,
    of.ask,
    of.cancel,
    of.handoff,
    of.help,
    of.robot,
    of.abuse,
    of.greet,
    of.thank,
    of.goodbye,
  );

/** How surely a clause wishes for something, rather than to reply. */
const clauseWishes = (acts: ActReading): number => {
  const { affirm, deny, drop, wait } = acts.of;
  const wish = wishing(acts);
  return wish >= Math.max(affirm, deny, drop, wait) ? wish : 0;
};

/** How surely a text answers, corrects or remarks. */
export const answering = ({ of }: ActReading): number =>
  Math.max(
    of.inform,
    of.change,
    of.any,
    of.unsure,
    of.skip,
    of.affirm,
    of.deny,
    of.drop,
    of.wait,
    of.chatter,
    of.condition,
  );

/** How surely a text says yes or no to what is asked, leaves it or changes it. */
export const replying = ({ of }: ActReading): number =>
  Math.max(
    of.affirm,
    of.deny,
    of.drop,
    of.cancel,
    of.change,
    of.inform,
    of.condition,
    of.wait,
    of.skip,
    of.any,
    of.unsure,
  );

/** How surely a text answers the question for a value without giving one. */
export const withoutValue = ({ of }: ActReading): number =>
  Math.max(of.any, of.unsure, of.skip, of.deny, of.drop, of.change, of.wait, of.repeat);

/** What is awaited, as the act reader knows it. */
function awaitedOf({ awaited }: View): Awaited {
  if (awaited.kind === 'yes_no') return awaited.saysBack ? 'confirm' : 'offer';
  if (awaited.kind === 'value' && awaited.slot.entity === BOOLEAN_ENTITY) return 'offer';
  return awaited.kind === 'nothing' ? 'nothing' : 'value';
}

/** A label of farewells that no farewell is meant by is none, as far as the act is read at all. */
const LEAST_TALK = 0.2;

/**
 * A classification without a label of farewells, thanks and the like where the text does nothing of the kind: a label
 * has few such utterances, and "off we go" is near them, which answers a question.
 */
function withoutTalk(
  { utterances }: LoadedAssistant,
  { awaited, language }: View,
  text: string,
  result: Classification,
  inPlace: ReadActs,
): Classification {
  const label = result.ranked[0]?.label;
  if (awaited.kind === 'nothing' || label === undefined || result.outcome === 'out_of_scope') return result;
  const own = utterances.get(language);
  const act = own?.actOf(label) ?? null;
  if (own === undefined || act === null || own.labelOf(text) === label) return result;
  if (inPlace(text).of[act] >= LEAST_TALK) return result;
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
