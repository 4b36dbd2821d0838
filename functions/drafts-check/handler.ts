import { checkDraft } from '../../authoring/check/draft.ts';
import { sortFindings } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { readDraft } from '../shared/domain/drafts/drafts.ts';
import type { draftCheckResponse } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { serversOf } from '../shared/store/institution-servers.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));

/** The most findings in an answer; errors come first. */
export const MAX_FINDINGS = 1000;

/**
 * `GET /v1/drafts/{draft}/check`: the findings of `parley ai check` for a draft, and what the service does not allow
 * in it.
 */
export const handler = authorizedEndpoint(
  { name: 'drafts-check', records: createAccessRecords(), admission: createRequestAdmission },
  async ({ principal: { institution }, pathParameters }) => {
    const [{ draft, files }, servers] = await Promise.all([
      readDraft(
        { drafts: drafts(), artifacts: await artifactsOfProcess() },
        { institution, name: pathParameters.draft ?? '' },
      ),
      serversOf(institution),
    ]);
    const findings = checkDraft(readAssistantFiles(files), servers);
    const [errors, warnings] = (['error', 'warning'] as const).map((severity) =>
      findings.filter((finding) => finding.severity === severity),
    );
    const shown = [...(errors ?? []), ...(warnings ?? [])].slice(0, MAX_FINDINGS);
    const body: Answer<typeof draftCheckResponse> = {
      draft: draft.name,
      revision: draft.revision,
      errors: errors?.length ?? 0,
      warnings: warnings?.length ?? 0,
      findings: sortFindings(shown),
      left_off: findings.length - shown.length,
    };
    return { body };
  },
);
