import { isDeepStrictEqual } from 'node:util';
import type { Candidate } from '../../engine/values/recognizer.ts';
import type { Sentence } from './sentences.ts';

/** The values that a recogniser finds in a sentence, in their order, or how it fails. */
export type Readings = readonly Candidate[] | { fails: string };

export const VERDICTS = ['equal', 'only_here', 'only_there', 'differing'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Counts = Record<Verdict, number>;

/** A sentence in which two checkouts read different values of an entity. */
export interface Difference {
  entity: string;
  sentence: Sentence;
  verdict: Exclude<Verdict, 'equal'>;
  here: Readings;
  there: Readings;
}

const isNothing = (readings: Readings): boolean => 'length' in readings && readings.length === 0;

/** How two checkouts' readings of one entity in one sentence compare; null if neither reads anything. */
export function compare(here: Readings, there: Readings): Verdict | null {
  if (isNothing(here) && isNothing(there)) return null;
  if (isDeepStrictEqual(here, there)) return 'equal';
  if (isNothing(there)) return 'only_here';
  return isNothing(here) ? 'only_there' : 'differing';
}

/** The readings of two checkouts, counted by entity. */
export class Comparison {
  readonly counts: ReadonlyMap<string, Counts>;
  /** In the order of sentences, and of each in that of entities. */
  readonly differences: Difference[] = [];

  constructor(entities: readonly string[]) {
    this.counts = new Map(
      entities.map((entity) => [entity, { equal: 0, only_here: 0, only_there: 0, differing: 0 }]),
    );
  }

  /** Adds a sentence's readings by entity; entities of which nothing is read may be absent. */
  add(
    sentence: Sentence,
    here: Readonly<Record<string, Readings>>,
    there: Readonly<Record<string, Readings>>,
  ): void {
    for (const [entity, counts] of this.counts) {
      const [ours, theirs] = [here[entity] ?? [], there[entity] ?? []];
      const verdict = compare(ours, theirs);
      if (verdict === null) continue;
      counts[verdict] += 1;
      if (verdict !== 'equal')
        this.differences.push({ entity, sentence, verdict, here: ours, there: theirs });
    }
  }
}

/** Differences of one entity that are alike: both checkouts read the same words, numbers aside. */
export interface Shape {
  entity: string;
  differences: Difference[];
}

/**
 * The differences by shape, entity by entity in the given order, the most common shape first.
 * @param limit the most shapes in all. Each entity has an equal part of them, and what some do not use up is the
 *   others'.
 */
export function mostCommonShapes(
  differences: readonly Difference[],
  entities: readonly string[],
  limit: number,
): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const difference of differences) {
    const key = shapeOf(difference);
    const shape = shapes.get(key) ?? { entity: difference.entity, differences: [] };
    shape.differences.push(difference);
    shapes.set(key, shape);
  }
  const ranked = [...shapes.values()].sort(
    (left, right) => right.differences.length - left.differences.length,
  );
  const byEntity = entities.map((name) => ranked.filter(({ entity }) => entity === name));
  // The first of each entity, then the second of each, and so on.
  const inTurns = byEntity.flatMap((own) => own.map((shape, rank) => ({ shape, rank })));
  const chosen = new Set(
    inTurns
      .sort((left, right) => left.rank - right.rank)
      .slice(0, limit)
      .map(({ shape }) => shape),
  );
  return byEntity.flat().filter((shape) => chosen.has(shape));
}

function shapeOf({ entity, sentence: { text, language }, here, there }: Difference): string {
  const words = (readings: Readings) =>
    'fails' in readings
      ? readings
      : readings.map(({ start, end }) =>
          text
            .slice(start, end)
            .toLowerCase()
            .replace(/\p{Nd}+/gu, '9'),
        );
  return JSON.stringify([entity, language, words(here), words(there)]);
}

/** Both sides of a difference in words, in as much detail as it takes to tell them apart. */
export function told({ sentence: { text }, here, there }: Difference): { here: string; there: string } {
  const shortly = { here: briefly(here, text), there: briefly(there, text) };
  return shortly.here === shortly.there ? { here: wholly(here, text), there: wholly(there, text) } : shortly;
}

const tell = (readings: Readings, tellOne: (candidate: Candidate) => string): string => {
  if ('fails' in readings) return `fails: ${readings.fails}`;
  return isNothing(readings) ? 'nothing' : readings.map(tellOne).join('; ');
};

const briefly = (readings: Readings, text: string): string =>
  tell(readings, ({ start, end, value, details, quality }) => {
    const more = Object.entries(details).map(([name, detail]) => `${name} ${JSON.stringify(detail)}`);
    const marks = [...more, ...(quality === 'exact' ? [] : [quality])];
    return `“${text.slice(start, end)}” is ${value}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  });

const wholly = (readings: Readings, text: string): string =>
  tell(readings, ({ start, end, ...rest }) => `“${text.slice(start, end)}” is ${JSON.stringify(rest)}`);
