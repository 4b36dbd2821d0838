import { type FaqCandidate, type FaqCollection, loadCollection } from './collection.ts';
import type { Comparer, Embed, FaqCitation, FaqFilters, FaqSettings } from './document.ts';
import { spokenText } from './spoken-text.ts';

/** The artifact's sections: `faq` (JSON with each collection's settings) and each collection's index. */
export const FAQ_SECTION = 'faq';
export const collectionSection = (collection: string): string => `faq.${collection}`;

/** The filter key that chooses collections. */
const COLLECTION_KEY = 'collection';

/** The collections of a version. */
export interface Faq {
  collections: { settings: FaqSettings; index: FaqCollection }[];
  /** The sentence encoder with which a language's passages were indexed, if any. */
  embed?: EmbedOf | undefined;
}

export type EmbedOf = (language: string) => Embed | undefined;

export interface FaqAnswer {
  speak: string;
  show: string;
  citation: FaqCitation;
}

/** The search in one collection. Contains none of the user's words. */
export interface FaqExplanation {
  collection: string;
  /** The number of documents in the collection, and of those that the filters left. */
  documents: number;
  remaining: number;
  filters: { key: string; removed: number }[];
  threshold: number;
  /** `words` and `meaning` are the parts of the score; without an encoder `meaning` is null. */
  candidates: Pick<FaqCandidate, 'title' | 'source' | 'score' | 'words' | 'meaning'>[];
}

export function loadFaq(
  sections: ReadonlyMap<string, Uint8Array>,
  { embed, comparer }: { embed?: EmbedOf | undefined; comparer?: Comparer | undefined } = {},
): Faq {
  const json = sections.get(FAQ_SECTION);
  const settings: FaqSettings[] = json === undefined ? [] : JSON.parse(new TextDecoder().decode(json));
  return {
    collections: settings.flatMap((collection) => {
      const bytes = sections.get(collectionSection(collection.collection));
      if (bytes === undefined) return [];
      // A separate copy, since the index is used in place and outlives the rest of the artifact.
      return [{ settings: collection, index: loadCollection(Uint8Array.from(bytes), comparer) }];
    }),
    embed,
  };
}

/** The fields by which filters can select; empty if the version has no collection. */
export const filterKeys = ({ collections }: Faq): string[] =>
  collections.length === 0
    ? []
    : [...new Set([COLLECTION_KEY, ...collections.flatMap(({ index }) => index.header.keys)])].sort();

/** Searches every collection; the best candidate above its collection's threshold answers. */
export function askFaq(
  { collections, embed }: Faq,
  query: string,
  language: string,
  filters: FaqFilters = {},
): { answer: FaqAnswer | null; explanation: FaqExplanation[] } {
  let best: { candidate: FaqCandidate; collection: string } | null = null;
  const explanation: FaqExplanation[] = [];
  const { [COLLECTION_KEY]: chosen = [], ...documentFilters } = filters;
  for (const { settings, index } of collections) {
    const { collection, topK } = settings;
    const { documents, threshold: usual, thresholds } = index.header;
    const threshold = settings.threshold ?? thresholds?.[language] ?? usual;
    if (chosen.length > 0 && !chosen.includes(collection)) {
      const removed = [{ key: COLLECTION_KEY, removed: documents }];
      explanation.push({ collection, documents, remaining: 0, filters: removed, threshold, candidates: [] });
      continue;
    }
    const results = index.search(query, {
      language,
      filters: documentFilters,
      embed: embed?.(language),
      topK,
    });
    const { remaining, removed, candidates } = results;
    explanation.push({
      collection,
      documents,
      remaining,
      filters: removed,
      threshold,
      candidates: candidates.map(({ title, source, score, words, meaning }) => ({
        title,
        source,
        score,
        words,
        meaning,
      })),
    });
    const [first] = candidates;
    if (first === undefined || first.score < threshold) continue;
    if (best === null || first.score > best.candidate.score) best = { candidate: first, collection };
  }
  return { answer: best === null ? null : answerOf(best.candidate, best.collection), explanation };
}

const answerOf = ({ passage, title, source, tags, score }: FaqCandidate, collection: string): FaqAnswer => ({
  speak: spokenText(passage),
  show: passage,
  citation: { collection, title, source, tags, score },
});
