import * as z from 'zod/mini';
import type { Scope } from '../domain/credentials/scopes.ts';
import type { Draft } from '../domain/drafts/drafts.ts';
import { type DraftJob, shownState } from '../domain/drafts/jobs.ts';
import { type DraftPlay, draftPlay } from '../domain/drafts/play.ts';

const draftFacts = {
  draft: z.string(),
  /** Increases by one with each write. */
  revision: z.number(),
  updated_at: z.string(),
  updated_by: z.string(),
};

/** A draft without its files. */
export const draftResponse = z.object({
  ...draftFacts,
  /** How many files it has, and their size in bytes. */
  files: z.number(),
  bytes: z.number(),
});

export const draftsResponse = z.object({ drafts: z.array(draftResponse) });

/** A draft with the texts of its files, by path within the assistant's folder. */
export const wholeDraftResponse = z.object({
  ...draftFacts,
  /** True if somebody has published the draft: then its latest job can be read. */
  has_job: z.boolean(),
  files: z.record(z.string(), z.string()),
});

const REVISION = 'send the revision that you have read, or 0 to create the draft';

export const draftRequest = z.object({
  /** The revision that was read, on which the change is based; 0 creates the draft. */
  revision: z.int({ error: REVISION }).check(z.gte(0, REVISION)),
  /** New texts by path within the assistant's folder; null removes the file. */
  files: z.record(
    z.string(),
    z.nullable(z.string({ error: 'send the text of the file, or null to remove it' })),
    'send the texts by path',
  ),
});

/** The findings of `parley ai check`, and what a draft in the service may not do. */
export const draftCheckResponse = z.object({
  draft: z.string(),
  revision: z.number(),
  /** How many findings of each severity there are. */
  errors: z.number(),
  warnings: z.number(),
  findings: z.array(
    z.object({
      file: z.string(),
      /** From 1, as the column. */
      line: z.number(),
      column: z.number(),
      severity: z.enum(['error', 'warning']),
      /** What is wrong and what to do. */
      message: z.string(),
    }),
  ),
  /** How many findings the answer omits. */
  left_off: z.number(),
});

/** The phrases that are tried at once, and the characters of each. */
export const MOST_TRIED = 10;
const MOST_CHARACTERS = 500;

const TRIED = `send 1 to ${MOST_TRIED} phrases of at most ${MOST_CHARACTERS} characters`;

export const draftTrialRequest = z.object({
  phrases: z
    .array(z.string(TRIED).check(z.minLength(1, TRIED), z.maxLength(MOST_CHARACTERS, TRIED)), TRIED)
    .check(z.minLength(1, TRIED), z.maxLength(MOST_TRIED, TRIED)),
  /** What they are to become: utterances of a label, values of an entity, or questions of a document. */
  kind: z.enum(['utterance', 'value', 'document'], 'send utterance, value or document'),
  /** The label, the value or the title of the document. */
  name: z.string('send the label, the value or the title').check(z.minLength(1), z.maxLength(200)),
  /** ISO 639-1 code of the phrases. */
  language: z.string('send the code of a language').check(z.minLength(1), z.maxLength(20)),
  /** The AI version that is asked; default: the one that the draft was published as, else the one that serves. */
  ai_version: z.nullish(z.uuid({ error: 'send the id of an AI version' })),
});

const neighbour = {
  kind: z.enum(['utterance', 'question']),
  /** The label, `out_of_scope`, or the title of the document. */
  name: z.string(),
  text: z.string(),
  /** How alike it is, up to 1. */
  similarity: z.number(),
};

