import type { BrowserSession } from '../../functions/shared/domain/sign-in/browser-sessions.ts';
import { ANN, ORIGIN } from './rules.ts';

/** A session of Ann's that begins now. */
export const SESSION: BrowserSession = {
  institution: ANN.institution,
  userId: ANN.userId,
  userRevision: ANN.revision,
  digest: 'd'.repeat(64),
  kept: false,
  signedInAt: ORIGIN.now,
  usedAt: ORIGIN.now,
  browser: 'Firefox, Windows',
  sourceIp: ORIGIN.sourceIp,
};
