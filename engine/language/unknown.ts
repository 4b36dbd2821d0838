import type { Language } from './language.ts';
import type { Messages } from './messages.ts';

const nothing: readonly string[] = [];
const noRole = { beside: nothing, called: nothing };

/** A language that has no folder: of it, only what is written alike in all languages is read. */
export const unknownLanguage = (code: string, messages: Messages): Language => ({
  code,
  isEncoded: false,
  messages,
  change: {
    not: nothing,
    notIfHeld: nothing,
    notBetween: nothing,
    but: nothing,
    insteadOf: nothing,
    instead: nothing,
    repair: nothing,
    change: nothing,
    into: nothing,
    also: nothing,
    swapped: nothing,
    without: nothing,
  },
  roles: { origin: noRole, destination: noRole, begin: noRole, end: noRole },
  relative: {
    more: nothing,
    less: nothing,
    another: nothing,
    one: nothing,
    later: nothing,
    earlier: nothing,
    dayAfter: nothing,
    dayBefore: nothing,
  },
  sentences: { joining: nothing, questions: nothing, followUps: nothing, which: nothing },
  yesNo: { yes: nothing, no: nothing },
  connecting: new Set(),
  answers: { leads: nothing, prepositions: nothing, corrections: nothing, tails: nothing, and: ',' },
  search: { stopWords: new Set(), stem: (word) => word },
});
