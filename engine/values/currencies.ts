import { madeOnce } from '../language/languages.ts';
import { PhraseFinder } from '../text/phrases.ts';

/** Symbols before or after an amount, longest first; `$` and `¥` stand for the assistant's own. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['MX$', 'MXN'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['$', '$'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', '¥'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
]);

const codes = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const DOLLARS = 'USD CAD AUD NZD HKD SGD TWD';

/** What several currencies are called by: those among which an assistant's own may be, and the one that is meant else. */
const SHARED: Readonly<Record<string, readonly [ReadonlySet<string>, string]>> = {
  $: [codes(`${DOLLARS} MXN ARS CLP COP UYU`), 'USD'],
  DOLLAR: [codes(DOLLARS), 'USD'],
  PESO: [codes('MXN ARS CLP COP UYU DOP PHP CUP'), 'MXN'],
  '¥': [codes('CNY'), 'JPY'],
  YUAN: [codes('CNY TWD HKD SGD MOP'), 'CNY'],
};

/** ISO 4217 codes that are read beside a number, in any letter case; not those that are words: `CUP`, `MAD`. */
export const CODES: ReadonlySet<string> = new Set(
  (
    'usd eur gbp jpy chf cad aud nzd cny inr brl mxn ars clp cop pen uyu sek nok dkk pln czk huf ron try zar ' +
    'krw hkd sgd thb idr php myr aed sar ils rub uah bgn rsd isk azn amd kzt uzs byn mdl mkd ' +
    'egp tnd dzd lbp jod kwd qar bhd omr iqd irr syp pkr lkr npr bdt afn mmk khr vnd twd ' +
    'ngn ghs kes tzs ugx rwf etb zmw bwp mzn aoa xof xaf scr mga ' +
    'pyg crc gtq hnl nio jmd ttd bbd bsd bzd xcd fjd pgk'
  ).split(' '),
);

/** Letters that people write for a currency beside a number, besides its code. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['rs', 'INR'],
  ['rm', 'MYR'],
  ['tl', 'TRY'],
  ['zl', 'PLN'],
  ['nis', 'ILS'],
  ['rmb', 'CNY'],
]);

/** The ISO 4217 code of normalised letters beside a number; undefined of any others. */
export const codeOf = (letters: string): string | undefined =>
  CODES.has(letters) ? letters.toUpperCase() : SHORT.get(letters);

/** All such letters. */
export const CODE_LETTERS: readonly string[] = [...CODES, ...SHORT.keys()];

/** The ISO 4217 code that a name or a symbol stands for in an assistant. @param own its currency, or null */
export function resolved(code: string, own: string | null): string {
  const [known, usual] = SHARED[code] ?? [];
  if (usual === undefined) return code;
  return own !== null && known?.has(own) ? own : usual;
}

/** The names of currencies in a language, with what they stand for. */
export const currencyNames = madeOnce(({ money }) => new PhraseFinder(money.currencies));
