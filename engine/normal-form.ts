/**
 * The most marks on one letter. No writing needs more; what has more gets a joiner (U+034F, a mark itself) after
 * them, as the Stream-Safe Text Process of UAX #15 has it.
 */
const MARKS = /\p{M}{30}(?=\p{M})/gu;

/**
 * A text in a normal form of Unicode, in time in proportion to its length: the marks of one letter are put in order,
 * which takes the square of their number.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  isAscii(text) ? text : text.replace(MARKS, '$&\u034f').normalize(form);

const BEYOND_ASCII = /[^\0-\x7f]/;

/** True of a text that is the same in every normal form, as most are. */
export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text);
