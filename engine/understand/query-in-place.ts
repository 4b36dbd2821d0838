import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { remembered } from '../text/remembered.ts';
import type { Utterance } from '../values/recognizer.ts';
import type { Awaited } from './acts/acts.ts';
import type { ActReading } from './acts/reader.ts';
import { actsOf, awaitedOf, type ReadActs, readActs } from './acts-in-place.ts';
import { type YesNo, yesNoOf } from './asked-values.ts';
import { type Classify, labelsOf } from './labels-in-place.ts';
import { valuesFor } from './told-by-values.ts';
import { isBareAnswer } from './values/bare.ts';
import type { View } from './view.ts';

/** A query and its place, with the readers of its texts. Each text is read once. */
export interface QueryInPlace {
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
}

export function queryInPlace(loaded: LoadedAssistant, view: View, utterance: Utterance): QueryInPlace {
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
  const confirms = view.awaited.kind === 'yes_no';
  const beforeDeed = view.awaited.kind === 'yes_no' && view.awaited.isDeed;
  const isBare = isBareReply(loaded, view, utterance);
  const isSmall = isBare && isBareAnswer(utterance.words, [], utterance.language);
  // What stands beside a yes was learned of sentences by themselves.
  const within = confirms ? {} : { whole: { asTyped: text, repaired: read?.(text).text ?? text } };
  const place = { confirms, isSmall, ...within };
  const readAs = (text: string, awaited: Awaited) => {
    spend(text);
    const acts = readActs(loaded, view.language, text, { ...place, awaited, prompt: view.prompt });
    return beforeDeed ? assenting(acts) : acts;
  };
  const inPlace = remembered((text) =>
    // "Would you like a suitcase?" asks for a value, and offers something.
    readAs(text, yesNo.no === null ? awaitedOf(view) : 'offer'),
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
  };
}

export const exactLabelOf = ({ utterances }: LoadedAssistant, { text, language }: Utterance): string | null =>
  utterances.get(language)?.labelOf(text) ?? null;

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
