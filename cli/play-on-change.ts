import { setTimeout as delay } from 'node:timers/promises';

export interface PlayOnChangeOptions {
  /** Changes in the watched folder, with the path within it if known. */
  changes: AsyncIterable<{ filename: string | null }>;
  /** True if a change of this path requires a run. */
  matters: (path: string) => boolean;
  play: () => Promise<unknown>;
  /** Changes within this time count as one, since editors write several files at once. Default: 100. */
  settleMs?: number;
}

/**
 * Runs at once, and again after changes. Any number of changes during a run cause one more run.
 * @returns when the changes end
 */
export async function playOnChange({
  changes,
  matters,
  play,
  settleMs = 100,
}: PlayOnChangeOptions): Promise<void> {
  let isDue = false;
  let running: Promise<void> | null = null;
  const playWhileDue = async () => {
    while (isDue) {
      await delay(settleMs);
      isDue = false;
      await play();
    }
    running = null;
  };
  const iterator = changes[Symbol.asyncIterator]();
  // Watching starts with this request, so it precedes the first run.
  let next = iterator.next();
  await play();
  for (;;) {
    const { done, value } = await next;
    if (done) break;
    next = iterator.next();
    if (value.filename === null || !matters(value.filename.replaceAll('\\', '/'))) continue;
    isDue = true;
    running ??= playWhileDue();
  }
  await running;
}
