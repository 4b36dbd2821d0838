import * as z from 'zod/mini';

/** All that unauthenticated callers may know. */
export const healthResponse = z.object({ status: z.literal('ok') });

export const OK: z.input<typeof healthResponse> = { status: 'ok' };