/** What phrases would do in a draft, as far as it can be known without training it. */
export const draftTrialResponse = z.object({
  draft: z.string(),
  revision: z.number(),
  /** The version that was asked; null if there is none. */
  ai_version: z.nullable(z.string()),
  /** `meaning`: by the sentence encoder; `words`: it does not read the language, so only words and letters count. */
  compared_by: z.enum(['meaning', 'words']),
  /** How many sentences of the draft were compared, of how many in the language. */
  compared: z.number(),
  sentences: z.number(),
  /** True if the draft has the label, value or document. */
  has_name: z.boolean(),
  phrases: z.array(
    z.object({
      text: z.string(),
      /** What the version takes it for now; null without a version for the language. */
      now: z.nullable(
        z.object({
          /** The label, or null; `out_of_scope` if none serves it. */
          label: z.nullable(z.string()),
          /** The title of the document that answers, or null. */
          document: z.nullable(z.string()),
          ranked: z.array(z.object({ label: z.string(), probability: z.number() })),
          out_of_scope: z.nullable(z.number()),
        }),
      ),
      /** Where the draft has it word for word. */
      stands: z.array(
        z.object({
          kind: z.enum(['utterance', 'question', 'value', 'test']),
          name: z.string(),
          is_wanted: z.boolean(),
        }),
      ),
      /** The most alike sentence of the name itself; null if it has none. */
      own: z.nullable(z.object(neighbour)),
      /** The most alike sentences of others, one of each. */
      nearest: z.array(z.object(neighbour)),
      /** Sentences of others that would be nearer to the phrase than to any sentence beside them. */
      at_risk: z.array(z.object({ ...neighbour, own_similarity: z.number() })),
    }),
  ),
});

const PUBLISHED_REVISION = 'send the revision to publish: a whole number from 1';

export const draftPublishRequest = z.object({
  /** The revision to train and publish, whatever is written meanwhile. */
  revision: z.int({ error: PUBLISHED_REVISION }).check(z.gte(1, PUBLISHED_REVISION)),
  /** The AI version that the new one is compared with; default: the one that serves those who name no application, else the first application's. */
  compare_with: z.nullish(z.uuid({ error: 'send the id of an AI version' })),
  /** True publishes although tests of the draft fail. */
  despite_failed_tests: z.nullish(z.boolean({ error: 'send true or false' })),
});

/** The latest publishing of a draft. */
export const draftJobResponse = z.object({
  draft: z.string(),
  job: z.string(),
  /** The revision that is trained. */
  revision: z.number(),
  /** `dead`: the training has ended without saying how. */
  state: z.enum(['training', 'published', 'failed', 'dead']),
  /** What the training is doing, for people. */
  stage: z.string(),
  /** How much is done, from 0 to 1. */
  progress: z.number(),
  started_at: z.string(),
  started_by: z.string(),
  /** The last sign of life, or the end. */
  updated_at: z.string(),
  /** Once published, before the last of the play. */
  ai_version: z.optional(z.string()),
  /** What was found by playing the draft's tests, its new sentences and the last week's conversations. */
  play: z.optional(draftPlay),
  /** Only if failed: why, for the author. */
  failure: z.optional(z.string()),
});

/**
 * @param now epoch milliseconds
 * @param scopes the caller's: without `conversation_read`, conversations are counted and none of their turns is listed
 */
export const toDraftJob = (
  job: DraftJob,
  now: number,
  scopes: readonly Scope[],
): z.output<typeof draftJobResponse> => ({
  draft: job.draft,
  job: job.id,
  revision: job.revision,
  state: shownState(job, now),
  stage: job.stage,
  progress: job.progress,
  started_at: new Date(job.startedAt).toISOString(),
  started_by: job.startedBy,
  updated_at: new Date(job.aliveAt).toISOString(),
  ...(job.versionId !== undefined && { ai_version: job.versionId }),
  ...(job.play !== undefined && {
    play: scopes.includes('conversation_read') ? job.play : withoutTurns(job.play),
  }),
  ...(job.failure !== undefined && { failure: job.failure }),
});

/** A turn's change has the ids of a user's conversation, and where the conversation was. */
function withoutTurns(play: DraftPlay): DraftPlay {
  const { conversations } = play;
  if (conversations === undefined) return play;
  const { changes, changes_left_off: leftOff } = conversations;
  return {
    ...play,
    conversations: { ...conversations, changes: [], changes_left_off: changes.length + leftOff },
  };
}

export const toDraft = (draft: Draft): z.output<typeof draftResponse> => ({
  draft: draft.name,
  revision: draft.revision,
  updated_at: draft.updatedAt,
  updated_by: draft.updatedBy,
  files: draft.files,
  bytes: draft.bytes,
});
