import { readAssistantFiles } from '../../authoring/read.ts';
import { tryPhrases } from '../../authoring/trial/try-phrases.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { readDraft } from '../shared/domain/drafts/drafts.ts';
import { versionToTryWith } from '../shared/domain/drafts/trial.ts';
import { unavailable } from '../shared/domain/errors.ts';
import { artifactKey, readArtifact } from '../shared/domain/versions/versions.ts';
import { jsonBody } from '../shared/http/body.ts';
import { draftTrialRequest, type draftTrialResponse } from '../shared/http/draft-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { jobStore } from '../shared/store/draft-jobs.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

const table = () => setting('VERSIONS_TABLE');
const loaders = engineLoaders(() => setting('ENCODER_DIRECTORY'));

/** `POST /v1/drafts/{draft}/try`: predicts the effect of phrases in a draft without training it. */
export const handler = authorizedEndpoint(
  { name: 'drafts-try', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { institution } = request.principal;
    const { ai_version: asked, ...tried } = validate(draftTrialRequest, jsonBody(request).body);
    const { draft, files } = await readDraft(
      { drafts: draftStore(documentClient(), table()), artifacts: await artifactsOfProcess() },
      { institution, name: request.pathParameters.draft ?? '' },
    );
    const id = await versionToTryWith(
      {
        versions: versionStore(documentClient(), table()),
        jobs: jobStore(documentClient(), table()),
      },
      { institution, draft: draft.name, asked: asked ?? undefined },
    );
    const version = id === undefined ? undefined : await load(institution, id);
    const ground = { authored: readAssistantFiles(files), version, loaders, now: Date.now() };
    const body: Answer<typeof draftTrialResponse> = {
      draft: draft.name,
      revision: draft.revision,
      ai_version: id ?? null,
      ...(await tryPhrases(ground, tried)),
    };
    return { body };
  },
);

/** The version loaded last, since an author usually tries phrases with the same version. */
let latest: { key: string; version: LoadedAssistant } | undefined;

/** @throws {ParleyError} `temporarily_unavailable` if the artifact is missing, altered, or made with another encoder */
async function load(institution: string, id: string): Promise<LoadedAssistant> {
  const key = artifactKey(institution, id);
  if (latest?.key === key) return latest.version;
  try {
    const artifact = await readArtifact(await artifactsOfProcess(), institution, id);
    if (artifact === undefined) throw new Error(`the artifact of the version ${id} is missing`);
    const version = loadAssistant(artifact, loaders);
    latest = { key, version };
    return version;
  } catch (error) {
    throw unavailable(error);
  }
}
