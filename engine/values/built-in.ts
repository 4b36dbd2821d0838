import { BOOLEAN_ENTITY } from '../assistant.ts';
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

const RECOGNIZERS: ReadonlyMap<string, Recognizer> = new Map([
  ['number', recognizeNumbers],
  ['ordinal', recognizeOrdinals],
  ['percentage', recognizePercentages],
  ['date', recognizeDates],
  ['date_range', recognizeDateRanges],
  ['time', recognizeTimes],
  ['time_range', recognizeTimeRanges],
  ['datetime', recognizeDateTimes],
  ['duration', recognizeDurations],
  ['email', recognizeEmails],
  ['phone', recognizePhones],
  // Its values are what a reply does, not words: they are read where it is asked for.
  [BOOLEAN_ENTITY, () => []],
]);

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
  const recognizer = entity === 'money' ? moneyRecognizer(currency) : RECOGNIZERS.get(entity);
  return recognizer && ((utterance) => recognizer(plainly(utterance)));
}
