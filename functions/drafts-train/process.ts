import { trainDraft } from '../../authoring/train-draft.ts';
import { tellingFaults } from './telling-faults.ts';
import { openTraining } from './training.ts';

/**
 * Does the work of `handler.ts` in a process beside the service on a laptop. It ends with the service; the job is named
 * by the first argument.
 */
process.once('disconnect', () => process.exit());
const log = {
  error: (message: string, fields: Record<string, unknown>) =>
    void process.stderr.write(`${message}: ${JSON.stringify(fields)}\n`),
};
const job = JSON.parse(process.argv[2] ?? '{}');
await tellingFaults(log, job, async (onFault) => trainDraft({ ...(await openTraining()), onFault }, job));
process.exit();
