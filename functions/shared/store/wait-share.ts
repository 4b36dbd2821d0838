import { createWaitShare, MAX_WAITING, type WaitShare } from '../domain/handoffs/waits.ts';
import { optionalSetting } from './environment.ts';
import { createUseCounter } from './use-counter.ts';

/** The share of waits of each institution, as the setting `waiting` says. */
export const waitShare = (): WaitShare =>
  createWaitShare(createUseCounter(), Number(optionalSetting('MAX_WAITING') ?? MAX_WAITING));
