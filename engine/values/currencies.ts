import { madeOnce } from '../language/languages.ts';
import { PhraseFinder } from '../text/phrases.ts';

/** Symbols before or after an amount, longest first. `$` and `¥` stand for the assistant's currency. */
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

/** Names of several currencies: the currencies that an assistant may mean by its own, and the default. */
const SHARED: Readonly<Record<string, readonly [ReadonlySet<string>, string]>> = {
  $: [codes(`${DOLLARS} MXN ARS CLP COP UYU`), 'USD'],
  DOLLAR: [codes(DOLLARS), 'USD'],
  PESO: [codes('MXN ARS CLP COP UYU DOP PHP CUP'), 'MXN'],
  '¥': [codes('CNY'), 'JPY'],
  YUAN: [codes('CNY TWD HKD SGD MOP'), 'CNY'],
};

/** ISO 4217 codes read beside a number, in any letter case, without those that are also words: `CUP`, `MAD`. */
export const CODES: ReadonlySet<string> = new Set(
  (
    'usd eur gbp jpy chf cad aud nzd cny inr brl mxn ars clp cop pen uyu sek nok dkk pln czk huf ron try zar ' +
    'krw hkd sgd thb idr php myr aed sar ils rub uah bgn rsd isk azn amd kzt uzs byn mdl mkd ' +
    'egp tnd dzd lbp jod kwd qar bhd omr iqd irr syp pkr lkr npr bdt afn mmk khr vnd twd ' +
    'ngn ghs kes tzs ugx rwf etb zmw bwp mzn aoa xof xaf scr mga ' +
    'pyg crc gtq hnl nio jmd ttd bbd bsd bzd xcd fjd pgk'
  ).split(' '),
);

/** Abbreviations of currencies beside a number, in addition to the codes. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['rs', 'INR'],
  ['rm', 'MYR'],
  ['tl', 'TRY'],
  ['zl', 'PLN'],
  ['nis', 'ILS'],
  ['rmb', 'CNY'],
]);

/** The ISO 4217 code for normalised letters beside a number; undefined if they name no currency. */
export const codeOf = (letters: string): string | undefined =>
  CODES.has(letters) ? letters.toUpperCase() : SHORT.get(letters);

/** All letters that {@link codeOf} knows. */
export const CODE_LETTERS: readonly string[] = [...CODES, ...SHORT.keys()];

/**
 * The ISO 4217 code that a name or a symbol stands for in an assistant.
 * @param own the assistant's currency, or null
 */
export function resolved(code: string, own: string | null): string {
  const [known, usual] = SHARED[code] ?? [];
  if (usual === undefined) return code;
  return own !== null && known?.has(own) ? own : usual;
}

/** The names of currencies in a language, with their codes. */
export const currencyNames = madeOnce(({ money }) => new PhraseFinder(money.currencies));
