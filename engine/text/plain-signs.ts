/** Signs that are typed or printed for an apostrophe, beside the plain one. */
export const OTHER_APOSTROPHES = '\u2018\u2019\u02bc\u00b4`';
const APOSTROPHES = new RegExp(`[${OTHER_APOSTROPHES}]`, 'g');

/** A text with plain apostrophes; offsets stay. */
export const plainApostrophes = (text: string): string => text.replace(APOSTROPHES, "'");

const DIGIT = /\p{Nd}/u;
/** Digits that are not 0–9, the full-width forms of ASCII, and signs beside numbers, each one UTF-16 unit. */
const FOREIGN = /(?![0-9])[\p{Nd}\uff01-\uff5e\uffe5\u3000\u066a-\u066c]/gu;
const FULL_WIDTH = 0xfee0;
const SIGNS: Readonly<Record<string, string>> = {
  '\u066a': '%',
  '\u066b': '.',
  '\u066c': ',',
  '\u3000': ' ',
  '\uffe5': '¥',
};

/**
 * A text whose digits are all 0–9, and whose signs are those of ASCII where they have a full-width form or one of the
 * Arabic script. Each sign stays where it was: offsets into one text are offsets into the other.
 */
export const plainSigns = (text: string): string => text.replace(FOREIGN, plainSign);

function plainSign(sign: string): string {
  const code = sign.charCodeAt(0);
  // Those of planes above are ornaments, which two units stand for.
  if (sign.length > 1) return sign;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - FULL_WIDTH);
  const plain = SIGNS[sign];
  if (plain !== undefined) return plain;
  // The ten digits of a script follow one another, and no two scripts' digits touch.
  let zero = code;
  while (DIGIT.test(String.fromCharCode(zero - 1))) zero--;
  return String(code - zero);
}
