import * as z from 'zod/mini';
import type { Draft } from '../domain/drafts/drafts.ts';
import { type DraftJob, shownState } from '../domain/drafts/jobs.ts';
import { draftPlay } from '../domain/drafts/play.ts';

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

/** @param now epoch milliseconds */
export const toDraftJob = (job: DraftJob, now: number): z.output<typeof draftJobResponse> => ({
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
  ...(job.play !== undefined && { play: job.play }),
  ...(job.failure !== undefined && { failure: job.failure }),
});

export const toDraft = (draft: Draft): z.output<typeof draftResponse> => ({
  draft: draft.name,
  revision: draft.revision,
  updated_at: draft.updatedAt,
  updated_by: draft.updatedBy,
  files: draft.files,
  bytes: draft.bytes,
});
