import { BUCKETS, countFeatures } from './features.ts';

/**
 * Buckets per entry of `#starts`, which narrows each lookup. A table of all buckets would take a megabyte per model.
 */
const PART = 256;

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
  /** The place of the first kept bucket of each part. */
  readonly #starts = new Uint32Array(BUCKETS / PART + 1);

  constructor(buckets: Uint32Array, idf: Float32Array, unknownIdf: number) {
    this.buckets = buckets;
    this.idf = idf;
    this.unknownIdf = unknownIdf;
    const starts = this.#starts.fill(buckets.length);
    for (let at = buckets.length - 1; at >= 0; at--) starts[Math.floor((buckets[at] ?? 0) / PART)] = at;
    for (let part = starts.length - 2; part >= 0; part--)
      starts[part] = Math.min(starts[part] ?? 0, starts[part + 1] ?? 0);
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

  #idOf(bucket: number): number {
    const part = Math.floor(bucket / PART);
    const end = this.#starts[part + 1] ?? 0;
    for (let at = this.#starts[part] ?? 0; at < end; at++) {
      const kept = this.buckets[at] ?? 0;
      if (kept >= bucket) return kept === bucket ? at : -1;
    }
    return -1;
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
