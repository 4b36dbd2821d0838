import { useEffect } from 'preact/hooks';

/**
 * Runs work while the page is visible: aborts it when the page is hidden, and restarts it when the page is
 * shown.
 * @param inputs compared one by one; a change restarts the work
 */
export function useWhileVisible(
  work: (signal: AbortSignal) => Promise<void>,
  inputs: readonly unknown[],
): void {
  useEffect(() => {
    let running: AbortController | undefined;
    const follow = () => {
      const isSeen = document.visibilityState === 'visible';
      if (isSeen === (running !== undefined)) return;
      running?.abort();
      running = isSeen ? new AbortController() : undefined;
      if (running !== undefined) void work(running.signal).catch(() => undefined);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      running?.abort();
    };
  }, [...inputs]);
}
