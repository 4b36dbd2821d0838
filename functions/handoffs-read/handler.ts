import { setTimeout as delay } from 'node:timers/promises';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { liveHandoff } from '../shared/domain/handoffs/acts.ts';
import type { HandoffStore } from '../shared/domain/handoffs/handoff-store.ts';
import { openHeld } from '../shared/domain/handoffs/handoffs.ts';
import { awaitMessages, openMessages, writePlace } from '../shared/domain/handoffs/read-messages.ts';
import type { WaitShare } from '../shared/domain/handoffs/waits.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type handoffResponse, toHandoff, toMessage } from '../shared/http/handoff-messages.ts';
import { afterParameter, waitEnd } from '../shared/http/message-parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createHandoffStore } from '../shared/store/handoffs.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { waitShare } from '../shared/store/wait-share.ts';

interface Dependencies extends AuthorizedDependencies {
  handoffs: Pick<HandoffStore, 'find' | 'messagesAfter'>;
  deploymentKey: DeploymentKey;
  waits: WaitShare;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/** Longer than the longest wait and the read after it; shorter than the function's timeout. */
const BUDGET_MS = 23_000;

/** `GET /v1/handoffs/{session_id}`: a conversation that was handed over, with its messages and notes. */
export const createHandoffsRead = ({
  handoffs,
  deploymentKey,
  waits,
  now,
  wait,
  ...dependencies
}: Dependencies) =>
  authorizedEndpoint(
    { name: 'handoffs-read', budgetMs: BUDGET_MS, now, ...dependencies },
    async (request) => {
      const { institution, userId } = request.principal;
      const place = { institution, sessionId: request.pathParameters.session_id ?? '' };
      const until = waitEnd(request);
      const after = afterParameter(request, place.sessionId);
      await liveHandoff(handoffs, place, request.now);
      const reader = { handoffs, waits, now, wait };
      const { messages: sealed, askAfterSeconds = null } = await awaitMessages(reader, place, {
        after,
        withNotes: true,
        until,
      });
      // Read again, since it may have changed during the wait.
      const handoff = await liveHandoff(handoffs, place, now());
      const key = await deploymentKey();
      const { slots, names = [] } = openHeld(handoff.held, { ...place, deploymentKey: key });
      const messages = openMessages(sealed, place, key);
      const body: Answer<typeof handoffResponse> = {
        ...toHandoff(handoff, userId),
        slots,
        slot_names: names,
        logged: handoff.keepDays !== undefined,
        messages: messages.map((message) => ({
          ...toMessage(message),
          user_id: message.userId ?? null,
          qid: message.qid ?? null,
        })),
        ask_after_seconds: askAfterSeconds,
        cursor: writePlace(place.sessionId, messages.at(-1)?.sequence ?? after),
      };
      return { body };
    },
  );

export const handler = createHandoffsRead({
  handoffs: createHandoffStore(),
  deploymentKey: deploymentKey(readSecret),
  waits: waitShare(),
  now: Date.now,
  wait: delay,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
