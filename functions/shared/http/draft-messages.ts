import * as z from 'zod/mini';
import type { Scope } from '../domain/credentials/scopes.ts';
import type { Draft } from '../domain/drafts/drafts.ts';
import { type DraftJob, shownState } from '../domain/drafts/jobs.ts';
import { type DraftPlay, draftPlay } from '../domain/drafts/play.ts';
import { draftTrial, MOST_TRIED, MOST_TRIED_CHARACTERS, TRIED_KINDS } from '../domain/drafts/trial.ts';

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
  /** Number of files, and their total size in bytes. */
  files: z.number(),
  bytes: z.number(),
});

export const draftsResponse = z.object({ drafts: z.array(draftResponse) });

/** A draft with the texts of its files, by path within the assistant's folder. */
export const wholeDraftResponse = z.object({
  ...draftFacts,
  /** True if the draft was published before, so that its latest job can be read. */
  has_job: z.boolean(),
  files: z.record(z.string(), z.string()),
});

const REVISION = 'send the revision that you have read, or 0 to create the draft';

export const draftRequest = z.object({
  /** The revision on which the change is based; 0 creates the draft. */
  revision: z.int({ error: REVISION }).check(z.gte(0, REVISION)),
  /** New texts by path within the assistant's folder; null removes the file. */
  files: z.record(
    z.string(),
    z.nullable(z.string({ error: 'send the text of the file, or null to remove it' })),
    'send the texts by path',
  ),
  /** True if the author accepted what end users said; the list of changes then shows it. */
  accepts: z.optional(z.nullable(z.boolean({ error: 'send true or false' }))),
});

/** The findings of `parley ai check`, and what the service forbids in a draft. */
export const draftCheckResponse = z.object({
  draft: z.string(),
  revision: z.number(),
  /** How many findings of each severity there are. */
  errors: z.number(),
  warnings: z.number(),
  findings: z.array(
    z.object({
      file: z.string(),
      /** Counts from 1, like the column. */
      line: z.number(),
      column: z.number(),
      severity: z.enum(['error', 'warning']),
      /** The fault and its remedy. */
      message: z.string(),
    }),
  ),
  /** How many findings the answer omits. */
  left_off: z.number(),
});

const TRIED = `send 1 to ${MOST_TRIED} phrases of at most ${MOST_TRIED_CHARACTERS} characters`;

export const draftTrialRequest = z.object({
  phrases: z
    .array(z.string(TRIED).check(z.minLength(1, TRIED), z.maxLength(MOST_TRIED_CHARACTERS, TRIED)), TRIED)
    .check(z.minLength(1, TRIED), z.maxLength(MOST_TRIED, TRIED)),
  /** The role of the phrases: utterances of a label, values of an entity, or questions of a document. */
  kind: z.enum(TRIED_KINDS, 'send utterance, value or document'),
  /** The label, the value or the title of the document. */
  name: z.string('send the label, the value or the title').check(z.minLength(1), z.maxLength(200)),
  /** ISO 639-1 code of the phrases. */
  language: z.string('send the code of a language').check(z.minLength(1), z.maxLength(20)),
  /**
   * The AI version that interprets the phrases. Default: the version published from the draft, else the one that
   * serves.
   */
  ai_version: z.nullish(z.uuid({ error: 'send the id of an AI version' })),
});

export const draftTrialResponse = draftTrial;

const PUBLISHED_REVISION = 'send the revision to publish: a whole number from 1';

export const draftPublishRequest = z.object({
  /** The revision to train and publish, even if the draft changes meanwhile. */
  revision: z.int({ error: PUBLISHED_REVISION }).check(z.gte(1, PUBLISHED_REVISION)),
  /**
   * The AI version to compare the new one with. Default: the version for callers without an application, else the
   * first application's.
   */
  compare_with: z.nullish(z.uuid({ error: 'send the id of an AI version' })),
  /** True publishes although tests of the draft fail. */
  despite_failed_tests: z.nullish(z.boolean({ error: 'send true or false' })),
  /** True trains the revision and plays its tests, but publishes nothing. */
  only_tests: z.nullish(z.boolean({ error: 'send true or false' })),
});

/** The latest publishing of a draft. */
export const draftJobResponse = z.object({
  draft: z.string(),
  job: z.string(),
  /** The revision being trained. */
  revision: z.number(),
  /** `tested`: only tests were asked for. `dead`: the training stopped without reporting an outcome. */
  state: z.enum(['training', 'published', 'tested', 'failed', 'dead']),
  /** The training's current step, for display. */
  stage: z.string(),
  /** The completed share, 0 to 1. */
  progress: z.number(),
  started_at: z.string(),
  started_by: z.string(),
  /** When the training last reported, or when it ended. */
  updated_at: z.string(),
  /** The published AI version; set before the play is complete. */
  ai_version: z.optional(z.string()),
  /** The results of playing the draft's tests, its new sentences and last week's conversations. */
  play: z.optional(draftPlay),
  /** Why it failed, for the author; absent otherwise. */
  failure: z.optional(z.string()),
});

/**
 * @param now epoch milliseconds
 * @param scopes the caller's: without `conversation_read`, conversations are counted but their turns are not listed
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

/** A turn's change reveals the ids of a user's conversation and where the conversation was. */
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
