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

/** People whom some words name. */
interface People {
  value: number;
  /** True if a number is among its words: `two adults and a child`, not `my wife and I`. */
  isCounted: boolean;
  /** The nouns for the people: `adults`, `child`. */
  nouns: readonly string[];
}

/** A number of people that the words add up to. */
export interface PeopleCount extends People, Stretch {}

/** Counts that are looked at of one query. */
const MAX_COUNTS = 64;
/** Sums beyond this are no party that anyone counts up. */
const MAX_TERMS = 8;

/** Counts by themselves: `just me`, `zu dritt`. */
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

/** Words that people may begin with, where no number stands. */
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
    // Nobody knows how many "my friends" are.
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

/** The people behind a word or a comma that joins them to others, or both; those with a number need neither. */
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

/** People who are joined, two terms at least; or a phrase, perhaps with others who are joined to it. */
const sum: Term<People> = (utterance, at, from) => {
  const whole = alone(utterance, at, from);
  const hasNumber = number(utterance, at, from) !== null;
  const all = whole && {
    ...whole,
    value: { value: whole.value, isCounted: whole.value > 1 || hasNumber, nouns: [] },
  };
  let counted: Read<People> | null = all ?? people(utterance, at, from);
  for (let terms = 1; counted !== null && terms < MAX_TERMS; terms += 1) {
    // "Wir sind zu viert, die Oma kommt mit": a comma adds nobody to what counts all, as it does to "one adult".
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

/** `two adults and a child`, `my wife and I`, `just me`, `zu dritt`: each stretch as far as people are joined. */
export const peopleIn = readOnce((utterance): readonly PeopleCount[] =>
  readAll(utterance, sum, MAX_COUNTS).map(({ start, end, value }) => ({ start, end, ...value })),
);

/** As candidates for a number: weaker than a number by itself; without one among the words, only as an answer. */
export const peopleCandidates = (utterance: Utterance): Candidate[] =>
  peopleIn(utterance).map(({ start, end, value, isCounted }) => ({
    start,
    end,
    value,
    details: {},
    quality: isCounted ? 'weak' : 'answer',
  }));
