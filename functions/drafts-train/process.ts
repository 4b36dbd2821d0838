import { trainDraft } from '../../authoring/train-draft.ts';
import { openTraining } from './training.ts';

/**
 * Does the work of `handler.ts` in a process beside the service on a laptop. It ends with the service; the job is named
 * by the first argument.
 */
process.once('disconnect', () => process.exit());
const onFault = (error: unknown) =>
  void process.stderr.write(`The versions could not be compared: ${error}\n`);
await trainDraft({ ...(await openTraining()), onFault }, JSON.parse(process.argv[2] ?? '{}'));
process.exit();
