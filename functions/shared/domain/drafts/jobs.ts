import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../audit.ts';
import { ParleyError } from '../errors.ts';
import type { Draft } from './drafts.ts';
import type { DraftPlay } from './play.ts';

/** A draft's training, play and publishing. A draft has one job: the latest. */
export interface DraftJob {
  institution: string;
  draft: string;
  /** UUID. */
  id: string;
  /** The revision being trained. */
  revision: number;
  state: 'training' | 'published' | 'tested' | 'failed';
  /** The training's current step, for display. */
  stage: string;
  /** The completed share, 0 to 1. */
  progress: number;
  /** Epoch milliseconds. */
  startedAt: number;
  startedBy: string;
  /** When the training last reported, or when it ended; epoch milliseconds. */
  aliveAt: number;
  /** The version to compare the new one with, if the author chose one. */
  compareWith?: string;
  /** True if the draft is to be published even if its tests fail. */
  despiteFailedTests?: true;
  /** True if only the draft's tests are to be played, and nothing published. */
  onlyTests?: true;
  /** The published version; set before the job has ended. */
  versionId?: string;
  /** The results of playing tests, sentences and conversations. */
  play?: DraftPlay;
  /** The reason for a failure, as a sentence for the author. */
  failure?: string;
}

/** Stores the latest job of every draft. */
export interface JobStore {
  find(institution: string, draft: string): Promise<DraftJob | undefined>;
  /**
   * Makes a job the draft's latest and writes the event, atomically.
   * @param deadBefore a training that has not reported since this time (epoch milliseconds) may be replaced
   * @returns false, with nothing changed, while another training is alive
   */
  begin(job: DraftJob, deadBefore: number, event: AuditEvent): Promise<boolean>;
  /**
   * Replaces a training job by its next state.
   * @returns false if the job has ended or is no longer the latest
   */
  update(next: DraftJob): Promise<boolean>;
}

/** How often a training reports, and how long without a report until it counts as dead. */
export const SIGN_OF_LIFE_MS = 5_000;
export const DEAD_AFTER_MS = 60_000;

/** The longest time for comparing with another version, after training and tests. */
export const LONGEST_PLAY_MS = 2 * 60_000;

/** The most utterances, over all languages, that can be trained in fifteen minutes. */
export const MOST_TRAINED_UTTERANCES = 15_000;

/** The state of a job as its author sees it: `dead` if the training stopped without reporting an outcome. */
export type ShownState = DraftJob['state'] | 'dead';

export const shownState = ({ state, aliveAt }: DraftJob, now: number): ShownState =>
  state === 'training' && aliveAt < now - DEAD_AFTER_MS ? 'dead' : state;

/** @throws {ParleyError} `conflict`, naming the number and the limit */
export function checkUtterances(utterances: number): void {
  if (utterances <= MOST_TRAINED_UTTERANCES) return;
  throw new ParleyError(
    'conflict',
    `The draft has ${utterances} utterances. The service trains up to ${MOST_TRAINED_UTTERANCES}; publish a larger ` +
      'assistant with parley ai publish.',
  );
}

export interface JobStart {
  draft: Pick<Draft, 'institution' | 'name' | 'revision'>;
  /** Who starts the job, and its audit event. */
  author: string;
  event: AuditEvent;
  choices?: Pick<DraftJob, 'compareWith' | 'despiteFailedTests' | 'onlyTests'>;
}

/**
 * Creates a draft's job unless one is running. The caller then starts the training.
 * @throws {ParleyError} `conflict` while another job of the draft is training
 */
export async function beginJob(
  jobs: JobStore,
  { draft, author, event, choices }: JobStart,
): Promise<DraftJob> {
  const job: DraftJob = {
    institution: draft.institution,
    draft: draft.name,
    id: randomUUID(),
    revision: draft.revision,
    state: 'training',
    stage: 'starting',
    progress: 0,
    startedAt: event.at,
    startedBy: author,
    aliveAt: event.at,
    ...choices,
  };
  if (await jobs.begin(job, event.at - DEAD_AFTER_MS, event)) return job;
  const running = await jobs.find(draft.institution, draft.name);
  const whose = running === undefined ? '' : ` revision ${running.revision}, started by ${running.startedBy}`;
  throw new ParleyError(
    'conflict',
    `The draft ${draft.name} is being trained:${whose}. Wait until it has ended.`,
  );
}

/**
 * Starts the training of a new job. If that fails, the job fails too, so that another can begin.
 * @throws the error of `start`
 */
export async function startJob(
  jobs: Pick<JobStore, 'update'>,
  job: DraftJob,
  start: (job: DraftJob) => Promise<void>,
): Promise<void> {
  try {
    await start(job);
  } catch (error) {
    await jobs.update({ ...job, state: 'failed', failure: 'The training could not be started. Try again.' });
    throw error;
  }
}

/** @throws {ParleyError} `not_found` if the draft was never published */
export async function readJob(jobs: JobStore, institution: string, draft: string): Promise<DraftJob> {
  const job = await jobs.find(institution, draft);
  if (job === undefined)
    throw new ParleyError('not_found', `There is no draft ${draft}, or it was never published.`);
  return job;
}
