import { type CompiledSlot, TEXT_ENTITY } from '../assistant.ts';
import type { Language } from '../language/language.ts';
import { overlap, type Stretch, union } from '../text/stretch.ts';
import { endsAsQuestion, phraseAt, type Word } from '../text/words.ts';
import { isAnyText, isFreeText } from '../values/free-text/any-text.ts';
import type { Candidate } from '../values/recognizer.ts';
import { plainWordsIn } from '../values/words-in.ts';
import type { Act } from './acts/acts.ts';
import { answering, replying, wishing, withoutValue } from './acts-in-place.ts';
import { CERTAINTY } from './arbitrate.ts';
import type { Command, Proposal, SmallTalk } from './commands.ts';
import { leadingWords } from './leading-words.ts';
import type { Reading } from './reading.ts';
import { isBareAnswer, isWholeClause } from './values/bare.ts';
import { isNamed, namedSlots, namesOf } from './values/named-slots.ts';
import type { ReadValue } from './values/read-values.ts';
import { isText } from './values/slots-of.ts';
import { isClosed } from './values/unknown-values.ts';
import { type Frame, isOfferedLabel, isOwnLabel, offersAnother, type View } from './view.ts';

/**
 * Reads a query in its view and proposes commands. Ours are below; one of your own, such as one that asks a language
 * model, stands beside them: what it proposes is admitted and arbitrated as theirs is.
 */
export type Producer = (view: View, reading: Reading) => readonly Proposal[] | Promise<readonly Proposal[]>;

const WORDS_OF_A_REMARK = 3;
/** Less likely ones are not worth telling. */
const LEAST = 0.05;

/** Acts that answer the question for a value without one; those that do beside a question of the user's own. */
const ANSWERLESS = ['any', 'unsure', 'skip'] as const;
const LEAVING = ['any', 'skip'] as const;

/** What acts do wherever they are read. */
const SMALL_TALK_OF: Partial<Record<Act, SmallTalk>> = {
  acknowledge: 'acknowledge',
  greet: 'greet',
  thank: 'thank',
  goodbye: 'goodbye',
  wait: 'wait',
  repeat: 'repeat',
  help: 'help',
  handoff: 'hand_off',
  robot: 'robot',
  abuse: 'abuse',
  chatter: 'remark',
};

/** What the query does, by the act reader. */
export const actProducer: Producer = (view, reading) => {
  const { acts, segments, beside, whole, isCancel, language } = reading;
  const { awaited, frame } = view;
  const proposals: Proposal[] = [];
  const propose = (act: Act, command: Command) => {
    const score = acts.of[act];
    if (score >= LEAST) proposals.push({ command, on: acts.on(act), score, by: 'acts' });
  };
  const slot = awaited.kind === 'value' ? awaited.slot : null;
  if (awaited.kind !== 'nothing') {
    if (!asksForElse(view, reading)) propose('affirm', { do: 'affirm', said: beside.text });
    propose('deny', { do: 'deny' });
    propose('condition', { do: 'confirm_again' });
  } else {
    // A yes or no to nothing says too little to guess a wish from.
    propose('affirm', { do: 'acknowledge' });
    propose('deny', { do: 'acknowledge' });
  }
  // "Cancel the visit" leaves nothing where the question is whether to cancel the visit.
  const saysAgain =
    awaited.kind === 'yes_no' && whole.outcome === 'matched' && whole.ranked[0]?.label === frame?.label;
  // "Sigh, what a day, first the car and now this" gives up nothing.
  if (!saysAgain && acts.of.drop > acts.of.chatter) propose('drop', { do: 'cancel' });
  if (slot !== null) {
    // "Depends, how much is it?" leaves the answer open until then.
    const leaves = segments.wishes.length + segments.questions.length > 0 ? LEAVING : ANSWERLESS;
    for (const act of leaves) propose(act, slot.required ? { do: 'cannot_answer' } : { do: 'skip' });
  } else for (const act of ['any', 'unsure'] as const) propose(act, { do: 'cannot_answer' });
  if (frame !== null) {
    // "Cancel the transfer" leaves it, unless a label is there for that.
    const isOther = whole.outcome !== 'matched' || (whole.ranked[0]?.label === frame.label && !isCancel);
    if (isOther && isNamed(frame, segments.rest, view.language)) propose('cancel', { do: 'cancel' });
    // "From", sent too early, throws nothing away.
    const [only, ...others] = segments.rest.words;
    if (only !== undefined && (others.length > 0 || !language.connecting.has(only.text))) {
      propose('back', { do: 'back' });
      propose('restart', { do: 'restart' });
    }
    const named = namedSlots(frame, segments.rest, view.language).filter(({ slot: one }) =>
      Object.hasOwn(frame.slots, one.name),
    );
    propose('change', { do: 'correct', slot: named.length === 1 ? (named[0]?.slot.name ?? null) : null });
  }
  for (const [act, talk] of Object.entries(SMALL_TALK_OF) as [Act, SmallTalk][]) {
    // Where a value is asked for, a word or two are rather one that nobody understands.
    const isShort = slot !== null && segments.rest.words.length < WORDS_OF_A_REMARK;
    if (talk !== 'remark' || !isShort) propose(act, { do: talk });
  }
  return proposals;
};

