/** Signs used as an apostrophe besides the ASCII one. */
export const OTHER_APOSTROPHES = '\u2018\u2019\u02bc\u00b4`';
const APOSTROPHES = new RegExp(`[${OTHER_APOSTROPHES}]`, 'g');

/** Replaces typographic apostrophes by ASCII ones. Offsets do not change. */
export const plainApostrophes = (text: string): string => text.replace(APOSTROPHES, "'");

const DIGIT = /\p{Nd}/u;
/**
 * Digits other than 0–9, full-width ASCII, and Arabic and full-width signs used in numbers; each is one UTF-16 unit.
 */
const FOREIGN = /(?![0-9])[\p{Nd}\uff01-\uff5e\uffe5\u3000\u066a-\u066c]/gu;
const FULL_WIDTH = 0xfee0;
const SIGNS: Readonly<Record<string, string>> = {
  '\u066a': '%',
  '\u066b': '.',
  '\u066c': ',',
  '\u3000': ' ',
  '\uffe5': '¥',
};

/** Replaces digits of all scripts by 0–9, and full-width and Arabic signs by ASCII. Offsets do not change. */
export const plainSigns = (text: string): string => text.replace(FOREIGN, plainSign);

function plainSign(sign: string): string {
  const code = sign.charCodeAt(0);
  // Digits outside the basic plane are ornaments of two units; keep them.
  if (sign.length > 1) return sign;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - FULL_WIDTH);
  const plain = SIGNS[sign];
  if (plain !== undefined) return plain;
  // A script's ten digits are consecutive, and no two scripts' digits are adjacent.
  let zero = code;
  while (DIGIT.test(String.fromCharCode(zero - 1))) zero--;
  return String(code - zero);
}
