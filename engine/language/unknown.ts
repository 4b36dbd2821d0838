import type { Language } from './language.ts';
import type { Messages } from './messages.ts';
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

/** A language without a folder: only what all languages write alike is read. */
export const unknownLanguage = (code: string, messages: Messages): Language => ({
  code,
  messages,
  change: {
    not: nothing,
    notIfHeld: nothing,
    offer: nothing,
    notBetween: nothing,
    but: nothing,
    insteadOf: nothing,
    instead: nothing,
    excess: nothing,
    repair: nothing,
    change: nothing,
    into: nothing,
    also: nothing,
    alsoBehind: nothing,
    other: nothing,
    swapped: nothing,
  },
  roles: { origin: noRole, destination: noRole, begin: noRole, end: noRole },
  relative: {
    more: nothing,
    less: nothing,
    another: nothing,
    one: nothing,
    later: nothing,
    longer: nothing,
    shorter: nothing,
    earlier: nothing,
    dayAfter: nothing,
    dayBefore: nothing,
  },
  sentences: {
    joining: nothing,
    also: nothing,
    questions: nothing,
    followUps: nothing,
    pointing: nothing,
    pointingAtEnd: nothing,
    places: nothing,
    noPlaces: nothing,
    same: nothing,
    again: nothing,
    demonstratives: nothing,
  },
  kinds: { date: nothing, time: nothing, money: nothing, phone: nothing, email: nothing, duration: nothing },
  inflection: null,
  pointingVerbs: null,
  pointingOrder: null,
  yesNo: { yes: nothing, no: nothing },
  connecting: new Set(),
  answers: { leads: nothing, names: nothing, prepositions: nothing, tails: nothing, and: ',' },
  search: { stopWords: new Set(), stem: (word) => word },
  numbers: numbersOf({ decimalSign: decimalSignOf(code) }),
  money: moneyWords({}),
  people: peopleWords({}),
  time: timeWords(
    {},
    {
      bareHours: false,
      hourLetters: ['h'],
    },
  ),
  spoken: new Set(),
  unspaced: null,
});
