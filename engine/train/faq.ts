import { packArtifact } from '../artifact.ts';
import { type CollectionHeader, filterKey, loadCollection } from '../faq/collection.ts';
import type { EmbedAll, FaqDocument } from '../faq/document.ts';
import { buildLookup } from '../faq/lookup.ts';
import { passagesOf } from '../faq/passages.ts';
import { spokenText } from '../faq/spoken-text.ts';
import { termsOf, termsOfLong } from '../faq/terms.ts';
import { compactVectors } from '../faq/vectors.ts';
import { writeJson, writeNumbers } from '../sections.ts';
import { plainWords } from '../text/words.ts';

/** BM25 (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework). */
const K1 = 1.2;
const B = 0.5;
/** How many times a word of the title, or of a heading or tag, counts; a word of the text counts once. */
const TITLE_WEIGHT = 3;
const HEADING_WEIGHT = 2;
/** The weight of a word that occurs only in the text, not in title, headings or tags. */
const PASSING = 0.8;
/** Bounds of a measured threshold. */
const THRESHOLDS = { least: 0.45, greatest: 0.6 };
/** The share of unrelated queries that may get an answer. */
const WRONG_SHARE = 0.03;
/**
 * How far the threshold is above their scores. It is wider by meaning, since most passages resemble any question
 * slightly.
 */
const MARGIN = { words: 0.02, meaning: 0.04 };

export interface FaqBuildOptions {
  /** The language of documents without one. */
  defaultLanguage: string;
  /** Queries out of scope, by language, for measuring the threshold: all but the documents’ own questions. */
  unrelated?: Readonly<Record<string, readonly string[]>>;
  /** Returns a language's sentence encoder, if any. */
  embed?: ((language: string) => EmbedAll | undefined) | undefined;
  /** Called after each step; `done` grows from 0 to 1. */
  onProgress?: (done: number) => void;
}

/** Indexes a collection. Equal documents in equal order give equal bytes. */
export function buildCollection(documents: readonly FaqDocument[], options: FaqBuildOptions): Uint8Array {
  const parts = partsOf(documents, options.defaultLanguage);
  const terms = indexTerms(parts, options.defaultLanguage);
  const filters = indexFilters(documents);
  const languages = [...new Set(documents.flatMap(({ language }) => language ?? []))].sort();
  const vectors = embedParts(parts, options);
  const header: CollectionHeader = {
    documents: documents.length,
    passages: parts.length,
    keys: filters.keys,
    languages,
    threshold: THRESHOLDS.least,
    width: vectors.width,
    unknownWeight: 0.7 * Math.log(1 + (parts.length + 0.5) / 0.5),
  };
  const sections: Record<string, Uint8Array> = {
    ...terms,
    ...filters.sections,
    ...textSection(
      'citations',
      documents.map(({ title, source, tags }) => JSON.stringify({ title, source, tags })),
    ),
    ...textSection(
      'passages',
      parts.map(({ shown }) => shown),
    ),
    'passage.document': writeNumbers(Uint32Array.from(parts, (part) => part.number)),
    'document.language': writeNumbers(
      Uint32Array.from(documents, ({ language }) =>
        language === null ? 0 : languages.indexOf(language) + 1,
      ),
    ),
    ...vectors.sections,
  };
  const pack = (): Uint8Array => packArtifact({ ...sections, header: writeJson(header) });
  Object.assign(header, measureThresholds(pack(), documents, options));
  options.onProgress?.(1);
  return pack();
}

interface Part {
  document: FaqDocument;
  number: number;
  headings: string[];
  /** The text to search. */
  said: string;
  /** The text to answer with; Markdown. */
  shown: string;
  /** Set if the part is a question that leads to the passage. */
  isQuestion?: true;
}

const partsOf = (documents: readonly FaqDocument[], defaultLanguage: string): Part[] =>
  documents.flatMap((document, number) => {
    const passages: Part[] = passagesOf(document.content || (document.answer ?? document.title)).map(
      ({ headings, text }) => ({
        document,
        number,
        headings,
        said: spokenText(text),
        shown: document.answer ?? text,
      }),
    );
    const language = document.language ?? defaultLanguage;
    const questions = (document.questions ?? []).flatMap((said): Part[] => {
      const best = passageFor(said, passages, language);
      return best === undefined ? [] : [{ ...best, headings: [], said, isQuestion: true }];
    });
    return [...passages, ...questions];
  });

