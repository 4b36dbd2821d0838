/** One document of an FAQ collection, as its author wrote it. */
export interface FaqDocument {
  title: string;
  /** A file name or an address: what the answer cites. */
  source: string;
  tags: string[];
  /** ISO 639-1 code of the only language in which it answers; null for all. */
  language: string | null;
  /** Questions that it answers; each counts like its title. */
  questions?: readonly string[];
  /** All other fields for filters, by key. */
  metadata: Record<string, string[]>;
  /** The text that is searched; Markdown. */
  content: string;
  /** What to say in place of the best passage; null says the passage. */
  answer: string | null;
}

/** The settings of a collection. */
export interface FaqSettings {
  collection: string;
  /** The number of candidates to rank and to show in the explanation. */
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

/** Key → values: any of a key's values, and all keys. */
export type FaqFilters = Readonly<Record<string, readonly string[]>>;

/**
 * The port of a sentence encoder: a vector of the text's meaning, with the same length for every text. Without an
 * encoder only words are compared.
 */
export type Embed = (text: string) => Float32Array;

/** `Embed` for many texts; `done` grows to 1. */
export type EmbedAll = (
  texts: readonly string[],
  onProgress?: (done: number) => void,
) => readonly Float32Array[];

/** Vectors in 8 bits, one after another, each to be multiplied by its scale. */
export interface CompactVectors {
  values: Int8Array;
  scales: Float32Array;
}

/** Prepares multiplying queries with vectors: the products of a query with each of them. */
export type Comparer = (vectors: CompactVectors) => (query: Float32Array) => Float32Array;
