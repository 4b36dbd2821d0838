import { setTimeout as delay } from 'node:timers/promises';

export interface PlayOnChangeOptions {
  /** A change of a file or folder: its path within the folder that is watched, where it is known. */
  changes: AsyncIterable<{ filename: string | null }>;
  /** Tells whether a change is worth a run. */
  matters: (path: string) => boolean;
  play: () => Promise<unknown>;
  /** Changes that come together, as editors make them, are one. Default: 100. */
  settleMs?: number;
}

/**
 * Plays at once, and again after changes; those that come during a run lead to one more.
 * @returns when there are no more changes
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
  // Asked for before the first run, since a watcher watches from then on.
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
