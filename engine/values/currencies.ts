/** Symbols before or after an amount, longest first. */
export const SYMBOLS: readonly (readonly [string, string])[] = [
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
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
];

/** Currencies whose own sign is `$`: where the assistant's currency is one of them, `$` means that one. */
export const DOLLAR_SIGN: ReadonlySet<string> = new Set(
  'USD CAD AUD NZD MXN ARS CLP COP HKD SGD TWD UYU'.split(' '),
);
/** Likewise `peso` and `pesos`. */
export const PESO: ReadonlySet<string> = new Set('MXN ARS CLP COP UYU DOP PHP CUP'.split(' '));

/** Likewise `元`. */
export const YUAN: ReadonlySet<string> = new Set('CNY TWD HKD SGD MOP'.split(' '));

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
