import { unpackArtifact } from '../artifact.ts';
import { normalForm } from '../normal-form.ts';
import { readBytes, readFloats, readJson, readWords } from '../sections.ts';
import { type Evidence, MOST_TERMS } from './certainty.ts';
import type { Comparer, Embed, FaqFilters } from './document.ts';
import { lookUp } from './lookup.ts';
import { termsOf } from './terms.ts';
import { plainComparer, productOf, unitVector } from './vectors.ts';

export interface FaqCandidate {
  title: string;
  source: string;
  tags: string[];
  /** 0…1, combined from the two below. */
  score: number;
  /** The share of the question's words in the passage, 0…1. */
  words: number;
  /** The similarity in meaning, −1…1; null if unknown. */
  meaning: number | null;
  /** The best passage, or the document's fixed answer; Markdown. */
  passage: string;
}

export interface FaqSearch {
  language: string;
  filters?: FaqFilters | undefined;
  embed?: Embed | undefined;
  topK: number;
  /** The vector, by `embed`, of what the conversation is about. */
  about?: Float32Array | undefined;
}

export interface FaqFound {
  /** Best first, one per document. */
  candidates: FaqCandidate[];
  /** Evidence for each candidate, in the same order; null without vectors of sentences. */
  evidence: readonly Evidence[] | null;
  /** The number of documents that each filter removed from those left by the filters before it. */
  removed: { key: string; removed: number }[];
  /** The number of documents left by all filters. */
  remaining: number;
}

/** A collection's description without its texts; JSON in the index. */
export interface CollectionHeader {
  documents: number;
  passages: number;
  /** The fields by which filters can select: `source`, `tags`, `title` and the documents' own keys. */
  keys: string[];
  /** ISO 639-1 codes of documents with a language, indexed by the number in `document.language`. */
  languages: string[];
  threshold: number;
  /** Thresholds of languages with unrelated queries. */
  thresholds?: Record<string, number>;
  /** The length of a passage's vector; 0 without an encoder. */
  width: number;
  /** The weight of a term that occurs in no document. */
  unknownWeight: number;
}

/** An index ready for searching. */
export interface FaqCollection {
  header: CollectionHeader;
  search(query: string, options: FaqSearch): FaqFound;
}

/** A single common word means little: it may be a coincidence, or have another sense. */
const SINGLE = 0.75;
/**
 * The score is the words' score or, if higher, a weighted sum of meaning and words. Weights chosen on the questions of
 * bench/faq-questions.jsonl.
 */
const BY_MEANING = { meaning: 1.2, words: 0.2 };

/** Reads an index in place: only its small header is parsed. The first query that compares vectors prepares them. */
export function loadCollection(bytes: Uint8Array, comparer: Comparer = plainComparer): FaqCollection {
  const sections = unpackArtifact(bytes);
  const header: CollectionHeader = readJson(sections, 'header');
  const numbers = {
    terms: readWords(sections, 'terms.lookup'),
    termStarts: readWords(sections, 'terms.starts'),
    rarity: readFloats(sections, 'terms.rarity'),
    passages: readWords(sections, 'postings.passage'),
    weights: unsigned(readBytes(sections, 'postings.weight')),
    filters: readWords(sections, 'filters.lookup'),
    filterStarts: readWords(sections, 'filters.starts'),
    filterDocuments: readWords(sections, 'filters.document'),
    documentOf: readWords(sections, 'passage.document'),
    languageOf: readWords(sections, 'document.language'),
  };
  const meanings = header.width === 0 ? undefined : meaningsOf(sections, header, comparer);
  const texts = { citations: textsOf(sections, 'citations'), passages: textsOf(sections, 'passages') };
  const scores = new Float32Array(header.passages);
  const matches = new Uint16Array(header.passages);
  return {
    header,
    search(query, { language, filters = {}, embed, topK, about }) {
      const kept = keptDocuments(header, numbers, language, filters);
      // First, because it may throw and the scores are shared by all queries.
      const vector = embed?.(query);
      const products = vector && meanings?.compare(vector);
      const terms = termsOf(query, language);
      const touched = scoreByTerms(header, numbers, { scores, matches }, terms);
      const words = (passage: number): number => scores[passage] ?? 0;
      const meaning = (passage: number): number | null => products?.[meanings?.rowOf[passage] ?? -1] ?? null;
      const score = (passage: number): number => fused(words(passage), meaning(passage));
      const best = new Best(topK, numbers.documentOf, kept.mask);
      if (products !== undefined && meanings !== undefined)
        offerAll(best, scores, products, meanings.passages);
      for (const passage of touched) best.offer(passage, score(passage));
      const candidates = best.passages.map((passage) => ({
        ...JSON.parse(texts.citations(numbers.documentOf[passage] ?? 0)),
        score: rounded(Math.min(1, score(passage))),
        words: rounded(Math.min(1, words(passage))),
        meaning: roundedOrNull(meaning(passage)),
        passage: texts.passages(passage),
      }));
      const evidence =
        vector === undefined || products === undefined || meanings === undefined
          ? null
          : evidenceFor(best.passages, { numbers, meanings, vector, about, terms, meaning, score });
      for (const passage of touched) scores[passage] = 0;
      return { candidates, evidence, removed: kept.removed, remaining: kept.remaining };
    },
  };
}

