import { createHash, randomUUID } from 'node:crypto';
import type { AuditActor, AuditTrail } from '../functions/shared/domain/audit.ts';
import type { ConversationReader } from '../functions/shared/domain/conversations/conversation-views.ts';
import { type DraftStore, draftFolder, readDraft } from '../functions/shared/domain/drafts/drafts.ts';
import {
  checkUtterances,
  type DraftJob,
  type JobStore,
  LONGEST_PLAY_MS,
  SIGN_OF_LIFE_MS,
} from '../functions/shared/domain/drafts/jobs.ts';
import type { DraftPlay } from '../functions/shared/domain/drafts/play.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';
import {
  type ArtifactStore,
  type PublicationDependencies,
  publishVersion,
} from '../functions/shared/domain/versions/versions.ts';
import { countUtterances } from './check/count-utterances.ts';
import { AuthoringError } from './findings.ts';
import { playDraft } from './play/play-draft.ts';
import { playTests, whyTestsFail } from './play/tests.ts';
import type { TrainedAssistant } from './publication.ts';
import type { OnProgress } from './publish.ts';
import { readAssistantFiles } from './read.ts';
import { loadTrained } from './train.ts';
import { type KeptSections, trainInThread } from './training-thread.ts';

export interface DraftTraining extends PublicationDependencies {
  drafts: Pick<DraftStore, 'find'>;
  jobs: Pick<JobStore, 'find' | 'update'>;
  audit: AuditTrail;
  /** The log whose conversations are played. */
  conversations: Pick<ConversationReader, 'sessionsOf' | 'turnsOf'>;
  /** Who published, in the audit trail; default: the user who began the job. */
  actor?: AuditActor;
  onProgress?: OnProgress;
  /** Told why versions could not be compared, which stops no publishing. */
  onFault?: (error: unknown) => void;
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

/** The share of a job's progress that is training. */
const TRAINING_SHARE = 0.8;

/**
 * When a job has to be done with its tests and with its whole play, in milliseconds after its beginning. A function has
 * fifteen minutes.
 */
const TESTS_UNTIL_MS = 10 * 60_000;
const PLAY_UNTIL_MS = 14 * 60_000;

/**
 * Trains a draft at its job's revision, plays its tests, publishes it unless only tests were asked for, and plays what users said with it and with the
 * version that serves. The job has progress, signs of life and what was found. What was trained is kept, so that after
 * an end before the end the next job goes on from there. Does nothing if the job has ended, or is not the draft's latest
 * any more.
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
    const end = await work(training, job, { onProgress, tell, signal: superseded.signal });
    clearInterval(signs);
    await tell({ ...end, progress: 1 });
    training.onProgress?.({ stage: 'done', done: 1 });
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

interface Telling {
  onProgress: OnProgress;
  tell: (news: Partial<DraftJob>) => Promise<void>;
  signal: AbortSignal;
}

/** @returns how the job has ended */
async function work(
  training: DraftTraining,
  job: DraftJob,
  { onProgress, tell, signal }: Telling,
): Promise<Partial<DraftJob>> {
  const { artifacts, now, stamp } = training;
  const { institution, draft: name, revision } = job;
  const began = now();
  const { files } = await readDraft(training, { institution, name, revision });
  const authored = readAssistantFiles(files);
  checkUtterances(countUtterances(authored));
  const trained = await trainInThread(files, {
    kept: keptSections(artifacts, institution),
    onProgress: ({ stage, done }) => onProgress({ stage, done: TRAINING_SHARE * done }),
    signal,
    stamp,
  });
  const after = loadTrained(trained.artifact);
  onProgress({ stage: 'playing the tests', done: TRAINING_SHARE });
  const tests = await playTests(after, authored, { now, until: began + TESTS_UNTIL_MS, signal });
  const play: DraftPlay = { compared_with: null, comparison: 'none', tests };
  if (job.onlyTests) return { state: 'tested', stage: 'tested', play };
  if (tests.failed > 0 && !job.despiteFailedTests) {
    return { state: 'failed', stage: 'failed', failure: whyTestsFail(tests), play };
  }
  signal.throwIfAborted();
  const versionId = await publish(training, job, { trained, tests });
  await tell({ versionId });
  const until = Math.min(now() + LONGEST_PLAY_MS, began + PLAY_UNTIL_MS);
  const compared = await playDraft(training, {
    ...{ institution, versionId, after, authored, until, signal },
    ...(job.compareWith !== undefined && { compareWith: job.compareWith }),
    onProgress: ({ stage, done }) =>
      onProgress({ stage, done: TRAINING_SHARE + (1 - TRAINING_SHARE) * done }),
  });
  return { state: 'published', stage: 'published', versionId, play: { ...play, ...compared } };
}

async function publish(
  training: DraftTraining,
  { institution, startedBy }: DraftJob,
  { trained, tests: { passed, failed } }: { trained: TrainedAssistant; tests: DraftPlay['tests'] },
): Promise<string> {
  const { audit, now } = training;
  const provenance = passed + failed > 0 ? { provenance: { tests: { passed, failed } } } : {};
  const { version } = await publishVersion(training, {
    ...trained,
    ...provenance,
    institution,
    publishedBy: startedBy,
  });
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
