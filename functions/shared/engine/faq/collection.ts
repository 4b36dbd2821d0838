import { unpackArtifact } from '../artifact.ts';
import { readBytes, readFloats, readJson, readWords } from '../sections.ts';
import type { CollectionHeader } from './build.ts';
import type { Embed, FaqFilters } from './document.ts';
import { lookUp } from './lookup.ts';
import { termsOf } from './terms.ts';

export interface FaqCandidate {
  title: string;
  source: string;
  tags: string[];
  /** 0…1. */
  score: number;
  /** The best passage, or the answer that the document has for all of them; Markdown. */
  passage: string;
}

export interface FaqSearch {
  language: string;
  filters?: FaqFilters | undefined;
  embed?: Embed | undefined;
  topK: number;
}

export interface FaqFound {
  /** Best first, one per document. */
  candidates: FaqCandidate[];
  /** How many documents each filter removed of those that the ones before it had left, in their order. */
  removed: { key: string; removed: number }[];
  /** Documents that all filters left. */
  remaining: number;
}

/** An index ready to be searched. */
export interface FaqCollection {
  header: CollectionHeader;
  search(query: string, options: FaqSearch): FaqFound;
}

/** One word in common says little: it may be a chance, or another sense of the word. */
const SINGLE = 0.75;
/** So many of the best by words are compared by meaning, and every passage of collections up to this size. */
const COMPARED = 3000;
/** How much of the score is meaning, where there is an encoder. */
const MEANING = 0.5;

/** Reads an index in place: nothing but its small header is parsed. */
export function loadCollection(bytes: Uint8Array): FaqCollection {
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
    vectors: readBytes(sections, 'vectors'),
  };
  const texts = { citations: textsOf(sections, 'citations'), passages: textsOf(sections, 'passages') };
  const scores = new Float32Array(header.passages);
  const matches = new Uint16Array(header.passages);
  return {
    header,
    search(query, { language, filters = {}, embed, topK }) {
      const kept = keptDocuments(header, numbers, language, filters);
      const touched = scoreByTerms(header, numbers, { scores, matches }, termsOf(query, language));
      const vector = header.width === 0 ? undefined : embed?.(query);
      const ranked =
        vector === undefined ? touched : scoreByMeaning(header, numbers.vectors, scores, touched, vector);
      const best = bestOf(ranked, scores, numbers.documentOf, kept.mask, topK);
      const candidates = best.map((passage) => ({
        ...JSON.parse(texts.citations(numbers.documentOf[passage] ?? 0)),
        score: Math.min(1, Math.round((scores[passage] ?? 0) * 1000) / 1000),
        passage: texts.passages(passage),
      }));
      for (const passage of ranked) scores[passage] = 0;
      return { candidates, removed: kept.removed, remaining: kept.remaining };
    },
  };
}

type Numbers = Record<
  'terms' | 'termStarts' | 'passages' | 'filters' | 'filterStarts' | 'filterDocuments' | 'languageOf',
  Uint32Array
> & { rarity: Float32Array; weights: Uint8Array };

/** Adds each term's weight to its passages; the whole question found is 1. @returns what has a score */
function scoreByTerms(
  { unknownWeight }: CollectionHeader,
  { terms, termStarts, rarity, passages, weights }: Numbers,
  { scores, matches }: { scores: Float32Array; matches: Uint16Array },
  wanted: readonly string[],
): number[] {
  const found = [...new Set(wanted)].map((term) => lookUp(terms, term));
  const whole = found.reduce((sum, term) => sum + (term < 0 ? unknownWeight : (rarity[term] ?? 0)), 0);
  const touched: number[] = [];
  for (const term of found) {
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

function scoreByMeaning(
  { passages, width }: CollectionHeader,
  vectors: Int8Array,
  scores: Float32Array,
  touched: readonly number[],
  query: Float32Array,
): number[] {
  const all = passages <= COMPARED;
  const compared = all
    ? Array.from({ length: passages }, (_, passage) => passage)
    : touched.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, COMPARED);
  const length = 127 * (Math.hypot(...query) || 1);
  for (const passage of touched) scores[passage] = (1 - MEANING) * (scores[passage] ?? 0);
  for (const passage of compared) {
    let product = 0;
    for (let at = 0; at < width; at += 1) product += (vectors[passage * width + at] ?? 0) * (query[at] ?? 0);
    scores[passage] = (scores[passage] ?? 0) + MEANING * Math.max(0, product / length);
  }
  return all ? compared : [...touched];
}

/** The best passages, at most one of a document. */
function bestOf(
  passages: readonly number[],
  scores: Float32Array,
  documentOf: Uint32Array,
  mask: Uint8Array | null,
  topK: number,
): number[] {
  const best: number[] = [];
  const score = (passage: number | undefined): number => (passage === undefined ? 0 : (scores[passage] ?? 0));
  for (const passage of passages) {
    const document = documentOf[passage] ?? 0;
    if (mask !== null && mask[document] === 0) continue;
    if (best.length === topK && score(passage) <= score(best[topK - 1])) continue;
    const own = best.findIndex((other) => documentOf[other] === document);
    if (own >= 0 && score(best[own]) >= score(passage)) continue;
    if (own >= 0) best.splice(own, 1);
    const place = best.findIndex((other) => score(other) < score(passage));
    best.splice(place < 0 ? best.length : place, 0, passage);
    best.length = Math.min(best.length, topK);
  }
  return best;
}

/** Which documents the language and the filters leave; a null mask leaves all. */
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
    const own = languageOf[document] ?? 0;
    if (own !== 0 && own !== spoken) mask[document] = 0;
  }
  return { mask, removed, remaining };
}

/** How a filter's value is looked up: its letter case does not matter. */
export const filterKey = (key: string, value: string): string =>
  `${key}\0${value.normalize('NFC').trim().toLowerCase()}`;

const unsigned = ({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function textsOf(sections: ReadonlyMap<string, Uint8Array>, name: string): (index: number) => string {
  const starts = readWords(sections, `${name}.starts`);
  const bytes = readBytes(sections, `${name}.text`);
  return (index) => new TextDecoder().decode(bytes.subarray(starts[index] ?? 0, starts[index + 1] ?? 0));
}
