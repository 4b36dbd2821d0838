import { BUCKETS, countFeatures } from './features.ts';

/** The known features of a text: row ids of the weights, and l2-normalised tf·idf values. */
export interface SparseVector {
  ids: Int32Array;
  values: Float32Array;
}

/** Turns texts into sparse vectors over the features that training kept. */
export class Vectorizer {
  /** The kept buckets, ascending. A feature's id is its index here. */
  readonly buckets: Uint32Array;
  /** Inverse document frequency of each kept feature. */
  readonly idf: Float32Array;
  /** The weight of unknown features, which only lowers the other values. */
  readonly unknownIdf: number;

  constructor(buckets: Uint32Array, idf: Float32Array, unknownIdf: number) {
    this.buckets = buckets;
    this.idf = idf;
    this.unknownIdf = unknownIdf;
  }

  /** Unknown features count in the norm, so that texts of mostly unknown words score low. */
  vector(counts: ReadonlyMap<number, number>): SparseVector {
    const ids = new Int32Array(counts.size);
    const values = new Float32Array(counts.size);
    let known = 0;
    let squares = 0;
    for (const [bucket, count] of counts) {
      const id = this.#idOf(bucket);
      const value = (1 + Math.log(count)) * (id < 0 ? this.unknownIdf : (this.idf[id] ?? 0));
      squares += value * value;
      if (id < 0) continue;
      ids[known] = id;
      values[known++] = value;
    }
    const scale = 1 / Math.sqrt(squares || 1);
    for (let i = 0; i < known; i++) values[i] = (values[i] ?? 0) * scale;
    return { ids: ids.subarray(0, known), values: values.subarray(0, known) };
  }

  /** Binary search: a table of all buckets would take a megabyte per language and assistant. */
  #idOf(bucket: number): number {
    let [from, to] = [0, this.buckets.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.buckets[middle] ?? 0) < bucket) from = middle + 1;
      else to = middle;
    }
    return this.buckets[from] === bucket ? from : -1;
  }

  vectorOf(text: string): SparseVector {
    return this.vector(countFeatures(text));
  }
}

/**
 * Keeps the features that occur in enough texts.
 * @param limit the most features to keep; the most frequent win, then the lower bucket
 */
export function fitVectorizer(
  rows: readonly ReadonlyMap<number, number>[],
  minDocuments: number,
  limit: number,
): Vectorizer {
  const documents = new Uint32Array(BUCKETS);
  for (const row of rows) for (const bucket of row.keys()) documents[bucket] = (documents[bucket] ?? 0) + 1;
  let kept: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if ((documents[bucket] ?? 0) >= minDocuments) kept.push(bucket);
  }
  if (kept.length > limit) {
    kept.sort((a, b) => (documents[b] ?? 0) - (documents[a] ?? 0) || a - b);
    kept = kept.slice(0, limit).sort((a, b) => a - b);
  }
  const weight = (count: number) => Math.log((1 + rows.length) / (1 + count)) + 1;
  const idf = Float32Array.from(kept, (bucket) => weight(documents[bucket] ?? 0));
  return new Vectorizer(Uint32Array.from(kept), idf, weight(0));
}
