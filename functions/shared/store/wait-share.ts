import { createWaitShare, MAX_WAITING, type WaitShare } from '../domain/handoffs/waits.ts';
import { optionalSetting } from './environment.ts';
import { createUseCounter } from './use-counter.ts';

/** Each institution's share of concurrent waits, from the setting `waiting`. */
export const waitShare = (): WaitShare =>
  createWaitShare(createUseCounter(), Number(optionalSetting('MAX_WAITING') ?? MAX_WAITING));
