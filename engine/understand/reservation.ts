import type { Language } from '../language/language.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { hasPhrase, phraseAt } from '../text/phrases.ts';
import { rememberedOf } from '../text/remembered.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { isFormOf } from '../text/word-forms.ts';
import { endsAsQuestion, type Word } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { type Utterance, without } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { BY_ITSELF, meanOdds, readActs } from './acts-in-place.ts';
import { CERTAINTY } from './certainty.ts';
import { pointsBack } from './pointing.ts';
import type { ActReaders, QueryInPlace } from './query-in-place.ts';
import { joinsOn, type Segments } from './segments.ts';
import { readValues } from './values/read-values.ts';
import type { ValueReading } from './values/value-draft.ts';

/** A reply to a yes/no question. */
export interface ReplyToQuestion {
  /** The probability that it says yes, 0…1. */
  affirm: number;
  /**
   * The probability that it says more than agreement, thanks, courtesy and known values, 0…1. Computed only for a yes,
   * because it runs the encoder.
   */
  reservation: () => number;
}

/** Reads a reply to a yes/no question without its added wishes and the words it takes from the question. */
export function readReply(
  query: QueryInPlace,
  segments: Segments,
  beside: Utterance,
  values: ValueReading | null,
): ReplyToQuestion {
  const told = [...heldValues(values), ...offeredValues(query, beside), ...echoes(query)];
  const answer = without(query.utterance, addedWishes(query, segments));
  const read = (readers: ActReaders) => replyToQuestion({ ...query, ...readers }, answer, told);
  const inWhole = read(query.within);
  let own: ReplyToQuestion | undefined;
  /** The probability in the run of the whole query if it is sure, otherwise by runs of the parts by themselves. */
  const surest = (tell: (reply: ReplyToQuestion) => number): number => {
    const probability = tell(inWhole);
    if (probability <= CERTAINTY.slight || probability >= CERTAINTY.sure) return probability;
    own ??= read(query);
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

/**
 * Reads a reply to a yes/no question, with and without the values that the assistant says back before or after it. The
 * reservation is read from the whole reply and from each clause after remarks that precede a yes; the highest clause
 * counts. The log odds of both readings are averaged.
 * @param reply the query without the wishes that it adds to its answer
 * @param told the stretches of values that are said back
 */
export function replyToQuestion(
  query: QueryInPlace,
  { text, words, language: code }: Utterance,
  told: readonly Stretch[],
): ReplyToQuestion {
  const { language, actsIn, alone } = query;
  const saysNothing = (part: string) =>
    wordsIn(part, code).every((word) => language.connecting.has(word.text));
  const untold = (stretch: Stretch) => textWithout(text, stretch, told);
  const within = (stretch: Stretch): { affirm: number; reservation: number } => {
    const withTold = actsIn(text.slice(stretch.start, stretch.end)).likelihood;
    if (!told.some((value) => overlap(value, stretch))) return withTold;
    const rest = untold(stretch);
    if (saysNothing(rest)) return { affirm: withTold.affirm, reservation: 0 };
    const { affirm, reservation } = actsIn(rest).likelihood;
    return {
      affirm: Math.max(withTold.affirm, affirm),
      reservation: Math.min(withTold.reservation, reservation),
    };
  };
  /** The probability that a clause abandons the request and does not say yes to it. */
  const leaves = (clause: Stretch): number => {
    const rest = untold(clause);
    if (saysNothing(rest)) return 0;
    const { drop, cancel } = alone(rest).likelihood;
    return Math.min(1 - actsIn(rest).likelihood.affirm, Math.max(drop, cancel));
  };
  /** True if a clause neither agrees nor refuses, asks, wishes, changes or delays anything. */
  const isRemark = (clause: Stretch): boolean => {
    if (within(clause).affirm >= CERTAINTY.likely) return false;
    const { deny, cancel, ask, change, condition, wait, wish, handoff, unsure } = alone(
      text.slice(clause.start, clause.end),
    ).likelihood;
    return Math.max(deny, cancel, ask, change, condition, wait, wish, handoff, unsure) < CERTAINTY.likely;
  };
  const whole = within({ start: 0, end: text.length });
  const reservation = () => {
    // A question mark proves a question; its absence proves nothing.
    if (endsAsQuestion(text) || words.some((word) => isBrokenOff(word, text, language))) return 1;
    const all = clausesOf(text, words, clauseForms(language));
    if (all.length < 2) return whole.reservation;
    // Remarks before a yes count only in the whole reply.
    const answer = all.slice(
      Math.max(
        0,
        all.findIndex((clause) => !isRemark(clause)),
      ),
    );
    const agrees = within({ start: answer[0]?.start ?? 0, end: text.length }).affirm >= CERTAINTY.sure;
    const clauses = agrees ? answer : all;
    const most = Math.max(...clauses.map((clause) => within(clause).reservation));
    const mean = meanOdds(whole.reservation, most);
    const held = clauses.length < all.length ? Math.max(mean, whole.reservation) : mean;
    const left = Math.max(...clauses.map(leaves));
    // "Yes, get rid of it" agrees to a cancellation.
    return left > held && !isForCancelling(query) ? left : held;
  };
  return { affirm: whole.affirm, reservation };
}

/** True for a word that breaks off at a dash: “ye-”. A whole yes may have a dash behind it. */
const isBrokenOff = ({ end, text: word }: Word, text: string, { yesNo }: Language): boolean =>
  /^[-‐–—](?![\p{L}\p{N}])/u.test(text.slice(end, end + 2)) && !yesNo.yes.includes(word);

/** A part of a text without some stretches. */
function textWithout(text: string, { start, end }: Stretch, gone: readonly Stretch[]): string {
  let at = start;
  let left = '';
  const inside = gone.filter((stretch) => overlap(stretch, { start, end }));
  for (const stretch of inside.sort((a, b) => a.start - b.start)) {
    left += text.slice(at, Math.max(at, stretch.start));
    at = Math.max(at, stretch.end);
  }
  return left + text.slice(at, Math.max(at, end));
}

/**
 * The wishes that a reply adds to its answer: "yes, and I need a courtesy car". An added wish has a certain label, or a
 * sure one and sounds like a wish by itself, and begins with a joining word other than "but". It neither delays the
 * answer nor sets a condition, comes first, replaces anything or points at what was asked about.
 */
function addedWishes({ utterance, language, actsIn, alone }: QueryInPlace, { wishes }: Segments): Stretch[] {
  const { text, words } = utterance;
  const { sentences, change } = language;
  return wishes.flatMap(({ on, probability }) => {
    const own = words.filter((word) => overlap(word, on));
    if (on.start === 0 || !joinsOn(own, language) || probability < CERTAINTY.sure) return [];
    const isElse = hasPhrase(own, sentences.precedence) || hasPhrase(own, change.instead);
    const behind = own.slice(phraseAt(own, 0, sentences.joining));
    if (isElse || pointsBack({ words: behind, language: language.code })) return [];
    const clause = text.slice(on.start, on.end);
    const { condition, wait, unsure } = actsIn(clause).likelihood;
    const isWish = probability >= CERTAINTY.certain || alone(clause).likelihood.wish >= CERTAINTY.likely;
    return isWish && Math.max(condition, wait, unsure) < CERTAINTY.doubt ? [on] : [];
  });
}

/** True if the current competency's title or label is about cancelling. */
export function isForCancelling({ loaded, view: { frame, language } }: QueryInPlace): boolean {
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
