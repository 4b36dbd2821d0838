import { setTimeout as delay } from 'node:timers/promises';
import { openAnswering } from '../functions/channels-answer/answering.ts';
import { dueLines, workOnLine } from '../functions/shared/domain/channels/answering.ts';
import type { InvokeQuery } from '../functions/shared/http/channel-query.ts';

/** How often the service looks for messages. On AWS, the functions that take them begin their answers. */
const LOOK_EVERY_MS = 100;

/**
 * Answers the messages of channels beside the service.
 * @param invokeQuery runs the query function
 * @param onFault called with an error, after which answering continues
 */
export function startChannels(
  invokeQuery: InvokeQuery,
  onFault: (name: string, error: unknown) => void,
): { stop(): Promise<void> } {
  const deps = openAnswering(invokeQuery);
  const ending = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const report = (error: unknown) => onFault('channels-answer', error);

  function begin(institution: string, channelId: string, line: string): void {
    const key = `${channelId}#${line}`;
    if (underWay.has(key)) return;
    const work = workOnLine(deps, institution, channelId, line)
      .catch(report)
      .finally(() => underWay.delete(key));
    underWay.set(key, work);
  }

  async function look(): Promise<void> {
    for (const institution of await deps.webhooks.institutions()) {
      for (const { channelId, line } of await dueLines(deps, institution))
        begin(institution, channelId, line);
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch(report);
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
      await Promise.all(underWay.values());
    },
  };
}
