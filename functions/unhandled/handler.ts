import type { ConversationReader, UnhandledQuery } from '../shared/domain/conversation-views.ts';
import { daysBetween } from '../shared/domain/days.ts';
import { groupUnhandled, MAX_GROUPED } from '../shared/domain/unhandled-groups.ts';
import { toGroup, type unhandledResponse } from '../shared/http/conversation-messages.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { daysParameters, limitParameter, parameter, versionParameters } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createConversationReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

interface Dependencies extends AuthorizedDependencies {
  reader: Pick<ConversationReader, 'unhandledOf'>;
}

const MAX_DAYS = 31;

/** `GET /v1/unhandled`: what was not understood, grouped by what it means, the largest groups first. */
export const createUnhandled = ({ reader, ...dependencies }: Dependencies) =>
  authorizedEndpoint({ name: 'unhandled', scope: 'conversation_read', ...dependencies }, async (request) => {
    const { from, to } = daysParameters(request, MAX_DAYS);
    const limit = limitParameter(request, 25, 100);
    const { versionId, application } = versionParameters(request);
    const language = parameter(request, 'language');
    const queries: UnhandledQuery[] = [];
    for (const day of daysBetween(from, to)) {
      // One more than are grouped, so that it is known whether there are more.
      const rest = MAX_GROUPED + 1 - queries.length;
      if (rest <= 0) break;
      const options = { limit: rest, now: request.now };
      const found = await reader.unhandledOf(request.principal.institution, day, options);
      queries.push(
        ...found.filter(
          (one) =>
            (versionId === undefined || one.versionId === versionId) &&
            (application === undefined || one.application === application) &&
            (language === undefined || one.language === language),
        ),
      );
    }
    const grouped = queries.slice(0, MAX_GROUPED);
    const body: Answer<typeof unhandledResponse> = {
      groups: groupUnhandled(grouped).slice(0, limit).map(toGroup),
      grouped: grouped.length,
      complete: grouped.length === queries.length,
    };
    return { body };
  });

export const handler = createUnhandled({
  reader: createConversationReader({ deploymentKey: deploymentKey(readSecret) }),
  records: createAccessRecords(),
});
