import { languageOf, madeOnce } from '../language/languages.ts';
import { PhraseFinder } from '../text/phrases.ts';
import type { Stretch } from '../text/stretch.ts';
import { type Candidate, readOnce, type Utterance } from './recognizer.ts';
import {
  ANYWHERE,
  article,
  first,
  maybe,
  nothing,
  number,
  once,
  phrase,
  type Read,
  readAll,
  rule,
  type Term,
  where,
  word,
} from './rules.ts';

/** People named by words of the query. */
interface People {
  value: number;
  /** True if the words contain a number: `two adults and a child`, not `my wife and I`. */
  isCounted: boolean;
  /** The nouns for the people: `adults`, `child`. */
  nouns: readonly string[];
}

/** The number of people in a stretch of the query. */
export interface PeopleCount extends People, Stretch {}

/** Maximum number of counts read in a query. */
const MAX_COUNTS = 64;
/** Maximum number of terms in a sum: nobody lists a larger party. */
const MAX_TERMS = 8;

/** Phrases that are whole counts: `just me`, `zu dritt`. */
const phrasesOf = madeOnce(({ people }) => new PhraseFinder(people.phrases));
const alone = rule([phrase(phrasesOf)], ([value]) => value);

const count = rule([number], ([value]) => (Number.isInteger(value) && value > 0 ? value : null));
const owner = word(({ people }) => people.owners);
const counter = word(({ people }) => people.counters);
const pair = word(({ people }) => people.pairs);
const noun = first(
  rule([word(({ people }) => people.nouns)], ([noun]) => ({ noun, size: 1 })),
  rule([pair], ([noun]) => ({ noun, size: 2 })),
);

/** Words that may begin a count without a number. */
const beginningsOf = madeOnce(
  ({ people, numbers }) =>
    new Set([...[...people.nouns, ...people.pairs, ...people.owners, ...people.self], ...numbers.articles]),
);

const people = where(
  first<unknown>(number, word(beginningsOf)),
  first(
    rule(
      /* two adults */ [maybe(owner), count, maybe(counter), noun],
      ([, count, , { noun, size }]): People => ({ value: count * size, isCounted: true, nouns: [noun] }),
      ANYWHERE,
    ),
    rule(
      /* 大人二人 */ [maybe(owner), noun, count, counter],
      ([, { noun, size }, count]): People => ({ value: count * size, isCounted: true, nouns: [noun] }),
      ANYWHERE,
    ),
    // A plural such as "my friends" has no known number.
    rule(
      /* my wife */ [first(owner, article), noun],
      ([, { noun, size }], _, { language }): People | null =>
        size === 1 && languageOf(language).people.plural.test(noun)
          ? null
          : { value: size, isCounted: false, nouns: [noun] },
      ANYWHERE,
    ),
    rule([word(({ people }) => people.self)], (): People => ({ value: 1, isCounted: false, nouns: [] })),
  ),
  nothing,
);

const joiner = word(({ people }) => people.joiners);

/** Further people after a joining word, a comma, or both. People with a number need neither. */
const joined = once(
  first(
    rule([joiner, people], ([, term]) => term, ANYWHERE),
    (utterance, at, from) => {
      const term = people(utterance, at, from);
      const gap = term === null ? '' : utterance.text.slice(from, utterance.words[at]?.start);
      const isJoined = term?.value.isCounted ? /^\s*[,+&]?\s*$/ : /^\s*[,+&]\s*$/;
      return gap.length <= 5 && isJoined.test(gap) ? term : null;
    },
  ),
);

/** A sum of at least two terms, or a phrase, perhaps with further people. */
const sum: Term<People> = (utterance, at, from) => {
  const whole = alone(utterance, at, from);
  const hasNumber = number(utterance, at, from) !== null;
  const all = whole && {
    ...whole,
    value: { value: whole.value, isCounted: whole.value > 1 || hasNumber, nouns: [] },
  };
  let counted: Read<People> | null = all ?? people(utterance, at, from);
  for (let terms = 1; counted !== null && terms < MAX_TERMS; terms += 1) {
    // After a phrase that counts everybody (`zu viert`), a comma adds nobody; after "one adult" it does.
    const countsAll = whole !== null && terms === 1 && !hasNumber;
    const more: Read<People> | null =
      countsAll && joiner(utterance, counted.next, counted.end) === null
        ? null
        : joined(utterance, counted.next, counted.end);
    if (more === null) return terms > 1 || whole !== null ? counted : null;
    counted = { ...more, start: counted.start, value: together(counted.value, more.value) };
  }
  return counted;
};

const together = (people: People, others: People): People => ({
  value: people.value + others.value,
  isCounted: people.isCounted || others.isCounted,
  nouns: [...people.nouns, ...others.nouns],
});

/**
 * The counts of people in a query, each with all joined people: `two adults and a child`, `my wife and I`, `zu dritt`.
 */
export const peopleIn = readOnce((utterance): readonly PeopleCount[] =>
  readAll(utterance, sum, MAX_COUNTS).map(({ start, end, value }) => ({ start, end, ...value })),
);

/**
 * Counts of people as candidates for a number: weaker than a plain number, and only as an answer if the words contain
 * no number.
 */
export const peopleCandidates = (utterance: Utterance): Candidate[] =>
  peopleIn(utterance).map(({ start, end, value, isCounted }) => ({
    start,
    end,
    value,
    details: {},
    quality: isCounted ? 'weak' : 'answer',
  }));
