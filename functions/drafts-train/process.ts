import { trainDraft } from '../../authoring/train-draft.ts';
import { tellingFaults } from './telling-faults.ts';
import { openTraining } from './training.ts';

/**
 * Runs `handler.ts` in its own process beside the service on a laptop, and ends with the service. The first argument
 * names the job.
 */
process.once('disconnect', () => process.exit());
const log = {
  error: (message: string, fields: Record<string, unknown>) =>
    void process.stderr.write(`${message}: ${JSON.stringify(fields)}\n`),
};
const job = JSON.parse(process.argv[2] ?? '{}');
await tellingFaults(log, job, async (onFault) => trainDraft({ ...(await openTraining()), onFault }, job));
process.exit();