/** A question that is this surely one, of a label that is this surely meant, is no yes. */
const SURE_TO_ASK = 0.9;

/** True of a question for something else than what is offered: "what is its rating?", which an offer invites. */
function asksForElse(view: View, { acts, whole }: Reading): boolean {
  const [first] = whole.ranked;
  return (
    view.awaited.kind === 'yes_no' &&
    acts.of.ask >= Math.max(SURE_TO_ASK, acts.of.affirm) &&
    first !== undefined &&
    whole.outcome === 'matched' &&
    first.probability >= SURE_TO_ASK &&
    !isOfferedLabel(first.label, view) &&
    // "Are there any others?" asks for what is under way, and not for what is offered.
    (!isOwnLabel(first.label, view) || offersAnother(view))
  );
}

/** What the query wishes for, by the labels' classifier. */
export const labelProducer: Producer = (view, reading) => {
  const { utterance, whole, own, segments } = reading;
  const all: Stretch = { start: 0, end: utterance.text.length };
  const proposals: Proposal[] = [];
  const query = utterance.text;
  const isElsewhere = segments.wishes.length > 0 || repliesToNothing(view, reading);
  if (own !== null)
    proposals.push({
      command: { do: 'start', label: own, probability: 1, query },
      on: all,
      score: 1,
      by: 'utterances',
    });
  const [first, second] = whole.ranked;
  if (!isElsewhere && whole.outcome !== 'out_of_scope' && first !== undefined && first.label !== own) {
    const { label, probability } = first;
    const score = isUrgent(label, view, reading)
      ? Math.max(probability, CERTAINTY.wish)
      : view.awaited.kind === 'nothing'
        ? probability
        : probability * asWish(view, reading);
    proposals.push({ command: { do: 'start', label, probability, query }, on: all, score, by: 'labels' });
  }
  // Who wishes for what is offered says yes to it: "11 am, please", where it was "Shall I reserve a table?" Not who asks
  // about it; and what cannot be taken back needs a yes.
  const isOffered =
    view.awaited.kind === 'yes_no' &&
    !view.awaited.isDeed &&
    reading.asks < CERTAINTY.act &&
    whole.outcome === 'matched';
  // "Savings", where a transfer is offered beside a balance, is rather for the balance.
  const isForThis = (reading.values?.values.length ?? 0) > 0;
  const least = isForThis ? CERTAINTY.wish : CERTAINTY.yes;
  if (isOffered && first !== undefined && first.probability >= least && isOfferedLabel(first.label, view))
    proposals.push({
      command: { do: 'affirm', said: query },
      on: all,
      score: first.probability,
      by: 'labels',
    });
  if (!isElsewhere && whole.outcome === 'ambiguous' && first !== undefined && second !== undefined) {
    const labels: [string, string] = [first.label, second.label];
    const { probability } = first;
    proposals.push({
      command: { do: 'clarify', labels, probability },
      on: all,
      score: probability,
      by: 'labels',
    });
  }
  for (const { label, probability, on } of segments.wishes) {
    const said = query.slice(on.start, on.end);
    proposals.push({
      command: { do: 'start', label, probability, query: said },
      on,
      score: probability,
      by: 'clauses',
    });
  }
  for (const on of segments.questions)
    proposals.push({
      command: { do: 'ask_faq', query: query.slice(on.start, on.end) },
      on,
      score: 0.5,
      by: 'clauses',
    });
  return proposals;
};