interface Found {
  numbers: Pick<Numbers, 'documentOf'>;
  meanings: Meanings;
  vector: Float32Array;
  about: Float32Array | undefined;
  terms: readonly string[];
  meaning: (passage: number) => number | null;
  score: (passage: number) => number;
}

/** Evidence for the best documents, from all their passages; null if their sentences were not indexed. */
function evidenceFor(passages: readonly number[], found: Found): Evidence[] | null {
  const { numbers, meanings, vector, about, terms, meaning, score } = found;
  const { documentOf } = numbers;
  const { nearestSentence } = meanings;
  if (nearestSentence === null) return null;
  const unit = unitVector(vector);
  const subject = about && unitVector(about);
  const count = Math.min(MOST_TERMS, new Set(terms).size);
  const [best, second] = passages.map(score);
  const near = subject && passages.map((place) => meanings.productWith(place, subject));
  const usual = near && near.reduce((sum, product) => sum + product, 0) / near.length;
  return passages.map((place, index) => {
    let start = place;
    while (documentOf[start - 1] === documentOf[place]) start -= 1;
    let sentence = -1;
    for (let passage = start; documentOf[passage] === documentOf[place]; passage += 1)
      sentence = Math.max(sentence, nearestSentence(passage, unit) ?? meaning(passage) ?? -1);
    return {
      sentence,
      ahead: score(place) - ((index === 0 ? second : best) ?? 0),
      terms: count,
      subject: near && usual !== undefined ? ((near[index] ?? 0) - usual) / Math.max(1, count) : null,
    };
  });
}

type Numbers = Record<
  | 'terms'
  | 'termStarts'
  | 'passages'
  | 'filters'
  | 'filterStarts'
  | 'filterDocuments'
  | 'documentOf'
  | 'languageOf',
  Uint32Array
> & { rarity: Float32Array; weights: Uint8Array };

/**
 * Adds each term's weight to its passages; a passage with all terms scores 1.
 * @returns the passages with a score
 */
function scoreByTerms(
  { unknownWeight }: CollectionHeader,
  { terms, termStarts, rarity, passages, weights }: Numbers,
  { scores, matches }: { scores: Float32Array; matches: Uint16Array },
  wanted: readonly string[],
): number[] {
  const foundTerms = [...new Set(wanted)].map((term) => lookUp(terms, term));
  const whole = foundTerms.reduce((sum, term) => sum + (term < 0 ? unknownWeight : (rarity[term] ?? 0)), 0);
  const touched: number[] = [];
  for (const term of foundTerms) {
    if (term < 0) continue;
    const unit = (rarity[term] ?? 0) / (255 * whole);
    const end = termStarts[term + 1] ?? 0;
    for (let at = termStarts[term] ?? 0; at < end; at += 1) {
      const passage = passages[at] ?? 0;
      if (scores[passage] === 0) touched.push(passage);
      scores[passage] = (scores[passage] ?? 0) + unit * (weights[at] ?? 0);
      matches[passage] = (matches[passage] ?? 0) + 1;
    }
  }
  for (const passage of touched) {
    if (matches[passage] === 1) scores[passage] = (scores[passage] ?? 0) * SINGLE;
    matches[passage] = 0;
  }
  return touched;
}

const fused = (words: number, meaning: number | null): number =>
  meaning === null ? words : Math.max(words, BY_MEANING.meaning * meaning + BY_MEANING.words * words);

const rounded = (score: number): number => Math.round(score * 1000) / 1000;
const roundedOrNull = (score: number | null): number | null => (score === null ? null : rounded(score));

/** Compares a query with the passages that have vectors. */
interface Meanings {
  passages: Uint32Array;
  /** Passage → its vector's number, or −1. */
  rowOf: Int32Array;
  /** @returns the products with the vectors; undefined if the query's vector has a different length */
  compare(query: Float32Array): Float32Array | undefined;
  /** The product of a passage's vector with a unit vector; 0 for a passage without vector or another length. */
  productWith(passage: number, unit: Float32Array): number;
  /**
   * The product of a query's unit vector with a passage's nearest sentence; null for a passage without sentence
   * vectors. The function is null for older indexes without them.
   */
  nearestSentence: ((passage: number, unit: Float32Array) => number | null) | null;
}

