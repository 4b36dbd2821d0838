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

/** Makes a recogniser. The currency is for amounts that name none; null if the assistant has none. */
type OfCurrency = (currency: string | null) => Recognizer;

const always =
  (recognizer: Recognizer): OfCurrency =>
  () =>
    recognizer;

/** Free text has no recogniser here: see `free-text/`. */
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
  // No words are a yes/no value by themselves: only a reply to the slot's question is.
  boolean: always(() => []),
};

/** The utterance with the digits of any script replaced by 0–9. Offsets do not change. */
const plainly = readOnce((utterance) => {
  const text = plainSigns(utterance.text);
  return text === utterance.text ? utterance : { ...utterance, text };
});

/**
 * The recogniser of a built-in entity; undefined if no entity has that name.
 * @param currency ISO 4217 code for amounts that name no currency, or null
 */
export function builtInRecognizer(entity: string, currency: string | null): Recognizer | undefined {
  if (!isBuiltIn(entity) || entity === TEXT_ENTITY) return undefined;
  const recognizer = RECOGNIZERS[entity](currency);
  return (utterance) => recognizer(plainly(utterance));
}
