import { randomBytes } from 'node:crypto';
import { listSessions } from '../shared/domain/conversations/conversation-list.ts';
import type { ConversationReader, CounterReader } from '../shared/domain/conversations/conversation-views.ts';
import { readCursor, writeCursor } from '../shared/domain/cursors.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import { type conversationsResponse, toSessionLine } from '../shared/http/conversation-messages.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { parameter } from '../shared/http/parameters.ts';
import { sessionParameters } from '../shared/http/session-parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createConversationReader, createCounterReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

interface Dependencies extends AuthorizedDependencies {
  reader: Pick<ConversationReader, 'sessionsOf'> & CounterReader;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** `GET /v1/conversations`: the sessions that began in a range of days, newest first. */
export const createConversationsList = ({ reader, deploymentKey, random, ...dependencies }: Dependencies) =>
  authorizedEndpoint({ name: 'conversations-list', ...dependencies }, async (request) => {
    const { institution } = request.principal;
    const { asked, choice } = sessionParameters(request);
    const context = {
      deploymentKey: await deploymentKey(),
      institution,
      list: ['conversations', ...choice],
    };
    const cursor = parameter(request, 'cursor');
    const after = cursor === undefined ? {} : { after: readCursor(cursor, context) };
    const page = await listSessions(reader, institution, { ...asked, ...after });
    const body: Answer<typeof conversationsResponse> = {
      conversations: page.sessions.map((line) => toSessionLine(line, request.now)),
      ...(page.next === undefined
        ? {}
        : { next_cursor: writeCursor(page.next, context, random(NONCE_BYTES)) }),
    };
    return { body };
  });

const readKey = deploymentKey(readSecret);

export const handler = createConversationsList({
  reader: { ...createConversationReader({ deploymentKey: readKey }), ...createCounterReader() },
  deploymentKey: readKey,
  random: randomBytes,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
