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
  /** The number of candidates to rank, all shown in the explanation. */
  topK: number;
  /**
   * The least score of an answer, 0…1; null decides by certainty, or by the threshold measured when the index was
   * built.
   */
  threshold: number | null;
}

/** A document that an answer cites. */
export interface FaqSource {
  title: string;
  source: string;
  tags: string[];
}

/** The sources that an answer cites: the best document, and in `more` those shown beside it. */
export interface FaqCitation extends FaqSource {
  collection: string;
  /** 0…1. */
  score: number;
  more?: FaqSource[];
}

/** Filter values by key. A document needs one of the values for every key. */
export type FaqFilters = Readonly<Record<string, readonly string[]>>;

/**
 * The port of a sentence encoder: a vector of the text's meaning, always of the same length. Without an encoder only
 * words are compared.
 */
export type Embed = (text: string) => Float32Array;

/** `Embed` for many texts; `done` grows from 0 to 1. */
export type EmbedAll = (
  texts: readonly string[],
  onProgress?: (done: number) => void,
) => readonly Float32Array[];

/** Consecutive 8-bit vectors, each with a scale to multiply it by. */
export interface CompactVectors {
  values: Int8Array;
  scales: Float32Array;
}

/** Prepares vectors for comparison. The returned function gives a query's product with each vector. */
export type Comparer = (vectors: CompactVectors) => (query: Float32Array) => Float32Array;
