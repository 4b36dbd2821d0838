import { wordSet } from './words.ts';

/** Names of amounts of money. Words are normalised: lower case without accents. */
export interface MoneyWords {
  /**
   * Names of currencies (phrases) → ISO 4217 codes. `PESO`, `DOLLAR` and `YUAN` stand for the assistant's own currency.
   */
  readonly currencies: ReadonlyMap<string, string>;
  /** Hundredths of a currency. */
  readonly cents: ReadonlySet<string>;
  /** Tenths of a currency: 五块三`毛`. */
  readonly tenths: ReadonlySet<string>;
  /** Suffixes of digits that count hundredths → the currency's code: `50p`. */
  readonly centSuffixes: ReadonlyMap<string, string>;
  /** Between an amount and its currency: un millón `de` euros. */
  readonly of: ReadonlySet<string>;
  /** Between an amount and its cents: 5 dollars `and` 20 cents. */
  readonly and: ReadonlySet<string>;
  /** Between an amount and its unnamed cents, which may also follow directly: fünf Euro fünfzig. */
  readonly centJoiners: ReadonlySet<string>;
  /** Before two amounts that `centJoiners` would otherwise merge into one: tra 20 euro e 50. */
  readonly centBetween: ReadonlySet<string>;
  /** May follow unnamed cents, since a number cannot count them: fünf Euro fünfzig `bitte`. */
  readonly centFollowers: ReadonlySet<string>;
  /** Between two amounts whose shared currency follows the second: 5 `or` 10 euros. */
  readonly joining: ReadonlySet<string>;
  /** After a number that counts repetitions, not money: three `times`. */
  readonly times: ReadonlySet<string>;
}

/** The sets and maps as texts; bars separate the names of a currency. */
type Written = {
  readonly [K in keyof MoneyWords]?: MoneyWords[K] extends ReadonlySet<string>
    ? string
    : Readonly<Record<string, string>>;
};

/** Builds the words from texts. Omitted parts are empty. */
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
