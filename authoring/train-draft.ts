import { createHash, randomUUID } from 'node:crypto';
import type { AuditActor, AuditTrail } from '../functions/shared/domain/audit.ts';
import { type DraftStore, draftFolder, readDraft } from '../functions/shared/domain/drafts/drafts.ts';
import {
  checkUtterances,
  type DraftJob,
  type JobStore,
  SIGN_OF_LIFE_MS,
} from '../functions/shared/domain/drafts/jobs.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';
import {
  type ArtifactStore,
  type PublicationDependencies,
  publishVersion,
} from '../functions/shared/domain/versions/versions.ts';
import { countUtterances } from './check/count-utterances.ts';
import { AuthoringError } from './findings.ts';
import type { OnProgress } from './publish.ts';
import { readAssistantFiles } from './read.ts';
import { type KeptSections, trainInThread } from './training-thread.ts';

export interface DraftTraining extends PublicationDependencies {
  drafts: Pick<DraftStore, 'find'>;
  jobs: Pick<JobStore, 'find' | 'update'>;
  audit: AuditTrail;
  /** Who published, in the audit trail; default: the user who began the job. */
  actor?: AuditActor;
  onProgress?: OnProgress;
  /** Milliseconds between two signs of life; default: SIGN_OF_LIFE_MS. */
  signOfLifeMs?: number;
  /** See `ThreadOptions`. */
  stamp?: string;
}

/** The job that is to be done. */
export type JobId = Pick<DraftJob, 'institution' | 'draft' | 'id'>;

/** Somebody else trains the draft now, or this job has ended already. */
class Superseded extends Error {
  override name = 'Superseded';
}

/**
 * Trains a draft at its job's revision and publishes it, with progress and signs of life in the job. What was trained is
 * kept, so that after an end before the end the next job goes on from there. Does nothing if the job has ended, or is
 * not the draft's latest any more.
 * @throws {Error} for a failure that is not the author's; the job tells it, too
 */
export async function trainDraft(training: DraftTraining, { institution, draft, id }: JobId): Promise<void> {
  const { jobs, now } = training;
  const begun = await jobs.find(institution, draft);
  if (begun?.id !== id || begun.state !== 'training') return;
  let job: DraftJob = begun;
  const superseded = new AbortController();
  const tell = async (news: Partial<DraftJob>): Promise<void> => {
    job = { ...job, ...news, aliveAt: now() };
    if (!(await jobs.update(job))) superseded.abort(new Superseded(`the job ${id} has ended`));
  };
  // The next sign of life is a retry of one that failed.
  const signs = setInterval(
    () => void tell({}).catch(() => undefined),
    training.signOfLifeMs ?? SIGN_OF_LIFE_MS,
  );
  try {
    const onProgress: OnProgress = ({ stage, done }) => {
      job = { ...job, stage, progress: done };
      training.onProgress?.({ stage, done });
    };
    const versionId = await publish(training, job, { onProgress, signal: superseded.signal });
    clearInterval(signs);
    await tell({ state: 'published', stage: 'published', progress: 1, versionId });
  } catch (error) {
    clearInterval(signs);
    if (error instanceof Superseded) return;
    const failure = failureOf(error);
    await tell({ state: 'failed', failure: failure ?? unexpected(id) });
    if (failure === undefined) throw error;
  } finally {
    clearInterval(signs);
  }
}

async function publish(
  training: DraftTraining,
  { institution, draft: name, revision, startedBy }: DraftJob,
  thread: Pick<Parameters<typeof trainInThread>[1], 'onProgress' | 'signal'>,
): Promise<string> {
  const { artifacts, audit, now, stamp } = training;
  const { files } = await readDraft(training, { institution, name, revision });
  checkUtterances(countUtterances(readAssistantFiles(files)));
  const kept = keptSections(artifacts, institution);
  const trained = await trainInThread(files, { ...thread, kept, stamp });
  thread.signal.throwIfAborted();
  const { version } = await publishVersion(training, { ...trained, institution, publishedBy: startedBy });
  await audit.record({
    at: now(),
    action: 'version.publish',
    outcome: 'done',
    institution,
    actor: training.actor ?? { kind: 'user', id: startedBy, userId: startedBy },
    requestId: randomUUID(),
    target: version.id,
  });
  return version.id;
}

/** Why a training failed, if its author can do something about it. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof AuthoringError) return error.message;
  return error instanceof ParleyError && ['conflict', 'not_found', 'invalid_request'].includes(error.code)
    ? error.message
    : undefined;
}

const unexpected = (id: string): string =>
  `The training failed in the service. Try again; if it fails again, tell its operator the job: ${id}.`;

const DIGEST_BYTES = 32;

/** Trained sections beside the files of an institution's drafts, each after its SHA-256. */
function keptSections(artifacts: Pick<ArtifactStore, 'get' | 'put'>, institution: string): KeptSections {
  const keyOf = (key: string) => `${draftFolder(institution)}trained/${key}.section`;
  const digestOf = (section: Uint8Array) => createHash('sha256').update(section).digest();
  return {
    async read(key) {
      const kept = await artifacts.get(keyOf(key));
      const section = kept?.subarray(DIGEST_BYTES);
      if (kept === undefined || section === undefined) return undefined;
      return digestOf(section).equals(kept.subarray(0, DIGEST_BYTES)) ? section : undefined;
    },
    write: (key, section) => artifacts.put(keyOf(key), Buffer.concat([digestOf(section), section])),
  };
}
