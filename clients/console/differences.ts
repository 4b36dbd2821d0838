import type { VersionDifferences } from '../typescript/index.ts';

export type Difference = VersionDifferences['differences'][number];

/** The differences in a competency, an entity, a key of `assistant.yaml` or another named part. */
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

/** The old and the new text; both absent if the whole place was added or removed. */
export interface Change {
  change: Difference['change'];
  before?: string;
  after?: string;
}

/** Groups differences by part and place, in the given order. */
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
  // A member of a set, such as an utterance, is the last element of its place.
  if (member === undefined) return { name, path, change: { change, ...texts } };
  const side = change === 'removed' ? 'before' : 'after';
  return { name, path: path.slice(0, -1), change: { change, [side]: member } };
}

/** The text of a JSON string; other JSON stays as it is. */
const textAs = (side: 'before' | 'after', json: string | undefined): Partial<Change> =>
  json === undefined ? {} : { [side]: unquoted(json) ?? json };

/** @returns undefined for anything but a JSON string */
function unquoted(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return undefined;
  try {
    return String(JSON.parse(json));
  } catch {
    // A truncated string has no closing quote.
    return json;
  }
}
