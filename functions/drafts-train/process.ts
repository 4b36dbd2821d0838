import { trainDraft } from '../../authoring/train-draft.ts';
import { openTraining } from './training.ts';

/**
 * Runs `handler.ts` in its own process beside the service on a laptop, and ends with the service. The first argument
 * names the job.
 */
process.once('disconnect', () => process.exit());
const onFault = (error: unknown) =>
  void process.stderr.write(`The versions could not be compared: ${error}\n`);
await trainDraft({ ...(await openTraining()), onFault }, JSON.parse(process.argv[2] ?? '{}'));
process.exit();
