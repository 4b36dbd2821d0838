import { writeConversationTest } from '../../authoring/write-conversation-test.ts';
import type { ConversationReader } from '../shared/domain/conversations/conversation-views.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { isUuid } from '../shared/domain/versions/versions.ts';
import type { conversationTestResponse } from '../shared/http/conversation-messages.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createConversationReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

/** The most turns of a test: one read of the log. */
const MAX_TURNS = 100;

/** `GET /v1/conversations/{session_id}/test`: a logged session as a conversation test for an assistant's folder. */
export const createConversationsTest = ({
  reader,
  ...dependencies
}: AuthorizedDependencies & { reader: Pick<ConversationReader, 'turnsOf'> }) =>
  authorizedEndpoint({ name: 'conversations-test', ...dependencies }, async (request) => {
    const { now, principal } = request;
    const sessionId = request.pathParameters.session_id ?? '';
    if (!isUuid(sessionId)) throw unknownSession();
    const page = await reader.turnsOf(principal.institution, sessionId, { limit: MAX_TURNS, now });
    const [first, ...more] = page.items;
    if (first === undefined) throw unknownSession();
    if (page.next !== undefined) {
      throw new ParleyError('conflict', `A test may have ${MAX_TURNS} turns, and this session has more.`);
    }
    const { text, masked, unanswered } = writeConversationTest([first, ...more]);
    const body: Answer<typeof conversationTestResponse> = {
      session_id: sessionId,
      path: `tests/session-${sessionId.slice(0, 8)}.yaml`,
      text,
      masked,
      unanswered,
    };
    return { body };
  });

const unknownSession = (): ParleyError =>
  new ParleyError('not_found', 'The conversation log has no session with this id.');

export const handler = createConversationsTest({
  reader: createConversationReader({ deploymentKey: deploymentKey(readSecret) }),
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
