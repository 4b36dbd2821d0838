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
  /** The minimum score of an answer, 0…1; null for the one measured when the index was built. */
  threshold: number | null;
}

/** The source that an answer cites. */
export interface FaqCitation {
  collection: string;
  title: string;
  source: string;
  tags: string[];
  /** 0…1. */
  score: number;
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
