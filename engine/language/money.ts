/** The names of amounts of money in a language. Words are normalised: lower case without accents. */
export interface MoneyWords {
  /** Names after an amount; longer names first. */
  readonly currencies: readonly CurrencyName[];
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
  readonly bareCents: BareCents;
  /** Between two amounts of one currency, which is named after the second: 5 `or` 10 euros. */
  readonly joining: ReadonlySet<string>;
  /** After a number that tells how often, never how much: three `times`. */
  readonly times: ReadonlySet<string>;
}

/** Cents that are not named: fünf Euro fünfzig. */
export interface BareCents {
  /** May stand between the amount and them. */
  readonly joiners: ReadonlySet<string>;
  /** Before the first of two amounts, so that a joiner joins those: tra 20 euro e 50. */
  readonly between: ReadonlySet<string>;
  /** May follow them, since it is nothing that could be counted. */
  readonly followers: ReadonlySet<string>;
}

export interface CurrencyName {
  readonly words: readonly string[];
  /** ISO 4217; `PESO`, `DOLLAR` and `YUAN` stand for the assistant's own. */
  readonly code: string;
}

export const named = (code: string, ...names: string[]): CurrencyName[] =>
  names.map((name) => ({ words: name.split(' '), code }));
