import * as z from 'zod/mini';
import { servingVersion, unknownVersion, type VersionStore } from '../versions/versions.ts';
import type { JobStore } from './jobs.ts';

/** The most phrases of a request, and the most characters of a phrase. */
export const MOST_TRIED = 10;
export const MOST_TRIED_CHARACTERS = 500;

/** What a phrase may become in a draft: an utterance of a label, a value of an entity, or a question of a document. */
export const TRIED_KINDS = ['utterance', 'value', 'document'] as const;

/** The phrases to try, and their intended place in the draft. */
export interface Tried {
  phrases: readonly string[];
  kind: (typeof TRIED_KINDS)[number];
  /** The label, the value or the title of the document. */
  name: string;
  /** ISO 639-1 code of the phrases. */
  language: string;
}

const neighbour = {
  kind: z.enum(['utterance', 'question']),
  /** The label, `out_of_scope`, or the title of the document. */
  name: z.string(),
  text: z.string(),
  /** Similarity to the phrase, at most 1. */
  similarity: z.number(),
};

/** The effect that phrases would have in a draft, as far as it is known without training. */
export const draftTrial = z.object({
  draft: z.string(),
  revision: z.number(),
  /** The version that interpreted the phrases; null if there is none. */
  ai_version: z.nullable(z.string()),
  /**
   * `meaning`: compared by the sentence encoder. `words`: the encoder does not cover the language, so only words and
   * letters count.
   */
  compared_by: z.enum(['meaning', 'words']),
  /** Sentences of the draft that were compared, and how many it has in the language. */
  compared: z.number(),
  sentences: z.number(),
  /** True if the draft has the label, value or document. */
  has_name: z.boolean(),
  phrases: z.array(
    z.object({
      text: z.string(),
      /** The version's current interpretation of the phrase; null without a version for the language. */
      now: z.nullable(
        z.object({
          /** The label, or null; `out_of_scope` if no label fits. */
          label: z.nullable(z.string()),
          /** The title of the document that answers, or null. */
          document: z.nullable(z.string()),
          ranked: z.array(z.object({ label: z.string(), probability: z.number() })),
          out_of_scope: z.nullable(z.number()),
        }),
      ),
      /** Places in the draft that contain the phrase word for word. */
      stands: z.array(
        z.object({
          kind: z.enum(['utterance', 'question', 'value', 'test']),
          name: z.string(),
          is_wanted: z.boolean(),
        }),
      ),
      /** The most similar sentence of the same label, value or document; null if it has no sentence. */
      own: z.nullable(z.object(neighbour)),
      /** The most similar sentences of other labels, values or documents, one of each. */
      nearest: z.array(z.object(neighbour)),
      /**
       * Sentences of other labels, values or documents that are more similar to the phrase than to their own
       * neighbours.
       */
      at_risk: z.array(z.object({ ...neighbour, own_similarity: z.number() })),
    }),
  ),
});

export type DraftTrial = z.output<typeof draftTrial>;

/**
 * The version that phrases are tried with: the requested version, else the one that the draft was published as, else
 * the serving one; undefined if there is none.
 * @throws {ParleyError} `not_found` for an unknown requested version
 */
export async function versionToTryWith(
  {
    versions,
    jobs,
  }: { versions: Pick<VersionStore, 'find' | 'listAssignments'>; jobs: Pick<JobStore, 'find'> },
  { institution, draft, asked }: { institution: string; draft: string; asked: string | undefined },
): Promise<string | undefined> {
  const wanted = asked?.toLowerCase();
  if (wanted !== undefined) {
    if ((await versions.find(institution, wanted)) === undefined) throw unknownVersion(institution, wanted);
    return wanted;
  }
  const job = await jobs.find(institution, draft);
  return job?.versionId ?? servingVersion(await versions.listAssignments(institution));
}
