/** One document of an FAQ collection, as its author wrote it. */
export interface FaqDocument {
  title: string;
  /** A file name or an address: what the answer cites. */
  source: string;
  tags: string[];
  /** ISO 639-1 code of the only language that it answers in; null answers in all of them. */
  language: string | null;
  /** Questions that it answers: each counts as its title does. */
  questions?: readonly string[];
  /** Everything else that filters may name, by key. */
  metadata: Record<string, string[]>;
  /** Markdown; what is searched. */
  content: string;
  /** The words in place of the best passage; null says the passage. */
  answer: string | null;
}

/** The settings by which one collection is asked. */
export interface FaqSettings {
  collection: string;
  /** The number of candidates that are ranked, and shown in the explanation. */
  topK: number;
  /** Least score, 0…1, of an answer; null leaves it to the certainty, or to the score that was measured when the index was built. */
  threshold: number | null;
}

/** A document that an answer cites. */
export interface FaqSource {
  title: string;
  source: string;
  tags: string[];
}

/** The sources that an answer cites: the best, and what is told beside it. */
export interface FaqCitation extends FaqSource {
  collection: string;
  /** 0…1. */
  score: number;
  more?: FaqSource[];
}

/** Key → values: any of a key's values, all of the keys. */
export type FaqFilters = Readonly<Record<string, readonly string[]>>;

/**
 * The port of a sentence encoder: a vector of the text's meaning, of the same width for every text. Where there
 * is none, words alone decide.
 */
export type Embed = (text: string) => Float32Array;

/** `Embed` of many texts; `done` grows to 1. */
export type EmbedAll = (
  texts: readonly string[],
  onProgress?: (done: number) => void,
) => readonly Float32Array[];

/** Vectors in 8 bits, one after the other, each to be multiplied by its scale. */
export interface CompactVectors {
  values: Int8Array;
  scales: Float32Array;
}

/** Prepares to multiply queries with vectors: a query's product with each of them. */
export type Comparer = (vectors: CompactVectors) => (query: Float32Array) => Float32Array;
