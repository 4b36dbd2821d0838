import { checkHosted, type InstitutionServers } from '../../authoring/check/hosted.ts';
import { checkAssistant } from '../../authoring/check.ts';
import { type Finding, sortFindings } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { readDraft } from '../shared/domain/drafts/drafts.ts';
import { NO_NAMES, openNames } from '../shared/domain/institutions/business-logic-names.ts';
import type { draftCheckResponse } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { nameStore } from '../shared/store/business-logic-names.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

const drafts = () => draftStore(documentClient(), setting('VERSIONS_TABLE'));
const readKey = deploymentKey(readSecret);

/** An answer has at most this many findings, errors first. */
export const MAX_FINDINGS = 1000;

/** Longer messages are cut: they may repeat a text that is as long as a file. */
export const MAX_MESSAGE_CHARACTERS = 1000;

const cut = (finding: Finding): Finding => ({
  ...finding,
  message: finding.message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed(),
});

/** `GET /v1/drafts/{draft}/check`: what `parley ai check` finds in a draft, and what a draft may not do. */
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
    const authored = readAssistantFiles(files);
    const findings = sortFindings([...checkAssistant(authored), ...checkHosted(authored, servers)]);
    const [errors, warnings] = (['error', 'warning'] as const).map((severity) =>
      findings.filter((finding) => finding.severity === severity),
    );
    const shown = [...(errors ?? []), ...(warnings ?? [])].slice(0, MAX_FINDINGS);
    const body: Answer<typeof draftCheckResponse> = {
      draft: draft.name,
      revision: draft.revision,
      errors: errors?.length ?? 0,
      warnings: warnings?.length ?? 0,
      findings: sortFindings(shown).map(cut),
      left_off: findings.length - shown.length,
    };
    return { body };
  },
);

/** The names and addresses of the institution's business logic, in any application. */
async function serversOf(institution: string): Promise<InstitutionServers> {
  const stored = await nameStore(documentClient(), setting('VERSIONS_TABLE')).read(institution);
  const key = { deploymentKey: await readKey(), institution };
  const { everywhere, applications } = (stored && openNames(stored.sealed, key)) ?? NO_NAMES;
  const named = [everywhere, ...Object.values(applications)].flatMap((servers) => Object.entries(servers));
  return {
    addresses: new Set(named.flatMap(([name, { url }]) => (url === undefined ? [] : [name]))),
    hosts: new Set(named.flatMap(([, { url }]) => (url === undefined ? [] : [new URL(url).host]))),
    secrets: new Set(named.flatMap(([name, { secrets }]) => (secrets === undefined ? [] : [name]))),
  };
}