function meaningsOf(
  sections: ReadonlyMap<string, Uint8Array>,
  { passages: count, width }: CollectionHeader,
  comparer: Comparer,
): Meanings {
  const passages = readWords(sections, 'vectors.passage');
  const rowOf = new Int32Array(count).fill(-1);
  for (const [row, passage] of passages.entries()) rowOf[passage] = row;
  const vectors = {
    values: readBytes(sections, 'vectors.values'),
    scales: readFloats(sections, 'vectors.scales'),
  };
  let compare: ReturnType<Comparer> | undefined;
  return {
    passages,
    rowOf,
    nearestSentence: sections.has('sentences.starts') ? nearestSentence(sections) : null,
    compare(query) {
      if (query.length !== width) return undefined;
      compare ??= comparer(vectors);
      return compare(unitVector(query));
    },
    productWith: (passage, unit) => {
      const row = rowOf[passage] ?? -1;
      return row === -1 || unit.length !== width ? 0 : productOf(vectors, row, unit);
    },
  };
}

function nearestSentence(sections: ReadonlyMap<string, Uint8Array>) {
  const starts = readWords(sections, 'sentences.starts');
  const vectors = {
    values: readBytes(sections, 'sentences.values'),
    scales: readFloats(sections, 'sentences.scales'),
  };
  return (passage: number, unit: Float32Array): number | null => {
    let nearest: number | null = null;
    for (let row = starts[passage] ?? 0; row < (starts[passage + 1] ?? 0); row += 1)
      nearest = Math.max(nearest ?? -1, productOf(vectors, row, unit));
    return nearest;
  };
}

function offerAll(best: Best, words: Float32Array, products: Float32Array, passages: Uint32Array): void {
  for (let row = 0; row < passages.length; row += 1) {
    const passage = passages[row] ?? 0;
    best.offer(passage, fused(words[passage] ?? 0, products[row] ?? 0));
  }
}

/** The best passages, at most one per document. */
class Best {
  readonly #most: number;
  readonly #documentOf: Uint32Array;
  readonly #mask: Uint8Array | null;
  readonly #kept: { passage: number; document: number; score: number }[] = [];
  /** The score that the next passage must exceed. */
  #least = 0;

  /** @param mask the allowed documents; null allows all */
  constructor(most: number, documentOf: Uint32Array, mask: Uint8Array | null) {
    this.#most = most;
    this.#documentOf = documentOf;
    this.#mask = mask;
  }

  /** Best first. */
  get passages(): number[] {
    return this.#kept.map(({ passage }) => passage);
  }

  offer(passage: number, score: number): void {
    if (score <= this.#least) return;
    const document = this.#documentOf[passage] ?? 0;
    if (this.#mask !== null && this.#mask[document] === 0) return;
    const kept = this.#kept;
    const heldAt = kept.findIndex((entry) => entry.document === document);
    if (heldAt >= 0 && (kept[heldAt]?.score ?? 0) >= score) return;
    if (heldAt >= 0) kept.splice(heldAt, 1);
    const place = kept.findIndex((entry) => entry.score < score);
    kept.splice(place < 0 ? kept.length : place, 0, { passage, document, score });
    kept.length = Math.min(kept.length, this.#most);
    if (kept.length === this.#most) this.#least = kept.at(-1)?.score ?? 0;
  }
}

/** The documents left by the language and the filters; a null mask means all. */
function keptDocuments(
  header: CollectionHeader,
  { filters, filterStarts, filterDocuments, languageOf }: Numbers,
  language: string,
  wanted: FaqFilters,
): { mask: Uint8Array | null; removed: FaqFound['removed']; remaining: number } {
  let mask = new Uint8Array(header.documents).fill(1);
  let remaining = header.documents;
  const removed: FaqFound['removed'] = [];
  for (const [key, values] of Object.entries(wanted)) {
    if (values.length === 0) continue;
    const next = new Uint8Array(header.documents);
    let left = 0;
    for (const value of values) {
      const list = lookUp(filters, filterKey(key, value));
      const end = list < 0 ? 0 : (filterStarts[list + 1] ?? 0);
      for (let at = filterStarts[Math.max(0, list)] ?? 0; list >= 0 && at < end; at += 1) {
        const document = filterDocuments[at] ?? 0;
        if (mask[document] === 1 && next[document] === 0) left += 1;
        next[document] = mask[document] ?? 0;
      }
    }
    removed.push({ key, removed: remaining - left });
    remaining = left;
    mask = next;
  }
  if (header.languages.length === 0) return { mask: removed.length === 0 ? null : mask, removed, remaining };
  const spoken = header.languages.indexOf(language) + 1;
  for (let document = 0; document < header.documents; document += 1) {
    const heldAt = languageOf[document] ?? 0;
    if (heldAt !== 0 && heldAt !== spoken) mask[document] = 0;
  }
  return { mask, removed, remaining };
}

/** The lookup key of a filter's value, ignoring letter case. */
export const filterKey = (key: string, value: string): string =>
  `${key}\0${normalForm(value, 'NFC').trim().toLowerCase()}`;

const unsigned = ({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function textsOf(sections: ReadonlyMap<string, Uint8Array>, name: string): (index: number) => string {
  const starts = readWords(sections, `${name}.starts`);
  const bytes = readBytes(sections, `${name}.text`);
  return (index) => new TextDecoder().decode(bytes.subarray(starts[index] ?? 0, starts[index + 1] ?? 0));
}