/**
 * True of what sounds like a remark, and is a reason to drop all else: "oh god, he just ate rat poison". Which those
 * are, an author says by what they do to what they interrupt.
 */
function isUrgent(label: string, { assistant }: View, { acts, whole }: Reading): boolean {
  const competency = assistant.competencies[assistant.states[label]?.competency ?? ''];
  return competency?.interrupts === 'replace' && whole.outcome === 'matched' && isChatter(acts);
}

/** True of a yes or a no where nothing is asked, which no label is surely meant by. */
function repliesToNothing({ awaited }: View, { acts, whole }: Reading): boolean {
  const { affirm, deny } = acts.of;
  const isReply = Math.max(affirm, deny) >= CERTAINTY.act && wishing(acts) < CERTAINTY.act;
  const isSure = whole.outcome === 'matched' && (whole.ranked[0]?.probability ?? 0) >= CERTAINTY.wish;
  return awaited.kind === 'nothing' && isReply && !isSure;
}

/** What is left of a label's probability where the words surely answer: they are of its subject, and no wish. */
const OF_AN_ANSWER = 0.35;

/** A reply that is less likely is none. */
const CERTAIN_REPLY = 0.3;

function asWish(view: View, { acts, values, whole, isOfAnother }: Reading): number {
  const { awaited } = view;
  const wish = wishing(acts);
  if (wish >= 0.5) return 1;
  // "Last time I moved 900, can you believe it" tells of what is under way, and wishes for it no more.
  const [first] = whole.ranked;
  if (first !== undefined && isOwnLabel(first.label, view) && isChatter(acts)) return OF_AN_ANSWER;
  // "19:00 is fine" answers no question for a place, where what was offered asks for a time.
  const isNamed = awaited.kind === 'value' && awaited.slot.entity !== TEXT_ENTITY;
  if (isNamed && (whole.ranked[0]?.probability ?? 0) >= SURE_QUESTION && isOfAnother()) return 1;
  // What has no value of the kind that is asked for is no answer, whatever it sounds like: "there's a fire".
  const isAnswer =
    awaited.kind === 'value'
      ? isText(view.assistant, awaited.slot.entity) ||
        // Any text could be that of a slot that was not asked for.
        (values?.values ?? []).some(
          ({ slot, candidate }) => slot === awaited.slot.name || !isFreeText(candidate),
        ) ||
        withoutValue(acts) >= CERTAIN_REPLY
      : awaited.kind === 'choice' || replying(acts) >= CERTAIN_REPLY;
  if (!isAnswer) return 1;
  return OF_AN_ANSWER + ((1 - OF_AN_ANSWER) * wish) / Math.max(wish, answering(acts), 0.1);
}

/** How far values are to be believed by how they were read. */
export const QUALITY: Readonly<Record<ReadValue['candidate']['quality'], number>> = {
  exact: 1,
  fuzzy: 0.9,
  weak: 0.8,
  answer: 0.8,
  learned: 0.85,
  learned_answer: 0.85,
  whole_answer: 0.7,
};
const OF_A_REMARK = 0.3;
const OF_A_SLIP = 0.6;
/** A question that is this surely of a label is none that only goes on: "and for Zurich?" */
const SURE_QUESTION = 0.95;
/** How many times likelier another competency is where a wish does not go on. */
const MUCH_LIKELIER = 4;
/** A remark that is nearly as likely as an answer is one. */
const CLOSE = 0.1;

