import { setTimeout as delay } from 'node:timers/promises';
import { fieldError } from '../shared/domain/errors.ts';
import {
  type HandoffDependencies,
  sessionOfDialog,
  tellIfNobodyThere,
} from '../shared/domain/handoffs/acts.ts';
import { awaitMessages, openMessages, writePlace } from '../shared/domain/handoffs/read-messages.ts';
import type { WaitShare } from '../shared/domain/handoffs/waits.ts';
import { isDialog } from '../shared/domain/query/dialog.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type messagesResponse, toMessage } from '../shared/http/handoff-messages.ts';
import { afterParameter, typingParameter, waitEnd } from '../shared/http/message-parameters.ts';
import { header } from '../shared/http/request.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { handoffDependencies } from '../shared/store/handoff-dependencies.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { waitShare } from '../shared/store/wait-share.ts';

interface Dependencies extends AuthorizedDependencies, HandoffDependencies {
  waits: WaitShare;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/** Longer than the longest wait and the read after it; shorter than the function's timeout. */
const BUDGET_MS = 23_000;

/** `GET /v1/dialog/messages`: the messages of a dialog that do not answer a query. */
export const createDialogMessages = ({ waits, now, wait, ...deps }: Dependencies) =>
  authorizedEndpoint({ name: 'dialog-messages', budgetMs: BUDGET_MS, now, ...deps }, async (request) => {
    const { institution } = request.principal;
    const dialog = header(request, 'dialog') ?? '';
    if (!isDialog(dialog)) throw fieldError('Dialog', 'send the dialog of an answer in this header');
    const until = waitEnd(request);
    const session = await sessionOfDialog(deps.handoffs, request.principal, dialog, request.now);
    const place = { institution, sessionId: session.sessionId };
    const after = afterParameter(request, place.sessionId);
    const knowsTyping = typingParameter(request);
    const isOwned = session.owner === 'people';
    const handoff = isOwned ? await deps.handoffs.find(institution, place.sessionId) : undefined;
    let isDue = handoff?.status === 'waiting';
    const look = async () => {
      if (!isDue || handoff === undefined || now() < handoff.answerBy) return;
      isDue = false;
      await tellIfNobodyThere(deps, { ...place, people: session.people }, now());
    };
    const reader = { handoffs: deps.handoffs, waits, now, wait };
    const wanted = { after, withNotes: false, until, look, knowsTyping };
    const { messages: sealed, typing, askAfterSeconds = null } = await awaitMessages(reader, place, wanted);
    const messages = openMessages(sealed, place, await deps.deploymentKey());
    const body: Answer<typeof messagesResponse> = {
      session_id: place.sessionId,
      owner: isOwned ? 'people' : 'assistant',
      // Somebody may have claimed the conversation during the wait.
      person: typing?.name ?? handoff?.claim?.name ?? null,
      typing: isOwned && typing !== undefined,
      messages: messages.map(toMessage),
      ask_after_seconds: askAfterSeconds,
      cursor: writePlace(place.sessionId, messages.at(-1)?.sequence ?? after),
    };
    return { body };
  });

export const handler = createDialogMessages({
  ...handoffDependencies(),
  waits: waitShare(),
  now: Date.now,
  wait: delay,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
