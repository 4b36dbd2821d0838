import { openAnswering } from '../functions/channels-answer/answering.ts';
import { dueLines, workOnLine } from '../functions/shared/domain/channels/answering.ts';
import type { InvokeQuery } from '../functions/shared/http/channel-query.ts';
import { LOOK_EVERY_MS, type Repeated, repeat } from './repeat.ts';

/**
 * Answers the messages of channels beside the service.
 * @param invokeQuery runs the query function
 * @param onFault called with an error, after which answering continues
 */
export function startChannels(
  invokeQuery: InvokeQuery,
  onFault: (name: string, error: unknown) => void,
): Repeated {
  const deps = openAnswering(invokeQuery);
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

  const looks = repeat(LOOK_EVERY_MS, look, report);
  return {
    stop: async () => {
      await looks.stop();
      await Promise.all(underWay.values());
    },
  };
}
