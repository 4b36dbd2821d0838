import { languageOf } from '../language/languages.ts';
import { phraseAt } from '../text/phrases.ts';
import { rememberedOf } from '../text/remembered.ts';
import { wordsOf } from '../text/words.ts';
import { judged, LEAST_CERTAINTY, MOST_JUDGED } from './certainty.ts';
import { type FaqCandidate, type FaqCollection, loadCollection } from './collection.ts';
import type { Comparer, Embed, FaqCitation, FaqFilters, FaqSettings, FaqSource } from './document.ts';
import { spokenText } from './spoken-text.ts';

/** The artifact's sections: `faq` (JSON with each collection's settings) and each collection's index. */
export const FAQ_SECTION = 'faq';
export const collectionSection = (collection: string): string => `faq.${collection}`;

/** The filter key that chooses collections. */
const COLLECTION_KEY = 'collection';

/** The collections of a version. */
export interface Faq {
  collections: { settings: FaqSettings; index: FaqCollection }[];
  /** Returns the sentence encoder that indexed a language's passages, if any. */
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
  /** Documents in the collection, and those left by the filters. */
  documents: number;
  remaining: number;
  filters: { key: string; removed: number }[];
  /** The threshold of the score. Unless the author set it, a sufficient certainty also answers. */
  threshold: number;
  /** The probability, 0…1, that one of the first two candidates answers; null if only the threshold decides. */
  certainty: number | null;
  /** `words` and `meaning` make up the score; without an encoder `meaning` is null. */
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

/**
 * Searches every collection and answers from the one whose best candidate scores highest. A document whose title is the
 * question scores 1. A collection answers if that score reaches the threshold or, unless its author set one, if it is
 * certain enough.
 * @param about what the conversation is about, such as the title of the current competency: it tells which document a
 *   short question means
 */
export function askFaq(
  faq: Faq,
  query: string,
  language: string,
  { filters = {}, about }: { filters?: FaqFilters | undefined; about?: string | undefined } = {},
): { answer: FaqAnswer | null; explanation: FaqExplanation[] } {
  const { collections } = faq;
  const embed = faq.embed?.(language);
  const subject = about === undefined ? undefined : vectorOf(faq, language, about);
  let best: { candidates: FaqCandidate[]; collection: string; score: number } | null = null;
  const explanation: FaqExplanation[] = [];
  const asked = withoutJoining(query, language);
  const { [COLLECTION_KEY]: chosen = [], ...documentFilters } = filters;
  for (const { settings, index } of collections) {
    const { collection, topK } = settings;
    const { documents, threshold: usual, thresholds } = index.header;
    const threshold = settings.threshold ?? thresholds?.[language] ?? usual;
    if (chosen.length > 0 && !chosen.includes(collection)) {
      const removed = [{ key: COLLECTION_KEY, removed: documents }];
      explanation.push({
        collection,
        documents,
        remaining: 0,
        filters: removed,
        threshold,
        certainty: null,
        candidates: [],
      });
      continue;
    }
    const { remaining, removed, evidence, ...found } = index.search(query, {
      language,
      filters: documentFilters,
      embed,
      topK: Math.max(topK, MOST_JUDGED),
      about: subject,
    });
    const named = found.candidates.find(({ title }) => withoutJoining(title, language) === asked);
    const ranked = named ? [{ ...named, score: 1 }] : found.candidates;
    // An author's threshold judges the scores alone.
    const verdict = settings.threshold !== null || evidence === null ? null : judged(evidence);
    const isCertain = named === undefined && verdict !== null && verdict.certainty >= LEAST_CERTAINTY;
    const candidates = isCertain
      ? verdict.order.flatMap((place) => ranked[place] ?? []).slice(0, topK)
      : ranked.slice(0, topK);
    explanation.push({
      collection,
      documents,
      remaining,
      filters: removed,
      threshold,
      certainty: verdict === null ? null : Math.round(verdict.certainty * 1000) / 1000,
      candidates: candidates.map(({ title, source, score, words, meaning }) => ({
        title,
        source,
        score,
        words,
        meaning,
      })),
    });
    const score = ranked[0]?.score ?? 0;
    if ((score < threshold && !isCertain) || (best !== null && score <= best.score)) continue;
    best = { candidates: candidates.slice(0, verdict?.told ?? 1), collection, score };
  }
  return { answer: best === null ? null : answerOf(best.candidates, best.collection), explanation };
}

/** A question's words without what joins it to the sentence before: “and”, “but”. */
function withoutJoining(text: string, code: string): string {
  const words = wordsOf(text);
  const from = phraseAt(words, 0, languageOf(code).sentences.joining);
  return words
    .slice(from)
    .map((word) => word.text)
    .join(' ');
}

/** The vector of a version's own text. Cached, because making it runs the encoder. */
const vectorOf = rememberedOf((faq: Faq, language, text) => faq.embed?.(language)?.(text));

/** The best document's passage. If two documents are similarly likely, both passages under their titles. */
function answerOf(candidates: readonly FaqCandidate[], collection: string): FaqAnswer | null {
  const [first, ...others] = candidates;
  if (first === undefined) return null;
  const show =
    others.length === 0
      ? first.passage
      : candidates.map(({ title, passage }) => `**${title}**\n\n${passage}`).join('\n\n');
  const cited = ({ title, source, tags }: FaqCandidate): FaqSource => ({ title, source, tags });
  return {
    speak: spokenText(show),
    show,
    citation: {
      collection,
      ...cited(first),
      score: first.score,
      ...(others.length > 0 && { more: others.map(cited) }),
    },
  };
}
