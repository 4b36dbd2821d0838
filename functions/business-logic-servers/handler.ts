import { randomBytes } from 'node:crypto';
import { isPublicAddress, publicAddressRule } from '../shared/business-logic/addresses.ts';
import { credentialEvent } from '../shared/domain/audit.ts';
import { requireProvenGrant } from '../shared/domain/credentials/proven-grant.ts';
import { fieldError } from '../shared/domain/errors.ts';
import {
  type NameDependencies,
  readServers,
  removeServer,
  retireSecret,
  setServer,
} from '../shared/domain/institutions/business-logic-changes.ts';
import { listedNames } from '../shared/domain/institutions/business-logic-names.ts';
import { newWebhookSecret } from '../shared/domain/institutions/webhook-secret.ts';
import { jsonBody } from '../shared/http/body.ts';
import {
  type removeServerResponse,
  serverActRequest,
  type serverActResponse,
  type serversResponse,
  toServer,
} from '../shared/http/business-logic-messages.ts';
import { type ApiResponse, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { parameter } from '../shared/http/parameters.ts';
import type { AuthorizedRequest } from '../shared/http/request.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { nameStore } from '../shared/store/business-logic-names.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const readKey = deploymentKey(readSecret);

/** `/v1/business-logic`: lists, sets and removes an institution's business-logic servers, and rotates their secrets. */
export const handler = authorizedEndpoint(
  { name: 'business-logic-servers', records: createAccessRecords(), admission: createRequestAdmission },
  async (request): Promise<ApiResponse> => {
    const name = request.pathParameters.name;
    if (name === undefined) {
      const body: Answer<typeof serversResponse> = {
        business_logic: (await namesFor(request)).map(toServer),
      };
      return { body };
    }
    // A change sends end users' words to another server.
    requireProvenGrant(request.principal, 'change business logic');
    if (request.method === 'POST') return { body: await changed(request, name) };
    await removeServer(changing(request), placeOf(request, parameter(request, 'application')), name);
    const body: Answer<typeof removeServerResponse> = { removed: name };
    return { body };
  },
);

async function changed(request: AuthorizedRequest, name: string): Promise<Answer<typeof serverActResponse>> {
  const { action, url, application } = validate(serverActRequest, jsonBody(request).body);
  const place = placeOf(request, application ?? undefined);
  const secret = action === 'rotate_secret' ? newWebhookSecret(randomBytes) : undefined;
  if (action === 'retire_secret') await retireSecret(changing(request), place, name);
  else if (secret !== undefined) await setServer(changing(request), place, name, { secret });
  else await setServer(changing(request), place, name, { url: publicAddress(url), isPublicOnly: true });
  const listed = (await namesFor(request)).find(
    (server) => server.name === name && server.application === (application ?? null),
  );
  const unset = { name, application: application ?? null, url: null, secrets: [] };
  return { ...toServer(listed ?? unset), ...(secret !== undefined && { secret }) };
}

/** @throws {ParleyError} `invalid_request` */
function publicAddress(url: string | undefined): string {
  if (url !== undefined && isPublicAddress(url, publicAddressRule())) return url;
  throw fieldError('url', 'send a public https address without a user name or a password');
}

const placeOf = ({ principal: { institution } }: AuthorizedRequest, application: string | undefined) => ({
  institution,
  ...(application !== undefined && { application }),
});

const changing = (request: AuthorizedRequest): NameDependencies => ({
  businessLogicNames: nameStore(documentClient(), setting('VERSIONS_TABLE')),
  deploymentKey: readKey,
  now: () => request.now,
  random: randomBytes,
  eventOf: (what) => credentialEvent(request.principal, request, what),
});

const namesFor = async (request: AuthorizedRequest) =>
  listedNames(await readServers(changing(request), request.principal.institution));
