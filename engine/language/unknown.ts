import type { Language } from './language.ts';
import { moneyWords } from './money.ts';
import { numbersOf } from './numbers.ts';
import { peopleWords } from './people.ts';
import { timeWords } from './time.ts';

const nothing: readonly string[] = [];
const noRole = { beside: nothing, called: nothing };

/** The Unicode CLDR's decimal sign of a language; a comma if it has none. */
const decimalSignOf = (code: string): '.' | ',' => {
  const known = Intl.NumberFormat.supportedLocalesOf(isTag(code) ? [code] : []).length > 0;
  const parts = known ? new Intl.NumberFormat(code, { numberingSystem: 'latn' }).formatToParts(1.5) : [];
  return parts.find(({ type }) => type === 'decimal')?.value === '.' ? '.' : ',';
};

const isTag = (code: string): boolean => /^[a-z]{2,3}$/i.test(code);

/** The same lists, without words. */
const emptied = <K extends string>(lists: Readonly<Record<K, unknown>>): Record<K, readonly string[]> =>
  // The keys are those of the lists.
  Object.fromEntries(Object.keys(lists).map((name) => [name, nothing])) as unknown as Record<
    K,
    readonly string[]
  >;

/**
 * A language without a folder: only what all languages write alike is read.
 * @param usual the language whose messages it takes
 */
export const unknownLanguage = (code: string, usual: Language): Language => ({
  code,
  messages: usual.messages,
  change: emptied(usual.change),
  roles: { origin: noRole, destination: noRole, begin: noRole, end: noRole },
  relative: emptied(usual.relative),
  sentences: emptied(usual.sentences),
  kinds: emptied(usual.kinds),
  inflection: null,
  pointingVerbs: null,
  pointingOrder: null,
  yesNo: emptied(usual.yesNo),
  connecting: new Set(),
  answers: {
    leads: nothing,
    names: nothing,
    prepositions: nothing,
    tails: nothing,
    namesBefore: nothing,
    forNow: nothing,
    and: ',',
  },
  search: { stopWords: new Set(), stem: (word) => word },
  numbers: numbersOf({ decimalSign: decimalSignOf(code) }),
  money: moneyWords({}),
  people: peopleWords({}),
  time: timeWords({}, { bareHours: false, hourLetters: ['h'] }),
  spoken: new Set(),
  unspaced: null,
});
