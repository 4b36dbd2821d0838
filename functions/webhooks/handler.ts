import { randomBytes, randomUUID } from 'node:crypto';
import { isPublicAddress, publicAddressRule } from '../shared/business-logic/addresses.ts';
import { eventSender } from '../shared/business-logic/webhook-call.ts';
import { type AuditAction, credentialEvent } from '../shared/domain/audit.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { isUuid } from '../shared/domain/versions/versions.ts';
import { sendTest } from '../shared/domain/webhooks/deliveries.ts';
import { EVENT_TYPES } from '../shared/domain/webhooks/events.ts';
import {
  addWebhook,
  findWebhook,
  hasChannel,
  listWebhooks,
  removeWebhook,
  retireWebhookSecret,
  rotateWebhookSecret,
  unknownWebhook,
} from '../shared/domain/webhooks/webhooks.ts';
import { jsonBody } from '../shared/http/body.ts';
import { type ApiResponse, authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { AuthorizedRequest } from '../shared/http/request.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import {
  addWebhookRequest,
  type removeWebhookResponse,
  toMade,
  toTested,
  toWebhook,
  webhookActRequest,
  type webhooksResponse,
} from '../shared/http/webhook-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { optionalSetting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

const deps = {
  webhooks: createWebhookStore(),
  deploymentKey: deploymentKey(readSecret),
  random: randomBytes,
};

/** `/v1/webhooks`: lists, adds, tests and removes an institution's webhooks, and rotates their secrets. */
export const handler = authorizedEndpoint(
  { name: 'webhooks', records: createAccessRecords(), admission: createRequestAdmission },
  async (request): Promise<ApiResponse> => {
    const { institution } = request.principal;
    const id = request.pathParameters.webhook_id;
    if (id === undefined) {
      if (request.method === 'POST') return { body: await added(request) };
      const webhooks = (await listWebhooks(deps, institution))
        .filter((webhook) => !hasChannel(webhook))
        .map(toWebhook);
      const body: Answer<typeof webhooksResponse> = { webhooks };
      return { body };
    }
    if (!isUuid(id) || (await isChannel(institution, id))) throw unknownWebhook();
    if (request.method === 'POST') return { body: await acted(request, id) };
    await removeWebhook(deps, institution, id, eventOf(request, 'webhook.remove', id));
    const body: Answer<typeof removeWebhookResponse> = { removed: id };
    return { body };
  },
);

/** A channel is set up and removed by an operator alone. */
const isChannel = async (institution: string, id: string): Promise<boolean> =>
  (await listWebhooks(deps, institution)).some((webhook) => webhook.id === id && hasChannel(webhook));

async function added(request: AuthorizedRequest) {
  requireBearer(request);
  if (optionalSetting('WEBHOOKS') === undefined) {
    throw new ParleyError('conflict', 'This deployment sends no webhooks: its setting webhooks is off.');
  }
  const { url, events = EVENT_TYPES } = validate(addWebhookRequest, jsonBody(request).body);
  const id = randomUUID();
  const wanted = { id, url, events: [...new Set(events)], createdAt: request.now };
  const rule = publicAddressRule();
  const webhook = await addWebhook(deps, request.principal.institution, wanted, {
    isAddress: (address) => isPublicAddress(address, rule),
    event: eventOf(request, 'webhook.add', id),
  });
  return toMade(webhook);
}

async function acted(request: AuthorizedRequest, id: string) {
  const { action } = validate(webhookActRequest, jsonBody(request).body);
  const { institution } = request.principal;
  if (action === 'test') {
    const webhook = await findWebhook(deps, institution, id);
    return toTested(webhook, await sendTest(eventSender(), webhook, randomUUID(), request.now));
  }
  requireBearer(request);
  if (action === 'rotate_secret') {
    return toMade(await rotateWebhookSecret(deps, institution, id, eventOf(request, 'webhook.rotate', id)));
  }
  return toWebhook(await retireWebhookSecret(deps, institution, id, eventOf(request, 'webhook.retire', id)));
}

/** A leaked App-Key must not add an address that receives end users' messages even after the key is deleted. */
function requireBearer({ principal }: AuthorizedRequest): void {
  if (principal.kind !== 'key') return;
  throw new ParleyError(
    'bearer_token_required',
    'Use a Bearer token: an App-Key cannot add a webhook or a secret.',
  );
}

const eventOf = (request: AuthorizedRequest, action: AuditAction, target: string) =>
  credentialEvent(request.principal, request, { action, outcome: 'done', target });
