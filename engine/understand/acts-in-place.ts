import { languageOf } from '../language/languages.ts';
import { OK } from '../language/ok.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { unchanged } from '../text/typos/repair.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { wordsIn } from '../values/words-in.ts';
import { type Act, type Awaited, REPLY_ACTS } from './acts/acts.ts';
import { type ActReader, type ActReading, NOTHING_READ } from './acts/reader.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import type { View } from './view.ts';

export type ReadActs = (text: string) => ActReading;

/** Reads the acts of a text in its place in the conversation. */
export function actsOf(
  { hasTold, awaited, language }: View,
  text: string,
  { inPlace, alone }: { inPlace: ReadActs; alone: ReadActs },
): ActReading {
  const reading = inPlace(text);
  if (!hasTold || awaited.kind !== 'yes_no') return reading;
  const words = wordsIn(text, language);
  const { yes } = languageOf(language).yesNo;
  if (words.some((word) => yes.includes(word.text))) return reading;
  const { likelihood: read } = reading;
  if (words.every((word) => OK.has(word.text)))
    return {
      ...reading,
      likelihood: { ...read, affirm: 0, acknowledge: Math.max(read.affirm, read.acknowledge) },
    };
  // "Great" may only acknowledge what was said before the question. "Great, then book it" says more.
  const notes = (part: string): boolean => {
    const { likelihood } = alone(part);
    return Math.max(likelihood.acknowledge, likelihood.thank) >= CERTAINTY.likely;
  };
  if (!notes(text)) return reading;
  const clauses = clausesOf(text, words, clauseForms(languageOf(language))).map(({ start, end }) =>
    text.slice(start, end),
  );
  // "Cool lets do it" has two clauses without a mark between them. What follows must agree without the question too.
  const [first, second] = words;
  const rest = words.length > WORDS.couple && first && notes(first.text) ? text.slice(second?.start) : '';
  const agrees = rest !== '' && alone(rest).likelihood.affirm >= CERTAINTY.likely;
  const sure = [...clauses, ...(agrees ? [rest] : [])]
    .filter((clause) => !notes(clause))
    .map((clause) => inPlace(clause).likelihood.affirm);
  const { affirm } = alone(text).likelihood;
  return {
    ...reading,
    likelihood: { ...read, affirm: Math.min(read.affirm, Math.max(affirm, ...sure)) },
  };
}

/** What a reply without other words is made of: a plain yes or small words, or also values. */
export type Bare = 'small_words' | 'values';

/** A place in the conversation, in the act reader's terms. */
export interface ActPlace {
  awaited: Awaited;
  prompt: string;
  /** True for a reply to a yes/no question. It also gets `REPLY_ACTS`. */
  confirms: boolean;
  /** The query that contains the text; the encoder then runs once for all parts. */
  whole?: { asTyped: string; repaired: string };
  /** True if any text is awaited: its unknown words may be names, so none is repaired. */
  isText?: boolean;
  /** For a bare reply, whether it has values too. The reader of words may tell its acts, without the encoder. */
  bare?: Bare | null;
  /** False if the turn's work does not allow another run of the encoder, for the text as typed. Default: true. */
  mayReadAgain?: (text: string) => boolean;
}

/** The place of a text that answers no question. */
export const BY_ITSELF = { awaited: 'nothing', prompt: '', confirms: false } as const;

/**
 * Reads the acts of a text after the classifier's repair of mistyped words, so that the encoder need not run again. The
 * classifier knows only the words of the assistant's utterances and may wrongly repair a word such as "yep". If it
 * repairs a word and the result is not certain, the text as typed is read too, and the surer reading wins. A reply to a
 * yes/no question is also read by the word-only reader, where the language has one.
 */
