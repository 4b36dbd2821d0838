import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { openRelay } from '../shared/channels/relay.ts';

const { channelOf, hear } = openRelay('relay-look');

/** What `createLooks` sends. */
const looked = z.object({
  institution: z.string(),
  channelId: z.string(),
  key: z.string(),
  look: z.object({ connection: z.string(), turn: z.number(), digits: z.exactOptional(z.number()) }),
});

/** Looks at calls whose callers may be silent, or press no more keys. */
export const handler = async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<void> => {
  await Promise.all(
    Records.map(async ({ body }) => {
      const { look, ...where } = looked.parse(JSON.parse(body));
      const channel = await channelOf(where);
      if (channel === undefined) return;
      const { connection } = look;
      await hear(where, channel, { connection, event: { kind: 'look', ...look }, at: Date.now() });
    }),
  );
};
