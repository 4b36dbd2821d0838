/** Milliseconds since the epoch. Handed in wherever time matters, so that a test sets it. */
export type Clock = () => number;

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** True from the very second `expiresAt` (epoch seconds) on: a lifetime of 600 s ends after 600 s, not 601. */
export const isExpired = (expiresAt: number, nowMilliseconds: number): boolean =>
  nowMilliseconds >= expiresAt * 1000;
