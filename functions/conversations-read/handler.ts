import { randomBytes } from 'node:crypto';
import type { ConversationReader } from '../shared/domain/conversations/conversation-views.ts';
import { readCursor, writeCursor } from '../shared/domain/cursors.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import type { HandoffStore } from '../shared/domain/handoffs/handoff-store.ts';
import { openMessages } from '../shared/domain/handoffs/read-messages.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import { isUuid } from '../shared/domain/versions/versions.ts';
import { type conversationResponse, toConversation } from '../shared/http/conversation-messages.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { limitParameter, parameter } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createConversationReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createHandoffStore } from '../shared/store/handoffs.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

interface Dependencies extends AuthorizedDependencies {
  reader: Pick<ConversationReader, 'turnsOf' | 'feedbackOf'>;
  handoffs: Pick<HandoffStore, 'messagesAfter'>;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** Messages read with the first page. */
const MAX_MESSAGES = 200;

/** `GET /v1/conversations/{session_id}`: the turns of a session and how each query was understood. */
export const createConversationsRead = ({
  reader,
  handoffs,
  deploymentKey,
  random,
  ...dependencies
}: Dependencies) =>
  authorizedEndpoint({ name: 'conversations-read', ...dependencies }, async (request) => {
    const { now, principal } = request;
    const { institution } = principal;
    const sessionId = request.pathParameters.session_id ?? '';
    const limit = limitParameter(request, 25, 100);
    const context = {
      deploymentKey: await deploymentKey(),
      institution,
      list: ['conversation', sessionId],
    };
    const cursor = parameter(request, 'cursor');
    const after = cursor === undefined ? {} : { after: readCursor(cursor, context) };
    if (!isUuid(sessionId)) throw unknownSession();
    const place = { institution, sessionId };
    const isFirst = cursor === undefined;
    const [page, feedback, read] = await Promise.all([
      reader.turnsOf(institution, sessionId, { limit, now, ...after }),
      reader.feedbackOf(institution, sessionId, now),
      isFirst ? handoffs.messagesAfter(place, 0, { limit: MAX_MESSAGES, withNotes: true }) : { messages: [] },
    ]);
    const messages = openMessages(read.messages, place, context.deploymentKey);
    const [first] = page.items;
    if (first === undefined) throw unknownSession();
    const body: Answer<typeof conversationResponse> = {
      ...toConversation(first, page.items, feedback, isFirst ? messages : undefined),
      ...(page.next === undefined
        ? {}
        : { next_cursor: writeCursor(page.next, context, random(NONCE_BYTES)) }),
    };
    return { body };
  });

const unknownSession = (): ParleyError =>
  new ParleyError('not_found', 'The conversation log has no session with this id.');

const readKey = deploymentKey(readSecret);

export const handler = createConversationsRead({
  reader: createConversationReader({ deploymentKey: readKey }),
  handoffs: createHandoffStore(),
  deploymentKey: readKey,
  random: randomBytes,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
