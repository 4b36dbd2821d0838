import type { JobId } from '../../authoring/train-draft.ts';
import { describeError } from '../shared/http/describe-error.ts';
import type { Log } from '../shared/http/log.ts';

/**
 * Does a job and logs its faults by kind and stack. A message is neither logged nor thrown on, where the runtime would
 * log it: it may contain words of the conversations that are played.
 * @param train does the job; told where to report what stops the comparison only
 * @throws {Error} without the message, if the training failed
 */
export async function tellingFaults(
  log: Pick<Log, 'error'>,
  { institution, id }: Pick<JobId, 'institution' | 'id'>,
  train: (onFault: (error: unknown) => void) => Promise<void>,
): Promise<void> {
  const tell = (message: string, error: unknown) =>
    log.error(message, { institution, job: id, error: describeError(error) });
  try {
    await train((error) => tell('versions not compared', error));
  } catch (error) {
    tell('training failed', error);
    throw new Error('the training failed');
  }
}
