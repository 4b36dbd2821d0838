/** Symbols before or after an amount, longest first. */
export const SYMBOLS: readonly (readonly [string, string])[] = [
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['R$', 'BRL'],
  ['MX$', 'MXN'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
];

/** Currencies whose own sign is `$`: where the assistant's currency is one of them, `$` means that one. */
export const DOLLAR_SIGN: ReadonlySet<string> = new Set(
  'USD CAD AUD NZD MXN ARS CLP COP HKD SGD TWD UYU'.split(' '),
);
/** Likewise `peso` and `pesos`. */
export const PESO: ReadonlySet<string> = new Set('MXN ARS CLP COP UYU DOP PHP CUP'.split(' '));

/** ISO 4217 codes that are read beside a number, in any letter case. */
export const CODES: ReadonlySet<string> = new Set(
  (
    'usd eur gbp jpy chf cad aud nzd cny inr brl mxn ars clp cop pen uyu sek nok dkk pln czk huf ron try zar ' +
    'krw hkd sgd thb idr php myr aed sar ils rub uah'
  ).split(' '),
);

interface CurrencyName {
  /** Normalised words. */
  words: readonly string[];
  code: string;
}

const named = (code: string, ...names: string[]): CurrencyName[] =>
  names.map((name) => ({ words: name.split(' '), code }));

/** Names after an amount, by language; longer names first. `PESO` stands for the assistant's peso. */
export const NAMES: Readonly<Record<string, readonly CurrencyName[]>> = {
  en: [
    ...named('USD', 'us dollars', 'us dollar', 'american dollars', 'american dollar'),
    ...named('CAD', 'canadian dollars', 'canadian dollar'),
    ...named('AUD', 'australian dollars', 'australian dollar'),
    ...named('MXN', 'mexican pesos', 'mexican peso'),
    ...named('GBP', 'pounds sterling', 'british pounds', 'british pound'),
    ...named('CHF', 'swiss francs', 'swiss franc'),
    ...named('JPY', 'japanese yen'),
    ...named('DOLLAR', 'dollars', 'dollar', 'bucks', 'buck'),
    ...named('EUR', 'euros', 'euro'),
    ...named('GBP', 'pounds', 'pound', 'quid'),
    ...named('JPY', 'yen'),
    ...named('CHF', 'francs', 'franc'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('INR', 'rupees', 'rupee'),
    ...named('BRL', 'reais'),
  ],
  es: [
    ...named(
      'USD',
      'dolares estadounidenses',
      'dolares americanos',
      'dolar estadounidense',
      'dolar americano',
    ),
    ...named('CAD', 'dolares canadienses', 'dolar canadiense'),
    ...named('MXN', 'pesos mexicanos', 'peso mexicano'),
    ...named('ARS', 'pesos argentinos', 'peso argentino'),
    ...named('COP', 'pesos colombianos', 'peso colombiano'),
    ...named('CLP', 'pesos chilenos', 'peso chileno'),
    ...named('GBP', 'libras esterlinas', 'libra esterlina'),
    ...named('CHF', 'francos suizos', 'franco suizo'),
    ...named('DOLLAR', 'dolares', 'dolar'),
    ...named('EUR', 'euros', 'euro', 'pavos'),
    ...named('GBP', 'libras', 'libra'),
    ...named('JPY', 'yenes', 'yen'),
    ...named('CHF', 'francos', 'franco'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('BRL', 'reales', 'reais'),
  ],
  de: [
    ...named('USD', 'us dollar', 'amerikanische dollar'),
    ...named('CAD', 'kanadische dollar'),
    ...named('AUD', 'australische dollar'),
    ...named('CHF', 'schweizer franken', 'franken'),
    ...named('GBP', 'pfund sterling', 'britische pfund', 'pfund'),
    ...named('DOLLAR', 'dollar', 'dollars'),
    ...named('EUR', 'euro', 'euros'),
    ...named('JPY', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('PLN', 'zloty'),
    ...named('CZK', 'tschechische kronen'),
  ],
  fr: [
    ...named('USD', 'dollars americains', 'dollar americain'),
    ...named('CAD', 'dollars canadiens', 'dollar canadien'),
    ...named('CHF', 'francs suisses', 'franc suisse', 'francs', 'franc'),
    ...named('GBP', 'livres sterling', 'livre sterling', 'livres', 'livre'),
    ...named('DOLLAR', 'dollars', 'dollar'),
    ...named('EUR', 'euros', 'euro', 'balles'),
    ...named('JPY', 'yens', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
  ],
  pt: [
    ...named('USD', 'dolares americanos', 'dolar americano'),
    ...named('CAD', 'dolares canadenses', 'dolar canadense'),
    ...named('CHF', 'francos suicos', 'franco suico', 'francos', 'franco'),
    ...named('GBP', 'libras esterlinas', 'libra esterlina', 'libras', 'libra'),
    ...named('DOLLAR', 'dolares', 'dolar'),
    ...named('BRL', 'reais', 'real'),
    ...named('EUR', 'euros', 'euro'),
    ...named('JPY', 'ienes', 'iene'),
    ...named('PESO', 'pesos', 'peso'),
  ],
  it: [
    ...named('USD', 'dollari americani', 'dollaro americano'),
    ...named('CAD', 'dollari canadesi', 'dollaro canadese'),
    ...named('CHF', 'franchi svizzeri', 'franco svizzero', 'franchi', 'franco'),
    ...named('GBP', 'sterline inglesi', 'sterline', 'sterlina'),
    ...named('DOLLAR', 'dollari', 'dollaro'),
    ...named('EUR', 'euro'),
    ...named('JPY', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
  ],
};

/** Hundredths of a currency, by language. */
export const CENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['cent', 'cents', 'pence', 'penny', 'pennies']),
  es: new Set(['centimo', 'centimos', 'centavo', 'centavos']),
  de: new Set(['cent', 'cents', 'rappen', 'pence']),
  fr: new Set(['centime', 'centimes', 'cent', 'cents']),
  pt: new Set(['centimo', 'centimos', 'centavo', 'centavos']),
  it: new Set(['centesimo', 'centesimi', 'cent']),
};

/** Letters stuck to the digits of hundredths, and their currency: `50p`. */
export const CENT_SUFFIXES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  en: new Map([['p', 'GBP']]),
};

/** Words between an amount and its currency (`un millón de euros`) or its cents (`5 dollars and 20 cents`). */
export const BETWEEN: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['and']),
  es: new Set(['de', 'con', 'y']),
  de: new Set(['und']),
  fr: new Set(['de', 'd', 'et']),
  pt: new Set(['de', 'e', 'com']),
  it: new Set(['di', 'e']),
};
