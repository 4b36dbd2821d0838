import { readCursor, writeCursor } from '../shared/domain/cursors.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { fieldError } from '../shared/domain/errors.ts';
import type { HandoffStore } from '../shared/domain/handoffs/handoff-store.ts';
import { HANDOFF_STATUSES } from '../shared/domain/handoffs/handoffs.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type handoffsResponse, toHandoff } from '../shared/http/handoff-messages.ts';
import { choiceParameter, limitParameter, parameter } from '../shared/http/parameters.ts';
import type { ApiRequest } from '../shared/http/request.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { handoffDependencies } from '../shared/store/handoff-dependencies.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

interface Dependencies extends AuthorizedDependencies {
  handoffs: Pick<HandoffStore, 'list'>;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** The statuses that a caller may ask for. `told` is left out: such a conversation was never handed over. */
const ASKED = HANDOFF_STATUSES.filter((status) => status !== 'told');

/** @throws {ParleyError} for an invalid queue name */
function queueParameter(request: ApiRequest): string | undefined {
  const queue = parameter(request, 'queue');
  if (queue !== undefined && !/^[a-z][a-z0-9_]{0,63}$/.test(queue)) {
    throw fieldError('queue', 'send the name of a queue in snake_case');
  }
  return queue;
}

/** `GET /v1/handoffs`: the conversations that people own, or those with a given status. */
export const createHandoffsList = ({ handoffs, deploymentKey, random, ...dependencies }: Dependencies) =>
  authorizedEndpoint({ name: 'handoffs-list', ...dependencies }, async (request) => {
    const { institution, userId } = request.principal;
    const limit = limitParameter(request, 25, 100);
    const status = choiceParameter(request, 'status', ASKED);
    const queue = queueParameter(request);
    const context = { deploymentKey: await deploymentKey(), institution, list: ['handoffs', status, queue] };
    const cursor = parameter(request, 'cursor');
    const after = cursor === undefined ? {} : { after: readCursor(cursor, context) };
    const page = await handoffs.list(institution, { status, queue, limit, ...after });
    const live = page.items.filter(({ endsAt }) => request.now < endsAt);
    const body: Answer<typeof handoffsResponse> = {
      handoffs: live
        .sort((first, second) => first.since - second.since)
        .map((handoff) => toHandoff(handoff, userId)),
      ...(page.next !== undefined && { next_cursor: writeCursor(page.next, context, random(NONCE_BYTES)) }),
    };
    return { body };
  });

export const handler = createHandoffsList({
  ...handoffDependencies(),
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
