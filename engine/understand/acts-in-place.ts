import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { clausesOf } from '../text/clauses.ts';
import { unchanged } from '../text/typos/repair.ts';
import { clauseForms } from '../values/clause-forms.ts';
import { wordsIn } from '../values/words-in.ts';
import { ACTS, type Act, type Awaited } from './acts/acts.ts';
import type { ActReading } from './acts/reader.ts';
import type { View } from './view.ts';

const LIKELY_NOTE = 0.5;

/** How surely something is left, at most, by a mended word alone: "stom" may be a value, "storm", rather than "stop". */
const BY_A_MENDED_WORD = 0.35;

const NOTHING_READ: ActReading = {
  of: Object.fromEntries(ACTS.map((act) => [act, 0])) as ActReading['of'],
  on: () => ({ start: 0, end: 0 }),
};

export type ReadActs = (text: string) => ActReading;

/** What a text does in its place. */
export function actsOf(
  { hasTold, awaited, language }: View,
  text: string,
  { inPlace, alone }: { inPlace: ReadActs; alone: ReadActs },
): ActReading {
  const reading = inPlace(text);
  if (!hasTold || awaited.kind !== 'yes_no') return reading;
  const [only, ...others] = wordsIn(text, language);
  const isPlainYes = others.length === 0 && languageOf(language).yesNo.yes.includes(only?.text ?? '');
  if (isPlainYes) return reading;
  // "Ok" may be about what was told beside the question: what would only take note of it is no yes. "Great, then
  // book it" says more.
  const notes = (part: string): boolean => {
    const { of } = alone(part);
    return Math.max(of.acknowledge, of.thank) >= LIKELY_NOTE;
  };
  if (!notes(text)) return reading;
  const clauses = clausesOf(text, wordsIn(text, language), clauseForms(languageOf(language)));
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
export function readActs(
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
  const leaves = (act: 'drop' | 'cancel') =>
    awaited === 'value'
      ? Math.min(repaired.of[act], Math.max(asTyped.of[act], BY_A_MENDED_WORD))
      : repaired.of[act];
  return {
    of: { ...repaired.of, drop: leaves('drop'), cancel: leaves('cancel') },
    on: (act) => read.place(repaired.on(act)),
  };
}

/** What a text does by either reading; it is left only by both. */
export function eitherOf(one: ActReading, other: ActReading): ActReading {
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
export const clauseWishes = (acts: ActReading): number => {
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
export function awaitedOf({ awaited }: View): Awaited {
  if (awaited.kind === 'yes_no') return awaited.saysBack ? 'confirm' : 'offer';
  if (awaited.kind === 'value' && awaited.slot.entity === BOOLEAN_ENTITY) return 'offer';
  return awaited.kind === 'nothing' ? 'nothing' : 'value';
}

/** A remark that is nearly as likely as an answer is one. */
const CLOSE = 0.1;

/** True of what is rather a remark than anything else that gives values. */
export const isChatter = ({ of: { chatter, inform, change, wish, affirm, deny } }: ActReading): boolean =>
  chatter > 0.5 && chatter > Math.max(inform, change, wish, affirm, deny) - CLOSE;