/**
 * How surely a value's words say it, 0…1. A bare "yes" within a sentence may be a particle, and says it as far as the
 * sentence says yes: "das geht ja schnell". A bare "no" beside a correction denies what is corrected: "no, not Frankfurt
 * but Hamburg".
 */
function sureness(
  { start, end }: Stretch,
  raw: string,
  { acts, values, language, segments }: Reading,
): number {
  const said = plainWordsIn(raw, language.code);
  const { words } = segments.rest;
  const at = words.findIndex((word) => word.start === start);
  if (language.yesNo.yes.includes(said)) {
    const isWithin = at > 0 && (words.at(-1)?.end ?? 0) > end;
    return isWithin ? Math.min(1, 2 * acts.of.affirm) : 1;
  }
  const corrects = values?.values.some(({ way, changes }) => way === 'replace' && changes) ?? false;
  return language.yesNo.no.includes(said) && corrects ? OF_A_REMARK : 1;
}

/** True of what is rather a remark than anything else that gives values. */
const isChatter = ({ of: { chatter, inform, change, wish, affirm, deny } }: Reading['acts']): boolean =>
  chatter > 0.5 && chatter > Math.max(inform, change, wish, affirm, deny) - CLOSE;

/** True of the part of a remark that gives a value all the same: "ugh. Lisbon then, I suppose". */
const gives = ({ of: { chatter, inform, change } }: Reading['acts']): boolean =>
  Math.max(inform, change) > Math.max(0.5, chatter);

/** What the query gives to the slots, by what recognisers and taggers find in it. */
export const valueProducer: Producer = (view, reading) => {
  const { acts, values, follow, utterance, segments } = reading;
  const { of } = acts;
  // What a remark or a question holds is not given: "Paris was so lovely last summer", "is the big one heavy?"
  const isRemark = isChatter(acts);
  const isQuestion =
    view.awaited.kind !== 'nothing' &&
    of.ask > 0.5 &&
    leadingWords(segments.rest.words, reading.language) === 0 &&
    of.ask > Math.max(of.inform, of.change, of.affirm, of.deny);
  // Any text could be the answer, and "first" a day: it is one as far as it does not rather say yes, no or nothing.
  const rather = Math.max(
    ...[of.affirm, of.deny, of.skip, of.any, of.unsure, of.wait],
    asksBack(view, reading) ? of.ask : 0,
  );
  const given = Math.max(of.inform, of.change);
  const answered = rather < CERTAINTY.doubt ? 1 : given / Math.max(given, rather);
  const proposals: Proposal[] = [];
  for (const { slot, candidate, raw, way } of values?.values ?? []) {
    // A slip of one letter in a sentence that says more is rather another word: "saved" is not "savings".
    const isSlip =
      candidate.quality === 'fuzzy' && of.inform < 0.6 && segments.rest.words.length > MOST_OF_A_VALUE + 1;
    const score =
      QUALITY[candidate.quality] *
      sureness(candidate, raw, reading) *
      (isAnyText(candidate) || candidate.quality === 'answer' ? answered : 1) *
      (isSlip ? OF_A_SLIP : 1) *
      (isOfAYes(candidate, view, reading) ? OF_A_REMARK : 1) *
      ((isQuestion || (isRemark && !gives(reading.actsAt(candidate)))) &&
      way !== 'relative' &&
      way !== 'replace' &&
      !hasPattern(slot, view) &&
      !isSaidApart(candidate, segments.rest)
        ? OF_A_REMARK
        : 1);
    proposals.push({ command: { do: 'set', slot, candidate, raw, way }, on: candidate, score, by: 'values' });
  }
  for (const { slot, on } of values?.cleared ?? [])
    proposals.push({ command: { do: 'clear', slot }, on, score: 0.9, by: 'values' });
  if (values?.isUndecided)
    proposals.push({
      command: { do: 'correct', slot: null },
      on: union(values.explained),
      score: 0.9,
      by: 'values',
    });
  if (view.awaited.kind === 'value') {
    const { slot } = view.awaited;
    for (const [act, meaning] of [
      ['affirm', reading.yesNo.yes],
      ['deny', reading.yesNo.no],
    ] as const) {
      // "Wrong, at 12" says no to the hour.
      const isOfAnother =
        of.change >= CERTAINTY.act && values?.values.some((value) => value.changes && value.way !== 'answer');
      if (
        meaning === null ||
        (of[act] < 0.5 && !saysPlainly(act, reading)) ||
        isOfAnother ||
        values?.values.some((value) => value.slot === slot.name)
      )
        continue;
      const on = acts.on(act);
      const candidate = { ...meaning, ...on, quality: 'exact' } as const;
      const said = utterance.text.slice(on.start, on.end);
      proposals.push({
        command: { do: 'set', slot: slot.name, candidate, raw: said, way: 'answer' },
        on,
        score: Math.max(of[act], 0.5),
        by: 'acts',
      });
    }
    const raw = unknownIn(slot, view, reading);
    if (raw !== null)
      proposals.push({
        command: { do: 'unknown_value', slot: slot.name, raw: utterance.text.slice(raw.start, raw.end) },
        on: raw,
        score: 0.9 * Math.max(of.inform, of.change),
        by: 'values',
      });
    const asks = asksForValues(slot, view, reading);
    if (asks > 0)
      proposals.push({
        command: { do: 'ask_values', slot: slot.name },
        on: acts.on('ask'),
        score: asks,
        by: 'values',
      });
  }
  if (view.finished !== null && (follow?.values.length ?? 0) > 0) {
    const { label, state } = view.finished;
    const query = utterance.text;
    proposals.push({
      command: { do: 'start', label: label ?? state.name, probability: null, query, follows: true },
      on: union(follow?.values.map(({ candidate }) => candidate) ?? []),
      score:
        !isEllipsis(reading) && (isRemark || isQuestion || wishesForAnother(view.finished, view, reading))
          ? OF_A_REMARK
          : 0.7,
      by: 'follow-up',
    });
  }
  return proposals;
};

