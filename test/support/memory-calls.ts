import type { CallAnswer, CallSettings } from '../../functions/shared/domain/voice/call.ts';
import type { CallStore } from '../../functions/shared/domain/voice/kept-calls.ts';

/** Calls in memory. A write is accepted only if it follows the latest revision. */
export function memoryCalls() {
  const items = new Map<string, { revision: number; sealed: Uint8Array }>();
  const calls: CallStore = {
    find: async (...place) => items.get(place.join('#')),
    write: async (institution, channelId, call, { revision, sealed }) => {
      const place = [institution, channelId, call].join('#');
      if ((items.get(place)?.revision ?? 0) !== revision - 1) return false;
      items.set(place, { revision, sealed });
      return true;
    },
  };
  return { calls, items };
}

/** What a channel says in calls. */
export const CALL_SETTINGS: CallSettings = { sorry: 'Sorry.', unreachable: 'Nobody.', goodbye: 'Goodbye.' };

/** What an assistant answers in a call. */
export const CALL_ANSWER: Exclude<CallAnswer, 'failed'> = {
  speak: 'Shall I?',
  lines: [],
  choices: [],
  handsOver: false,
  isWithPeople: false,
  ends: false,
};
