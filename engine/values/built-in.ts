import { type BuiltInEntity, isBuiltIn, TEXT_ENTITY } from '../built-in-entities.ts';
import { plainSigns } from '../text/plain-signs.ts';
import { recognizeEmails } from './email.ts';
import { moneyRecognizer } from './money.ts';
import { recognizeOrdinals } from './ordinal.ts';
import { recognizePercentages } from './percentage.ts';
import { recognizePhones } from './phone.ts';
import { recognizeNumbers } from './quantities.ts';
import { type Recognizer, readOnce } from './recognizer.ts';
import {
  recognizeDateRanges,
  recognizeDates,
  recognizeDateTimes,
  recognizeDurations,
  recognizeTimeRanges,
  recognizeTimes,
} from './time/recognize.ts';

/** By the currency of amounts that name none; null where the assistant has none. */
type OfCurrency = (currency: string | null) => Recognizer;

const always =
  (recognizer: Recognizer): OfCurrency =>
  () =>
    recognizer;

/** Free text is told by the words around it: `free-text/`. */
const RECOGNIZERS: Readonly<Record<Exclude<BuiltInEntity, typeof TEXT_ENTITY>, OfCurrency>> = {
  number: always(recognizeNumbers),
  money: moneyRecognizer,
  ordinal: always(recognizeOrdinals),
  percentage: always(recognizePercentages),
  date: always(recognizeDates),
  date_range: always(recognizeDateRanges),
  time: always(recognizeTimes),
  time_range: always(recognizeTimeRanges),
  datetime: always(recognizeDateTimes),
  duration: always(recognizeDurations),
  email: always(recognizeEmails),
  phone: always(recognizePhones),
  // Its values are what a reply does, not words: they are read where it is asked for.
  boolean: always(() => []),
};

/** The utterance with the digits 0–9, whatever script it has them in: offsets stay. */
const plainly = readOnce((utterance) => {
  const text = plainSigns(utterance.text);
  return text === utterance.text ? utterance : { ...utterance, text };
});

/**
 * The recogniser of a built-in entity, or undefined where there is none of the name.
 * @param currency ISO 4217 code of amounts that name none, or null
 */
export function builtInRecognizer(entity: string, currency: string | null): Recognizer | undefined {
  if (!isBuiltIn(entity) || entity === TEXT_ENTITY) return undefined;
  const recognizer = RECOGNIZERS[entity](currency);
  return (utterance) => recognizer(plainly(utterance));
}
