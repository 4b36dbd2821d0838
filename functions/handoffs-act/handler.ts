import type * as z from 'zod/mini';
import { type Act, act, showTyping } from '../shared/domain/handoffs/acts.ts';
import type { Handoff } from '../shared/domain/handoffs/handoffs.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { actRequest, type actResponse, toHandoff } from '../shared/http/handoff-messages.ts';
import { once } from '../shared/http/repeats.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { handoffChangeDependencies } from '../shared/store/handoff-dependencies.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const deps = handoffChangeDependencies();

/**
 * `POST /v1/handoffs/{session_id}`: claims a conversation, answers, shows that a person is typing, adds a note, hands
 * the conversation back or closes it.
 */
export const handler = authorizedEndpoint(
  { name: 'handoffs-act', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const asked = validate(actRequest, jsonBody(request).body);
    const sessionId = request.pathParameters.session_id ?? '';
    const written = (handoff: Handoff) => toHandoff(handoff, request.principal.userId);
    // A typing sign changes nothing, so a retry may repeat it.
    if (asked.action === 'typing') {
      return { body: written(await showTyping(deps, request.principal, sessionId, request.now)) };
    }
    const wanted = toAct(asked);
    return once(deps, request, async (keep) => {
      const kept = keep && { keep, write: (handoff: Handoff) => JSON.stringify(written(handoff)) };
      const handoff = await act(deps, request.principal, sessionId, wanted, request.now, kept);
      const body: Answer<typeof actResponse> = written(handoff);
      return { body };
    });
  },
);

function toAct(asked: Exclude<z.output<typeof actRequest>, { action: 'typing' }>): Act {
  if (asked.action === 'claim') {
    return { action: asked.action, name: asked.name.trim(), takesOver: asked.take_over === true };
  }
  if (asked.action === 'answer' || asked.action === 'note') return asked;
  const said = asked.text === undefined ? {} : { text: asked.text };
  if (asked.action === 'close') return { action: asked.action, ...said };
  return { action: asked.action, slots: asked.slots ?? {}, ...said };
}
