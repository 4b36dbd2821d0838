import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { trainDraft } from '../../authoring/train-draft.ts';
import { createLog } from '../shared/http/log.ts';
import { setting } from '../shared/store/environment.ts';
import { tellingFaults } from './telling-faults.ts';
import { openTraining } from './training.ts';

const log = createLog('drafts-train');
const jobId = z.object({ institution: z.string(), draft: z.string(), id: z.string() });

let stamp: string | undefined;

/** A digest of the training code (in a bundle, this file) and of the encoder. */
function trainingStamp(): string {
  const files = [fileURLToPath(import.meta.url), path.join(setting('ENCODER_DIRECTORY'), 'stamp')];
  stamp ??= files.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex');
  return stamp;
}

/**
 * Trains, plays and publishes a draft. `drafts-publish` invokes it and does not wait. Lambda retries it if it ends
 * early.
 */
export const handler = async (event: unknown): Promise<void> => {
  const job = jobId.parse(event);
  await tellingFaults(log, job, async (onFault) =>
    trainDraft({ ...(await openTraining()), stamp: trainingStamp(), onFault }, job),
  );
};