const beginsQuestion = (words: readonly Word[], { sentences }: Language): boolean =>
  phraseAt(words, 0, sentences.questions) > 0;

/** True of a whole question where a name or an address is asked for; a note may be one. */
const asksBack = ({ awaited }: View, { utterance: { text, words }, language }: Reading): boolean =>
  awaited.kind === 'value' &&
  awaited.slot.entity !== TEXT_ENTITY &&
  beginsQuestion(words, language) &&
  endsAsQuestion(text);

/** True of free text in a plain yes to a question of yes and no: "ja mach" gives no name. */
const isOfAYes = (
  { quality }: Candidate,
  { awaited }: View,
  { acts: { of }, segments: { rest } }: Reading,
): boolean =>
  awaited.kind === 'yes_no' &&
  quality === 'learned' &&
  rest.words.length <= WORDS_OF_A_YES &&
  of.affirm >= CERTAINTY.plainYes &&
  Math.max(of.inform, of.change) < CERTAINTY.doubt;

/** True of a query that only gives values, and may lead on to them: "and the passport?", "the one of April too". */
function isEllipsis({ follow, utterance: { words }, language }: Reading): boolean {
  const values = (follow?.values ?? []).map(({ candidate }) => candidate);
  const { also, alsoBehind } = language.change;
  const rest = words
    .slice(leadingWords(words, language))
    .filter(({ text }) => !also.includes(text) && !alsoBehind.includes(text));
  return isBareAnswer(rest, values, language.code);
}

/** True of a wish that is far rather for something else than for what has just ended: "great, book that for 2". */
function wishesForAnother(
  { competency }: Frame,
  { assistant }: View,
  { acts: { of }, whole: { ranked } }: Reading,
): boolean {
  const [first] = ranked;
  if (first === undefined) return false;
  const isWish = of.wish >= CERTAINTY.act && first.probability >= CERTAINTY.doubt;
  if (!isWish && !(of.ask >= CERTAINTY.act && first.probability >= SURE_QUESTION)) return false;
  const likeliest = ranked.find(({ label }) => assistant.states[label]?.competency === competency.name);
  return first.probability > MUCH_LIKELIER * (likeliest?.probability ?? 0);
}

