/**
 * The most marks on one letter, more than any script needs. Longer runs get a joiner (U+034F, itself a mark) after
 * them, as in the Stream-Safe Text Process of UAX #15.
 */
const MARKS = /\p{M}{30}(?=\p{M})/gu;
/** The fewest UTF-16 units of a text in which `MARKS` can match. */
const LEAST_OF_MARKS = 31;

/**
 * Normalises a text in linear time: ordering the marks of one letter takes quadratic time, so their number is bounded.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  isAscii(text) ? text : bounded(text).normalize(form);

const bounded = (text: string): string =>
  text.length < LEAST_OF_MARKS ? text : text.replace(MARKS, '$&\u034f');

const BEYOND_ASCII = /[^\0-\x7f]/;

/** True for ASCII text, which is the same in every normal form. */
export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text);
