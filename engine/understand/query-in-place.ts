import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { remembered } from '../text/remembered.ts';
import { isReached, UNITS } from '../text/work.ts';
import type { Meaning, Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import type { ActReading } from './acts/reader.ts';
import {
  type ActPlace,
  actsOf,
  awaitedOf,
  type Bare,
  BY_ITSELF,
  isChatter,
  isPlainYes,
  type ReadActs,
  readActs,
} from './acts-in-place.ts';
import { WORDS } from './certainty.ts';
import { labelsOf, valuesFor } from './labels-in-place.ts';
import { isBareAnswer } from './values/bare.ts';
import { awaitsText } from './values/free-text-slots.ts';
import { askedSlot, awaitsDeed, type View } from './view.ts';

/** Cached readers of the acts of a query and its parts. */
export interface ActReaders {
  /** The acts of a text without a question. */
  alone: ReadActs;
  /** The acts of a text as an answer to the open question. */
  actsIn: ReadActs;
}

/** A query in its place in the conversation, with cached readers. */
export interface QueryInPlace extends ActReaders {
  loaded: LoadedAssistant;
  view: View;
  utterance: Utterance;
  language: Language;
  yesNo: YesNo;
  /** The readers of parts in the run of the whole query, which costs no run of their own. */
  within: ActReaders;
  classify: (text: string) => Classification;
  /**
   * The likeliest label of a clause in the run of the whole query, which costs no run of its own: null if it matches none,
   * undefined if there is no such run.
   */
  labelWithin: (clause: string) => RankedLabel | null | undefined;
  /** True for a plain yes, or a reply of only small words and values: it has no label. */
  isBare: boolean;
}

export function queryInPlace(loaded: LoadedAssistant, view: View, utterance: Utterance): QueryInPlace {
  const language = languageOf(view.language);
  const yesNo = yesNoOf(loaded, view);
  const { work, text } = utterance;
  const { read, classifyWithin } = loaded.classifiers.get(view.language) ?? {};
  const acts = loaded.acts.get(view.language);
  const hasEncoder = classifyWithin !== undefined || (acts !== undefined && acts.knows === undefined);
  const counted = new Set<string>();
  /** Texts that the encoder has run: those repaired, and those as typed. */
  const runs = { repaired: new Set<string>(), typed: new Set<string>() };
  /** The run that a part needs: that of the whole, as far as it is read, or its own; empty if it has been done. */
  const runOf = (part: string, isWithin: boolean, form: keyof typeof runs) => {
    const run = isWithin && isReached(part, text) ? text : part;
    return hasEncoder && !runs[form].has(run) ? run : '';
  };
  /** Counts a text once, for labels and acts together, and checks that its run does not exceed the limit. */
  const reading = <T>(part: string, isWithin: boolean, read: () => T): T => {
    const run = runOf(part, isWithin, 'repaired');
    if (counted.has(part)) work?.check(run);
    else work?.spendText(part, run);
    counted.add(part);
    const before = work?.tokens;
    const result = read();
    if (work?.tokens !== before) runs.repaired.add(run);
    return result;
  };
  const confirms = view.awaited.kind === 'yes_no';
  // "Would you like a suitcase?" asks for a value and is an offer too.
  const asked = { awaited: yesNo.no === null ? awaitedOf(view) : 'offer', prompt: view.prompt } as const;
  const bare = bareReply(loaded, view, utterance, asked);
  const isBare = bare !== null;
  const readersOf = (whole: ActPlace['whole']) => {
    const isWithin = whole !== undefined;
    const mayReadAgain = (part: string) => {
      const run = runOf(part, isWithin, 'typed');
      runs.typed.add(run);
      return work?.allows(run) ?? true;
    };
    const place = { confirms, bare, isText: awaitsText(view), mayReadAgain, ...(whole && { whole }) };
    const inPlace = remembered((text) => {
      const acts = reading(text, isWithin, () =>
        readActs(loaded, view.language, text, { ...place, ...asked }),
      );
      return awaitsDeed(view) ? assenting(acts) : acts;
    });
    const alone = remembered((text) =>
      reading(text, isWithin, () => readActs(loaded, view.language, text, { ...place, ...BY_ITSELF })),
    );
    return { inPlace, alone, actsIn: remembered((text) => actsOf(view, text, { inPlace, alone })) };
  };
  const within = readersOf({ asTyped: text, repaired: read?.(text).text ?? text });
  // The reader of replies was trained on single sentences, so it gets no surrounding query. A long query is no reply, and
  // the encoder runs once for all of its parts.
  const isReply = confirms && utterance.words.length <= WORDS.many;
  const byItself = isReply ? readersOf(undefined) : within;
  const classify = remembered((text) =>
    reading(text, false, () => labelsOf(loaded, view, utterance, text, byItself.inPlace)),
  );
  const labelWithin = remembered((clause) => {
    // A bare reply has no run of the whole query.
    const within = isBare ? null : classifyWithin?.(clause, text);
    if (within === null || within === undefined) return undefined;
    work?.spend(UNITS.part);
    return (within.outcome === 'out_of_scope' ? undefined : within.ranked[0]) ?? null;
  });
  const { alone, actsIn } = byItself;
  return { loaded, view, utterance, language, yesNo, alone, actsIn, within, classify, labelWithin, isBare };
}

/** What a reply without other words is made of; null for every other query. */
function bareReply(
  loaded: LoadedAssistant,
  view: View,
  utterance: Utterance,
  asked: Pick<ActPlace, 'awaited' | 'prompt'>,
): Bare | null {
  const { frame, awaited, hasTold, language } = view;
  if (frame === null) return null;
  const { text, words } = utterance;
  if (isBareAnswer(words, [], utterance.language)) return 'small_words';
  // After something else was told, an "ok" may only acknowledge it.
  if (awaited.kind === 'yes_no' && !hasTold && isPlainYes(loaded, language, text, asked))
    return 'small_words';
  const values = valuesFor(frame.competency.slots, loaded, utterance);
  return isBareAnswer(words, values, utterance.language) ? 'values' : null;
}

/** The values that a yes and a no give to the asked slot. */
interface YesNo {
  yes: Meaning | null;
  no: Meaning | null;
}

const NEITHER: YesNo = { yes: null, no: null };

/** The asked slot's values for yes and no; null for both if either is missing. */
function yesNoOf(loaded: LoadedAssistant, view: View): YesNo {
  const slot = askedSlot(view);
  if (slot === null) return NEITHER;
  const { entity } = slot;
  const code = view.language;
  if (entity === BOOLEAN_ENTITY)
    return { yes: { value: true, details: {} }, no: { value: false, details: {} } };
  const recognize = loaded.recognizerOf(entity, code);
  const clock = { now: 0, offsetMinutes: 0 };
  const named = (words: readonly string[]): Meaning | null => {
    for (const text of words) {
      const [candidate] = recognize({ text, words: wordsIn(text, code), language: code, clock });
      if (candidate?.quality === 'exact' && candidate.end - candidate.start === text.length) return candidate;
    }
    return null;
  };
  const { yesNo } = languageOf(code);
  const [yes, no] = [named(yesNo.yes), named(yesNo.no)];
  return yes !== null && no !== null ? { yes, no } : NEITHER;
}

/**
 * The acts of a reply before a deed, with `assent` as its yes. A reply that the general networks take for a remark is no
 * more of a yes than they read in it.
 */
const assenting = (acts: ActReading): ActReading => {
  const { affirm, assent } = acts.likelihood;
  return {
    likelihood: { ...acts.likelihood, affirm: isChatter(acts) ? Math.min(affirm, assent) : assent },
    on: (act) => acts.on(act === 'affirm' ? 'assent' : act),
  };
};