/** The other of yes and no, and a question, where they are too unlikely to keep a plain word from meaning itself. */
const HARDLY = 0.3;

/** True of what begins with the plain word, a clause of its own or, of a yes, whatever follows: "yes for the first time". */
function saysPlainly(act: 'affirm' | 'deny', { acts: { of }, utterance, language }: Reading): boolean {
  const [first, next] = utterance.words;
  if (first === undefined || Math.max(of.ask, of[act === 'affirm' ? 'deny' : 'affirm']) >= HARDLY)
    return false;
  const isApart = next === undefined || /[,;.:!]/.test(utterance.text.slice(first.end, next.start));
  const { yes, no } = language.yesNo;
  return act === 'affirm' ? yes.includes(first.text) : no.includes(first.text) && isApart;
}

/** Where an answer stands that a list does not have; null where it has it, or takes any. */
function unknownIn(
  slot: CompiledSlot,
  { assistant }: View,
  { segments, values, language }: Reading,
): Stretch | null {
  const { name } = slot;
  if (!isClosed(assistant, slot) || values?.values.some((value) => value.slot === name)) return null;
  const read = [...(values?.values.map(({ candidate }) => candidate) ?? []), ...(values?.explained ?? [])];
  const left = segments.rest.words.filter(
    (word) => !language.connecting.has(word.text) && !read.some((one) => overlap(one, word)),
  );
  const [first] = left;
  const last = left.at(-1);
  if (first === undefined || last === undefined || left.length > MOST_OF_A_VALUE) return null;
  return { start: first.start, end: last.end };
}

/** Words of a value that a list does not have. */
const MOST_OF_A_VALUE = 3;
/** A yes with no more words than this is nothing else. */
const WORDS_OF_A_YES = 3;

/** True of a value that nearly all of a query is or all of a clause: it is hardly part of a remark. */
const isSaidApart = (candidate: ReadValue['candidate'], rest: Reading['utterance']): boolean =>
  isWholeClause(candidate, rest) ||
  candidate.end - candidate.start >= 0.6 * rest.text.replace(/^[\s,.;:!?]+|[\s,.;:!?]+$/gu, '').length;

/** True of a slot for codes, which nobody says by the way. */
function hasPattern(slot: string, { assistant, frame }: View): boolean {
  const entity = frame?.competency.slots.find(({ name }) => name === slot)?.entity;
  return (
    entity !== undefined &&
    Object.hasOwn(assistant.entities, entity) &&
    assistant.entities[entity]?.pattern !== undefined
  );
}

/**
 * How surely a query asks what the list of the slot has: by a name of the slot, "which airports are there?", or by
 * nothing else than that it wants help with the question, "what can I choose from?".
 */
function asksForValues(
  slot: CompiledSlot,
  { assistant, language: code }: View,
  { utterance, language, values, acts: { of } }: Reading,
): number {
  const entity = Object.hasOwn(assistant.entities, slot.entity) ? assistant.entities[slot.entity] : undefined;
  if (entity === undefined || Object.keys(entity.values).length === 0) return 0;
  // "What's better about premium?" asks about one of them.
  if (values?.values.some((value) => value.slot === slot.name)) return 0;
  // Who asks what there is to choose may also seem not to care.
  if (of.help >= CERTAINTY.act && beginsQuestion(utterance.words, language))
    return Math.max(of.help, of.ask, of.any);
  const names = namesOf(slot, code);
  const isNamed = utterance.words.some(({ text }) =>
    names.some(
      (name) =>
        text === name ||
        (Math.min(text.length, name.length) > 3 && (text.startsWith(name) || name.startsWith(text))),
    ),
  );
  return isNamed && of.ask >= CERTAINTY.act ? of.ask : 0;
}

export const OWN_PRODUCERS: readonly Producer[] = [actProducer, labelProducer, valueProducer];
