import { suggest } from '../../engine/faq/suggest.ts';
import { loadDocuments } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { liveHandoff } from '../shared/domain/handoffs/acts.ts';
import type { HandoffStore } from '../shared/domain/handoffs/handoff-store.ts';
import { openText } from '../shared/domain/handoffs/handoffs.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { suggestionsResponse } from '../shared/http/handoff-messages.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { setting } from '../shared/store/environment.ts';
import { createHandoffStore } from '../shared/store/handoffs.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { keptDocuments, type LoadDocuments } from './documents.ts';

interface Dependencies extends AuthorizedDependencies {
  handoffs: Pick<HandoffStore, 'find' | 'messagesAfter'>;
  deploymentKey: DeploymentKey;
  documentsOf: LoadDocuments;
}

/** The number of last messages that are searched for the user's latest one. */
const MESSAGES = 25;
const MAX_SUGGESTIONS = 3;

/** `GET /v1/handoffs/{session_id}/suggestions`: passages of documents that may answer the user's last query. */
export const createHandoffsSuggest = ({
  handoffs,
  deploymentKey,
  documentsOf,
  ...dependencies
}: Dependencies) =>
  authorizedEndpoint({ name: 'handoffs-suggest', ...dependencies }, async (request) => {
    const { institution } = request.principal;
    const place = { institution, sessionId: request.pathParameters.session_id ?? '' };
    const { versionId, language, sequence } = await liveHandoff(handoffs, place, request.now);
    const after = Math.max(0, sequence - MESSAGES);
    const { messages } = await handoffs.messagesAfter(place, after, { limit: MESSAGES, withNotes: true });
    const asked = messages.findLast(({ from }) => from === 'user');
    const query = asked && openText(asked.sealed, { ...place, deploymentKey: await deploymentKey() });
    const documents = query ? await documentsOf(institution, versionId) : undefined;
    const body: Answer<typeof suggestionsResponse> = {
      sequence: asked?.sequence ?? null,
      suggestions: query && documents ? suggest(documents, query, language, MAX_SUGGESTIONS) : [],
    };
    return { body };
  });

const loaders = engineLoaders(() => setting('ENCODER_DIRECTORY'));

export const handler = createHandoffsSuggest({
  handoffs: createHandoffStore(),
  deploymentKey: deploymentKey(readSecret),
  documentsOf: keptDocuments(artifactsOfProcess, (artifact) => loadDocuments(artifact, loaders)),
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
