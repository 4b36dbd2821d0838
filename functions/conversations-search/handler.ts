import { randomBytes } from 'node:crypto';
import type { ConversationReader, CounterReader } from '../shared/domain/conversations/conversation-views.ts';
import { plain, searchTurns } from '../shared/domain/conversations/search-turns.ts';
import { readCursor, writeCursor } from '../shared/domain/cursors.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { fieldError } from '../shared/domain/errors.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import { type searchResponse, toSearch } from '../shared/http/conversation-messages.ts';
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
  reader: Pick<ConversationReader, 'sessionsOf' | 'turnsOf'> & CounterReader;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 200;

/** `GET /v1/search`: the turns whose query or answer contains a text, newest session first. */
export const createConversationsSearch = ({ reader, deploymentKey, random, ...dependencies }: Dependencies) =>
  authorizedEndpoint({ name: 'conversations-search', ...dependencies }, async (request) => {
    const { institution } = request.principal;
    const text = parameter(request, 'text') ?? '';
    if (plain(text).length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) {
      throw fieldError('text', `send ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters to search for`);
    }
    const { asked, choice } = sessionParameters(request);
    const context = {
      deploymentKey: await deploymentKey(),
      institution,
      list: ['search', text, ...choice],
    };
    const cursor = parameter(request, 'cursor');
    const after = cursor === undefined ? {} : { after: readCursor(cursor, context) };
    const page = await searchTurns(reader, institution, { text, ...asked, ...after });
    const body: Answer<typeof searchResponse> = {
      ...toSearch(page),
      ...(page.next === undefined
        ? {}
        : { next_cursor: writeCursor(page.next, context, random(NONCE_BYTES)) }),
    };
    return { body };
  });

const readKey = deploymentKey(readSecret);

export const handler = createConversationsSearch({
  reader: { ...createConversationReader({ deploymentKey: readKey }), ...createCounterReader() },
  deploymentKey: readKey,
  random: randomBytes,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