export function readActs(
  { acts, classifiers }: LoadedAssistant,
  language: string,
  text: string,
  { awaited, prompt, confirms, whole, bare = null, isText = false, mayReadAgain }: ActPlace,
): ActReading {
  const byEncoder = acts.get(language);
  // A query without its wishes may be only a comma.
  if (byEncoder === undefined || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return NOTHING_READ;
  const read = (isText ? undefined : classifiers.get(language)?.read?.(text)) ?? unchanged(text);
  const readWith = (reader: ActReader, said: string, query: string | undefined): ActReading => {
    const reading = reader.read(said, awaited, prompt, confirms ? 'all' : 'general', query);
    const byWords = confirms ? reader.byWords?.read(said, awaited, prompt, 'reply') : undefined;
    return byWords === undefined ? reading : byBoth(reading, byWords);
  };
  const readBy = (said: string, query: string | undefined): ActReading => {
    const told = bare !== null && byEncoder.byWords && readWith(byEncoder.byWords, said, query);
    // Values differ between assistants, so the reader of words may not know them.
    const isTold =
      bare === 'small_words' ||
      (told && (told.likelihood.inform >= CERTAINTY.likely || surest(told) < CERTAINTY.likely));
    return told && isTold ? told : readWith(byEncoder, said, query);
  };
  const repaired = readBy(read.text, whole?.repaired);
  const mended: ActReading = { ...repaired, on: (act) => read.place(repaired.on(act)) };
  // The text as typed is no part of the repaired query, so it would run the encoder again.
  if (read.text === text || surest(repaired) >= CERTAINTY.certain) return mended;
  // In a long text, a repaired word decides little.
  if (wordsIn(text, language).length > WORDS.many || mayReadAgain?.(text) === false) return mended;
  const asTyped = readBy(text, whole?.asTyped);
  return surest(asTyped) >= surest(repaired) ? asTyped : mended;
}

/**
 * True for a reply to a yes/no question that is certainly a yes and nothing else. Its words alone tell, so the encoder
 * need not run.
 */
export function isPlainYes(
  { acts }: LoadedAssistant,
  language: string,
  text: string,
  { awaited, prompt }: Pick<ActPlace, 'awaited' | 'prompt'>,
): boolean {
  const reader = acts.get(language);
  const byWords = reader?.byWords ?? reader;
  if (byWords === undefined) return false;
  const { assent, reservation } = byWords.read(text, awaited, prompt, 'reply').likelihood;
  if (assent < CERTAINTY.certain || reservation > CERTAINTY.trace) return false;
  return byWords.read(text, awaited, prompt, 'general').likelihood.affirm >= CERTAINTY.certain;
}

/** Averages the log odds of `REPLY_ACTS` from two readers, which cancels chance errors. */
function byBoth({ likelihood, on }: ActReading, other: ActReading): ActReading {
  const means = REPLY_ACTS.map((act) => [act, meanOdds(likelihood[act], other.likelihood[act])]);
  return { likelihood: { ...likelihood, ...Object.fromEntries(means) }, on };
}

/** The probability at the mean log odds of two probabilities. */
export function meanOdds(one: number, another: number): number {
  const yes = Math.sqrt(one * another);
  const no = Math.sqrt((1 - one) * (1 - another));
  return yes + no === 0 ? 0.5 : yes / (yes + no);
}

const surest = ({ likelihood }: ActReading): number => Math.max(...Object.values(likelihood));

/** Gives the probability of the likeliest of several acts, 0…1. */
const likeliest =
  (...acts: Act[]) =>
  ({ likelihood }: ActReading): number =>
    Math.max(...acts.map((act) => likelihood[act]));

/** The probability that a text wishes or asks rather than answers. */
export const wishing = likeliest(
  'wish',
  'ask',
  'cancel',
  'handoff',
  'help',
  'robot',
  'abuse',
  'greet',
  'thank',
  'goodbye',
);

/** The probability that a text refuses or delays. */
export const refusing = likeliest('deny', 'drop', 'wait');

/** The probability that a clause wishes for something; 0 if it is more likely a reply. */
export const clauseWishes = (acts: ActReading): number => {
  const wish = wishing(acts);
  return wish >= refusing(acts) && wish >= acts.likelihood.affirm ? wish : 0;
};

/** The probability that a text replies to a question for a value without giving a value. */
export const withoutValue = likeliest(
  'any',
  'unsure',
  'skip',
  'deny',
  'drop',
  'change',
  'wait',
  'repeat',
  'back',
  'restart',
);

/** The probability that a text replies to a question: yes, no, a cancel, a value or a change. */
export const replying = likeliest(
  'affirm',
  'deny',
  'drop',
  'cancel',
  'change',
  'inform',
  'condition',
  'wait',
  'skip',
  'any',
  'unsure',
);

/** The awaited answer, in the act reader's terms. */
export function awaitedOf({ awaited }: View): Awaited {
  if (awaited.kind === 'yes_no') return awaited.saysBack ? 'confirm' : 'offer';
  return awaited.kind === 'nothing' ? 'nothing' : 'value';
}

const giving = likeliest('inform', 'change', 'wish', 'affirm', 'deny');

/** True if a text is more likely a remark than an act that gives values. */
export const isChatter = (acts: ActReading): boolean =>
  acts.likelihood.chatter > Math.max(CERTAINTY.likely, giving(acts));
