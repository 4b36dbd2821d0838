import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import type { DraftFiles } from '../functions/shared/domain/drafts/drafts.ts';
import { buildArtifact } from './build.ts';
import { compileAssistant } from './compile.ts';
import { AuthoringError } from './findings.ts';
import { type TrainedAssistant, trainedAssistant } from './publication.ts';
import { readAssistantFiles } from './read.ts';
import { type SectionsOf, trainingStamp, trainingWith } from './train.ts';
import { sectionKey } from './trained-sections.ts';

/** A store of trained sections for later trainings. */
export interface KeptSections {
  /** @returns undefined if the section is missing or unreadable */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, section: Uint8Array): Promise<void>;
}

export interface ThreadOptions {
  kept: KeptSections;
  onProgress: (progress: { stage: string; done: number }) => void;
  /** Ends the training, which then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Identifies the training code where its sources are not available. Default: their digest. */
  stamp?: string | undefined;
}

/** The input of the thread. */
interface Order {
  /** Marks a training thread, since this file can also be loaded in other threads. */
  trains: typeof TRAINS;
  files: DraftFiles;
  stamp: string | undefined;
  /** Returns a section's bytes by key, or null. */
  port: MessagePort;
  /** 1 once the answer has arrived. */
  answered: Int32Array;
}

const TRAINS = 'parley training';

/** A message from the thread. */
type Said =
  | { progress: { stage: string; done: number } }
  | { section: { key: string; bytes: Uint8Array } }
  | { trained: TrainedAssistant }
  | { faulty: string };

/**
 * Compiles and trains an assistant in a separate thread, since training blocks its thread; signs of life, for
 * example, would not be sent. Stores each section as soon as it is trained.
 * @throws {AuthoringError} if the files have no assistant that can be compiled
 */
export async function trainInThread(
  files: DraftFiles,
  { kept, onProgress, signal, stamp }: ThreadOptions,
): Promise<TrainedAssistant> {
  signal.throwIfAborted();
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  port1.on('message', async (key: string) => {
    port1.postMessage((await kept.read(key).catch(() => undefined)) ?? null);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
  const order: Order = { trains: TRAINS, files, stamp, port: port2, answered };
  const thread = new Worker(new URL(import.meta.url), { workerData: order, transferList: [port2] });
  const outcome = Promise.withResolvers<TrainedAssistant>();
  const keeping: Promise<void>[] = [];
  thread.on('message', (said: Said) => {
    if ('progress' in said) onProgress(said.progress);
    else if ('section' in said) keeping.push(kept.write(said.section.key, said.section.bytes));
    else if ('trained' in said) outcome.resolve(said.trained);
    else outcome.reject(new AuthoringError(said.faulty, []));
  });
  thread.once('error', outcome.reject);
  thread.once('exit', (code) => outcome.reject(new Error(`the training thread ended with ${code}`)));
  const end = () => outcome.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await outcome.promise;
  } finally {
    signal.removeEventListener('abort', end);
    port1.close();
    await thread.terminate();
    // A section that could not be stored is trained again next time.
    await Promise.allSettled(keeping);
  }
}

function work({ files, stamp, port, answered }: Order): void {
  const say = (said: Said): void => parentPort?.postMessage(said);
  const sections: SectionsOf = (kind, language) => ({
    section(inputs, train) {
      const trainer = stamp === undefined ? trainingStamp(kind, language) : `${stamp} ${kind} ${language}`;
      const key = sectionKey([trainer, process.version, process.arch].join(' '), inputs);
      const known = ask(key, port, answered);
      // Copied, so that typed arrays over it are aligned.
      if (known !== null) return Uint8Array.from(known);
      const bytes = train();
      if (bytes !== null) say({ section: { key, bytes } });
      return bytes;
    },
  });
  try {
    const compilation = compileAssistant(readAssistantFiles(files));
    const onProgress = (progress: { stage: string; done: number }) => say({ progress });
    const artifact = buildArtifact(compilation, { ...trainingWith(sections), onProgress });
    say({ trained: trainedAssistant(compilation, artifact) });
  } catch (error) {
    if (!(error instanceof AuthoringError)) throw error;
    say({ faulty: error.message });
  }
}

/** Blocks until the other thread has answered. */
function ask(key: string, port: MessagePort, answered: Int32Array): Uint8Array | null {
  Atomics.store(answered, 0, 0);
  port.postMessage(key);
  Atomics.wait(answered, 0, 0);
  return receiveMessageOnPort(port)?.message ?? null;
}

if (!isMainThread && workerData?.trains === TRAINS) work(workerData);
