import { wordSet } from './words.ts';

/** The names of amounts of money in a language. Words are normalised: lower case without accents. */
export interface MoneyWords {
  /** Names of currencies, as phrases, and their codes in ISO 4217; `PESO`, `DOLLAR` and `YUAN` are the assistant's own. */
  readonly currencies: ReadonlyMap<string, string>;
  /** Hundredths of a currency. */
  readonly cents: ReadonlySet<string>;
  /** Tenths of a currency: 五块三`毛`. */
  readonly tenths: ReadonlySet<string>;
  /** Letters stuck to the digits of hundredths, and the code of their currency: `50p`. */
  readonly centSuffixes: ReadonlyMap<string, string>;
  /** Between an amount and its currency: un millón `de` euros. */
  readonly of: ReadonlySet<string>;
  /** Between an amount and its cents: 5 dollars `and` 20 cents. */
  readonly and: ReadonlySet<string>;
  /** Between an amount and cents that are not named, which may stand right behind it: fünf Euro fünfzig. */
  readonly centJoiners: ReadonlySet<string>;
  /** Before the first of two amounts, so that such a joiner joins those: tra 20 euro e 50. */
  readonly centBetween: ReadonlySet<string>;
  /** Behind cents that are not named, and nothing that could be counted. */
  readonly centFollowers: ReadonlySet<string>;
  /** Between two amounts of one currency, which is named after the second: 5 `or` 10 euros. */
  readonly joining: ReadonlySet<string>;
  /** After a number that tells how often, never how much: three `times`. */
  readonly times: ReadonlySet<string>;
}

/** Words as texts; the names of a currency with bars between them. */
type Written = {
  readonly [K in keyof MoneyWords]?: MoneyWords[K] extends ReadonlySet<string>
    ? string
    : Readonly<Record<string, string>>;
};

/** Makes them of texts; parts that are not given are empty. */
export const moneyWords = ({ currencies = {}, centSuffixes = {}, ...written }: Written): MoneyWords => ({
  currencies: new Map(
    Object.entries(currencies).flatMap(([code, names]) => names.split('|').map((name) => [name, code])),
  ),
  cents: wordSet(written.cents),
  tenths: wordSet(written.tenths),
  centSuffixes: new Map(Object.entries(centSuffixes)),
  of: wordSet(written.of),
  and: wordSet(written.and),
  centJoiners: wordSet(written.centJoiners),
  centBetween: wordSet(written.centBetween),
  centFollowers: wordSet(written.centFollowers),
  joining: wordSet(written.joining),
  times: wordSet(written.times),
});