/** The passage with the most of a question's words; the first among equals. */
function passageFor(question: string, passages: readonly Part[], language: string): Part | undefined {
  const wanted = new Set(termsOf(question, language));
  const scored = passages.map((part) => {
    const terms = new Set(termsOfLong(`${part.headings.join(' ')} ${part.said}`, language));
    return { part, shared: [...wanted].filter((term) => terms.has(term)).length };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  return scored.find(({ shared }) => shared === most)?.part;
}

/** Terms, each with its passages and their weights in 255ths. */
function indexTerms(parts: readonly Part[], defaultLanguage: string): Record<string, Uint8Array> {
  const counted = parts.map((part) => countTerms(part, part.document.language ?? defaultLanguage));
  const lengths = counted.map(({ counts }) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const postings = new Map<string, { passage: number; weight: number }[]>();
  for (const [passage, { counts, named }] of counted.entries()) {
    const norm = K1 * (1 - B + (B * (lengths[passage] ?? 0)) / Math.max(1, average));
    for (const [term, count] of counts) {
      const list = postings.get(term) ?? [];
      if (list.length === 0) postings.set(term, list);
      const weight = (count * (K1 + 1)) / (count + norm);
      // Mostly whether the term occurs, and slightly how often.
      const there = 0.85 * Math.min(1, weight) + (0.15 * weight) / (K1 + 1);
      list.push({ passage, weight: named.has(term) ? there : there * PASSING });
    }
  }
  const names = [...postings.keys()].sort();
  const lists = names.map((name) => postings.get(name) ?? []);
  const flat = lists.flat();
  const starts = new Uint32Array(names.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  const rarity = Float32Array.from(lists, (list) =>
    Math.log(1 + (parts.length - list.length + 0.5) / (list.length + 0.5)),
  );
  return {
    'terms.lookup': writeNumbers(buildLookup(names)),
    'terms.starts': writeNumbers(starts),
    'terms.rarity': writeNumbers(rarity),
    'postings.passage': writeNumbers(Uint32Array.from(flat, ({ passage }) => passage)),
    'postings.weight': Uint8Array.from(flat, ({ weight }) => Math.round(255 * weight)),
  };
}

/** Counts the terms, and collects those in title, headings and tags. */
function countTerms({ document, headings, said, isQuestion }: Part, language: string) {
  const counts = new Map<string, number>();
  const named = new Set<string>();
  const add = (text: string, weight: number): void => {
    for (const term of termsOfLong(text, language)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      if (weight > 1) named.add(term);
    }
  };
  if (isQuestion) {
    add(said, TITLE_WEIGHT);
    return { counts, named };
  }
  add(said, 1);
  add(document.title, TITLE_WEIGHT);
  for (const heading of headings) add(heading, HEADING_WEIGHT);
  for (const tag of document.tags) add(tag.replaceAll(/[-_]/g, ' '), HEADING_WEIGHT);
  return { counts, named };
}

/** The documents for each value of each filter key, ignoring letter case. */
function indexFilters(documents: readonly FaqDocument[]): {
  keys: string[];
  sections: Record<string, Uint8Array>;
} {
  const having = new Map<string, number[]>();
  const keys = new Set<string>();
  for (const [number, { title, source, tags, language, metadata }] of documents.entries()) {
    const filters = language === null ? metadata : { ...metadata, language: [language] };
    for (const [key, values] of Object.entries({ ...filters, title: [title], source: [source], tags })) {
      if (values.length > 0) keys.add(key);
      for (const name of new Set(values.map((value) => filterKey(key, value)))) {
        const list = having.get(name);
        if (list === undefined) having.set(name, [number]);
        else list.push(number);
      }
    }
  }
  const names = [...having.keys()].sort();
  const lists = names.map((name) => having.get(name) ?? []);
  const starts = new Uint32Array(names.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  return {
    keys: [...keys].sort(),
    sections: {
      'filters.lookup': writeNumbers(buildLookup(names)),
      'filters.starts': writeNumbers(starts),
      'filters.document': writeNumbers(Uint32Array.from(lists.flat())),
    },
  };
}

function textSection(name: string, texts: readonly string[]): Record<string, Uint8Array> {
  const encoded = texts.map((text) => Buffer.from(text));
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, bytes] of encoded.entries()) starts[index + 1] = (starts[index] ?? 0) + bytes.length;
  return { [`${name}.starts`]: writeNumbers(starts), [`${name}.text`]: Buffer.concat(encoded) };
}

/** Vectors of passages (title and text) and of their sentences, in languages that the encoder reads. */
function embedParts(parts: readonly Part[], { embed, defaultLanguage, onProgress }: FaqBuildOptions) {
  const passages: number[] = [];
  const vectors: Float32Array[] = [];
  const sentences = new Map<number, readonly Float32Array[]>();
  for (const [language, places] of Map.groupBy(
    parts.keys(),
    (at) => parts[at]?.document.language ?? defaultLanguage,
  )) {
    const embedAll = embed?.(language);
    if (embedAll === undefined) continue;
    const apart = places.map((at) => sentencesOf(parts[at]));
    const texts = [...places.map((at) => meantBy(parts[at])), ...apart.flat()];
    const before = passages.length;
    const tell = (done: number) => onProgress?.((before + 0.95 * done * places.length) / parts.length);
    const embedded = embedAll(texts, tell);
    let next = places.length;
    for (const [index, at] of places.entries()) {
      const end = next + (apart[index]?.length ?? 0);
      vectors.push(...embedded.slice(index, index + 1));
      passages.push(at);
      sentences.set(at, embedded.slice(next, end));
      next = end;
    }
  }
  if (vectors.length === 0) return { width: 0, sections: {} };
  const starts = new Uint32Array(parts.length + 1);
  for (const at of parts.keys()) starts[at + 1] = (starts[at] ?? 0) + (sentences.get(at)?.length ?? 0);
  const ofPassages = compactVectors(vectors);
  const ofSentences = compactVectors([...parts.keys()].flatMap((at) => sentences.get(at) ?? []));
  const sections: Record<string, Uint8Array> = {
    'vectors.passage': writeNumbers(Uint32Array.from(passages)),
    'vectors.values': writeNumbers(ofPassages.values),
    'vectors.scales': writeNumbers(ofPassages.scales),
    'sentences.starts': writeNumbers(starts),
    'sentences.values': writeNumbers(ofSentences.values),
    'sentences.scales': writeNumbers(ofSentences.scales),
  };
  return { width: vectors[0]?.length ?? 0, sections };
}

/** The sentences of a passage. Empty if it has only one, which already has the passage's vector. */
function sentencesOf(part: Part | undefined): string[] {
  if (part === undefined || part.isQuestion === true) return [];
  const sentences = part.said.split(/(?<=[.!?;。！？；؟])\s+/u).filter((sentence) => sentence !== '');
  return sentences.length > 1 ? sentences : [];
}

/** The text that a part's vector encodes. */
const meantBy = (part: Part | undefined): string =>
  part === undefined ? '' : part.isQuestion ? part.said : `${part.document.title}. ${part.said}`;

/** Chooses for each language the least threshold that rejects all but a few unrelated queries. */
function measureThresholds(
  index: Uint8Array,
  documents: readonly FaqDocument[],
  { unrelated = {}, embed, defaultLanguage }: FaqBuildOptions,
): Pick<CollectionHeader, 'threshold' | 'thresholds'> {
  const collection = loadCollection(index);
  const thresholds: Record<string, number> = {};
  const answered = new Set(
    documents.flatMap(({ title, questions = [] }) => [title, ...questions].map((said) => plainWords(said))),
  );
  for (const [language, queries] of Object.entries(unrelated)) {
    const asked = queries.filter(
      (query) => termsOf(query, language).length > 0 && !answered.has(plainWords(query)),
    );
    if (asked.length === 0) continue;
    const vectors = collection.header.width === 0 ? undefined : embed?.(language)?.(asked);
    const scores = asked.map((query, at) => {
      const vector = vectors?.[at];
      const search = { language, topK: 1, ...(vector && { embed: () => vector }) };
      return collection.search(query, search).candidates[0]?.score ?? 0;
    });
    thresholds[language] = thresholdOf(scores, vectors === undefined ? MARGIN.words : MARGIN.meaning);
  }
  return { threshold: thresholds[defaultLanguage] ?? THRESHOLDS.least, thresholds };
}

/** @param scores of the unrelated queries */
function thresholdOf(scores: readonly number[], margin: number): number {
  const sorted = scores.toSorted((a, b) => b - a);
  const measured = (sorted[Math.floor(sorted.length * WRONG_SHARE)] ?? 0) + margin;
  const chosen = Math.min(THRESHOLDS.greatest, Math.max(THRESHOLDS.least, measured));
  return Math.round(chosen * 100) / 100;
}
