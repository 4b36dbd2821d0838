/** Milliseconds since the epoch. A parameter wherever time matters, so that tests can set it. */
export type Clock = () => number;

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** True from second `expiresAt` (epoch seconds) on: a lifetime of 600 s ends after exactly 600 s. */
export const isExpired = (expiresAt: number, nowMilliseconds: number): boolean =>
  nowMilliseconds >= expiresAt * 1000;
