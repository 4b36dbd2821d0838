import type { VersionDifferences } from '../typescript/index.ts';

export type Difference = VersionDifferences['differences'][number];

/** Differences of one thing, such as a competency, an entity or a key of `assistant.yaml`. */
export interface Part {
  name: string;
  places: Place[];
}

/** Differences at one place of a part. */
export interface Place {
  /** The place from the outside in, such as `state transfer`, `utterances`, `en`; empty for the part itself. */
  path: readonly string[];
  changes: Change[];
}

/** The text that was there and the one that is there now; neither where a whole place came or went. */
export interface Change {
  change: Difference['change'];
  before?: string;
  after?: string;
}

/** Differences by what they are of, and there by their place, as they come. */
export function partsOf(differences: readonly Difference[]): Part[] {
  const parts = Map.groupBy(differences.map(readDifference), ({ name }) => name);
  return [...parts].map(([name, ofPart]) => {
    const places = Map.groupBy(ofPart, ({ path }) => JSON.stringify(path));
    return {
      name,
      places: [...places.values()].map((ofPlace) => ({
        path: ofPlace[0]?.path ?? [],
        changes: ofPlace.map(({ change }) => change),
      })),
    };
  });
}

function readDifference({ change, place, before, after }: Difference) {
  const [name = '', ...path] = place;
  const texts = { ...textAs('before', before), ...textAs('after', after) };
  const member = before === undefined && after === undefined ? unquoted(path.at(-1)) : undefined;
  // One of a set, such as an utterance, is named by the end of its place.
  if (member === undefined) return { name, path, change: { change, ...texts } };
  const side = change === 'removed' ? 'before' : 'after';
  return { name, path: path.slice(0, -1), change: { change, [side]: member } };
}

/** A text as it reads; what else there is, as JSON. */
const textAs = (side: 'before' | 'after', json: string | undefined): Partial<Change> =>
  json === undefined ? {} : { [side]: unquoted(json) ?? json };

/** @returns undefined for what is no text in quotes */
function unquoted(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return undefined;
  try {
    return String(JSON.parse(json));
  } catch {
    // Cut off, it has lost its end.
    return json;
  }
}
