import * as z from 'zod/mini';

/** All that a stranger may know. */
export const healthResponse = z.object({ status: z.literal('ok') });

export const OK: z.input<typeof healthResponse> = { status: 'ok' };
