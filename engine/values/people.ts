import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import type { People, PeopleCategories } from './categories.ts';
import { type Chart, chartOf, defineGrammar, firstOf, reader, rule } from './chart.ts';
import { type Candidate, readOnce, type Utterance } from './recognizer.ts';
import type { Read } from './stream.ts';

/** The number of people in a stretch of the query. */
export interface PeopleCount extends People, Stretch {}

/** Maximum number of terms in a sum: nobody lists a larger party. */
const MAX_TERMS = 8;

defineGrammar<PeopleCategories>({
  peopleCount: rule('numeral', ([value]) => (Number.isInteger(value) && value > 0 ? value : null)),
  peopleNoun: firstOf(
    rule('people.nouns', ([noun]) => ({ noun, size: 1 })),
    rule('people.pairs', ([noun]) => ({ noun, size: 2 })),
  ),
  people: firstOf(
    rule(
      /* two adults */ 'owner? peopleCount people.counters? peopleNoun',
      ([, count, , { noun, size }], _, [, place]) => peopleOf(noun, count * size, place, true),
    ),
    rule(
      /* 大人二人 */ 'owner? peopleNoun peopleCount people.counters',
      ([, { noun, size }, count], _, [, , place]) => peopleOf(noun, count * size, place, true),
    ),
    // A plural such as "my friends" has no known number.
    rule(/* my wife */ 'owner peopleNoun', ([, { noun, size }], place) =>
      size === 1 && place.chart.language.people.plural.test(noun) ? null : peopleOf(noun, size, place),
    ),
    rule(/* her and me */ 'people.others people.joiners people.self', (_, place) => peopleOf(null, 2, place)),
    rule(/* me and her */ 'people.self people.joiners people.others', (_, place) =>
      standsAlone(place.chart, place.next) ? peopleOf(null, 2, place) : null,
    ),
    rule(/* me */ 'people.self', (_, place) => peopleOf(null, 1, place)),
  ),
  owner: firstOf(
    rule(/* i miei */ 'people.owners people.owners', ([article, word]) => (article === word ? null : word)),
    rule('people.owners', ([word]) => word),
    rule('numbers.articles', ([word]) => word),
  ),
  // People with a number need neither a joining word nor a comma.
  morePeople: firstOf(
    rule('people.joiners people', ([, people]) => people),
    reader(['people'], (chart, at, from = 0) => {
      const people = chart.read('people', at);
      const gap = chart.text.slice(from, chart.words[at]?.start);
      const isJoined = people?.value.isCounted ? /^\s*[,+&]?\s*$/ : /^\s*[,+&]\s*$/;
      return people !== null && gap.length <= 5 && isJoined.test(gap) ? [people] : [];
    }),
  ),
  allPeople: reader(['people.phrases', 'people'], (chart, at) => sumsAt(chart, at)),
});

/** A sum of at least two people, or a phrase that is a whole count, perhaps with further people. */
function sumsAt(chart: Chart, at: number): Read<People>[] {
  const whole = chart.read('people.phrases', at);
  const hasNumber = chart.numeral(at) !== null;
  const all = whole && {
    ...whole,
    value: peopleOf(null, whole.value, whole, whole.value > 1 || hasNumber),
  };
  let counted: Read<People> | null = all ?? chart.read('people', at);
  for (let terms = 1; counted !== null && terms < MAX_TERMS; terms += 1) {
    // After a phrase that counts everybody (`zu viert`), a comma adds nobody; after "one adult" it does.
    const countsAll = whole !== null && terms === 1 && !hasNumber;
    const isJoined = !countsAll || chart.read('people.joiners', counted.next) !== null;
    const more: Read<People> | null = isJoined ? moreAt(chart, counted) : null;
    if (more === null || beginsClause(chart, counted, more))
      return terms > 1 || whole !== null || areTwoPronouns(counted) ? [counted] : [];
    counted = { ...more, start: counted.start, value: together(counted.value, more.value) };
  }
  return counted === null ? [] : [counted];
}

/** True for the speaker and a pronoun, who are one term. */
const areTwoPronouns = ({ value: { value, terms } }: Read<People>): boolean =>
  value > 1 && terms[0]?.noun === null;

/** True if a pronoun is not the possessive or the article of what follows. */
const standsAlone = (chart: Chart, next: number): boolean =>
  chart.isAtEnd(next) ||
  chart.read('people.joiners', next) !== null ||
  /^\s*\p{P}/u.test(chart.text.slice(chart.words[next - 1]?.end));

/**
 * The people who are added to a count. Dictation may lack the comma after the speaker, if others are joined behind:
 * “me my wife and the kids”.
 */
function moreAt(chart: Chart, { next, end, value: { terms } }: Read<People>): Read<People> | null {
  const more = chart.read('morePeople', next, end);
  const isSpeaker = terms.length === 1 && terms[0]?.noun === null && terms[0].value === 1;
  if (more !== null || !isSpeaker || !chart.language.people.owners.has(chart.words[next]?.text ?? ''))
    return more;
  const people = chart.read('people', next);
  const isJoined = people !== null && chart.read('people.joiners', people.next) !== null;
  return isJoined ? people : null;
}

/**
 * True for the subject of a new clause behind people who are all that come: “for 2 people, and I also need …”, but not
 * “my wife and I would like …”.
 */
function beginsClause(chart: Chart, people: Read<People>, { next }: Read<People>): boolean {
  const { anyone, joiners, owners, subjects } = chart.language.people;
  const [word, after] = [chart.words[next - 1], chart.words[next]];
  const goesOn = after !== undefined && !chart.isAtEnd(next) && !joiners.has(after.text);
  if (!goesOn || !subjects.has(word?.text ?? '')) return false;
  const { isCounted, terms } = people.value;
  const last = terms.at(-1);
  if (last === undefined || last.noun === null) return true;
  const before = chart.words[firstWordFrom(chart.words, last.start) - 1];
  const isOwned = owners.has(before?.text ?? '');
  const hasComma = isCounted && /^\s*,/.test(chart.text.slice(people.end, word?.start));
  return hasComma || (anyone.has(last.noun) && !isOwned);
}

const peopleOf = (
  noun: string | null,
  value: number,
  { start, end }: Stretch,
  isCounted = false,
): People => ({ value, isCounted, terms: [{ start, end, noun, value, isCounted }] });

const together = (people: People, others: People): People => ({
  value: people.value + others.value,
  isCounted: people.isCounted || others.isCounted,
  terms: [...people.terms, ...others.terms],
});

/**
 * The counts of people in a query, each with all joined people: `two adults and a child`, `my wife and I`, `zu dritt`.
 */
export const peopleIn = readOnce((utterance): readonly PeopleCount[] =>
  chartOf(utterance)
    .readAll('allPeople')
    .map(({ start, end, value }) => ({ start, end, ...value })),
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
