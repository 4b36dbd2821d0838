import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { dueLines, workOnLine } from '../shared/domain/channels/answering.ts';
import { faultsOfInstitutions } from '../shared/http/each-institution.ts';
import { createLog } from '../shared/http/log.ts';
import { setting } from '../shared/store/environment.ts';
import { call, invoke } from '../shared/store/invocation.ts';
import { openAnswering } from './answering.ts';

/** The event of one conversation. */
const work = z.object({ institution: z.string(), channel: z.string(), line: z.string() });

const deps = openAnswering((event) => call(setting('QUERY'), JSON.stringify(event)));
const log = createLog('channels-answer');

/**
 * Answers what people wrote in channels. It runs for each new message, and every minute for what was left over; for each
 * conversation it then invokes itself.
 */
export const handler = async (event: unknown, { invokedFunctionArn }: Context): Promise<void> => {
  const own = work.safeParse(event);
  if (own.success) return workOnLine(deps, own.data.institution, own.data.channel, own.data.line);
  const faults = faultsOfInstitutions(log, 'channels not looked through');
  const look = async (institution: string) => {
    try {
      const lines = await dueLines(deps, institution);
      const events = lines.map(({ channelId: channel, line }) => ({ institution, channel, line }));
      await Promise.all(events.map((due) => invoke(invokedFunctionArn, JSON.stringify(due))));
    } catch (fault) {
      faults.report(institution, fault);
    }
  };
  await Promise.all((await deps.webhooks.institutions()).map(look));
  faults.throwIfAny();
};
