import type { Readings } from './comparison.ts';
import type { Sentence } from './sentences.ts';

/** A request to a reader. */
export interface Order {
  entities: readonly string[];
  sentences: readonly Sentence[];
}

export interface Reply {
  /** For each sentence, the readings by entity; entities of which nothing is read are absent. */
  readings: Record<string, Readings>[];
  /** CPU milliseconds of the whole process, including garbage collection. */
  cpuMs: number;
}
