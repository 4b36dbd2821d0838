import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { openRelay } from '../shared/channels/relay.ts';
import { RELAY_LOOK } from '../shared/domain/voice/connections.ts';
import { faultsOfInstitutions } from '../shared/http/each-institution.ts';
import { createLog } from '../shared/http/log.ts';

const { channelOf, hear } = openRelay(RELAY_LOOK);
const log = createLog(RELAY_LOOK);

/** What `createLooks` sends. */
const looked = z.object({
  institution: z.string(),
  channelId: z.string(),
  key: z.string(),
  look: z.object({ connection: z.string(), turn: z.number(), digits: z.exactOptional(z.number()) }),
});

/** Looks at calls whose callers may be silent, or press no more keys. A call that failed is looked at once more. */
export const handler = async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<void> => {
  const faults = faultsOfInstitutions(log, 'calls not looked at');
  await Promise.all(
    Records.map(async ({ body }) => {
      const { look, ...where } = looked.parse(JSON.parse(body));
      const { connection } = look;
      try {
        const channel = await channelOf(where);
        if (channel === undefined) return;
        await hear(where, channel, { connection, event: { kind: 'look', ...look }, at: Date.now() });
      } catch (fault) {
        faults.report(where.institution, fault);
      }
    }),
  );
  faults.throwIfAny();
};
