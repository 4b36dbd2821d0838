import * as z from 'zod/mini';

/** The only facts that unauthenticated callers may learn. */
export const healthResponse = z.object({ status: z.literal('ok') });

export const OK: z.input<typeof healthResponse> = { status: 'ok' };
