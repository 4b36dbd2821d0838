import type { Recognizer } from './recognizer.ts';

/** Digits with spaces, dots, dashes, slashes and brackets between them. Each step consumes a digit. */
const PHONE = /(?<![\p{L}\d+.,])(\+|00)?\(?\d(?:[ \u00a0./-]?[()]?[ ]?\d){5,16}(?![\p{L}\d]|[.,]\d)/gu;
/** A date or an amount that looks like a phone number. */
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\1\d{2,4})$/;

/** ITU-T E.164: at most 15 digits. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/**
 * Phone numbers as digits, with a `+` before a country code (also for `00`). A bare run of digits is weak: it may be
 * another number.
 */
export const recognizePhones: Recognizer = ({ text }) =>
  [...text.matchAll(PHONE)].flatMap((match) => {
    const [written, prefix] = match;
    // In `+49 (0)30 …`, the zero is only for calls within the country.
    const digits = (prefix === undefined ? written : written.replace('(0)', '')).replace(/\D/g, '');
    const national = prefix === '00' ? digits.slice(2) : digits;
    if (national.length < MIN_DIGITS || national.length > MAX_DIGITS || DATE.test(written)) return [];
    const isWritten = prefix !== undefined || /[ ()./-]/.test(written);
    return [
      {
        start: match.index,
        end: match.index + written.length,
        value: prefix === undefined ? national : `+${national}`,
        details: {},
        quality: isWritten ? ('exact' as const) : ('weak' as const),
      },
    ];
  });
