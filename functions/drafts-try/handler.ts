import { readAssistantFiles } from '../../authoring/read.ts';
import { encodesLanguage } from '../../engine/classify/encoder/description.ts';
import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { readDraft } from '../shared/domain/drafts/drafts.ts';
import { unavailable } from '../shared/domain/errors.ts';
import {
  artifactKey,
  readArtifact,
  servingVersion,
  unknownVersion,
} from '../shared/domain/versions/versions.ts';
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
import { compareWithDraft } from './trial.ts';

const table = () => setting('VERSIONS_TABLE');
const loaders = engineLoaders(() => setting('ENCODER_DIRECTORY'));

type Now = Answer<typeof draftTrialResponse>['phrases'][number]['now'];

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
    const id = await versionFor(institution, draft.name, asked?.toLowerCase());
    const version = id === undefined ? undefined : await load(institution, id);
    const now: Now[] = [];
    for (const phrase of tried.phrases) now.push(await takenNow(version, phrase, tried.language));
    const encodes = encodesLanguage(loaders.encoder?.() ?? { languages: [], glossed: [] }, tried.language);
    const { phrases, ...compared } = compareWithDraft(readAssistantFiles(files), tried, {
      embed: encodes ? loaders.embed?.(version?.classifiers.get(tried.language), tried.language) : undefined,
      likely: now.flatMap((each) => each?.ranked.map(({ label }) => label) ?? []),
    });
    const body: Answer<typeof draftTrialResponse> = {
      draft: draft.name,
      revision: draft.revision,
      ai_version: id ?? null,
      ...compared,
      phrases: phrases.map((phrase, index) => ({ ...phrase, now: now[index] ?? null })),
    };
    return { body };
  },
);

/**
 * The version to compare with: the requested version, else the one that the draft was published as, else the serving
 * one.
 * @throws {ParleyError} `not_found`
 */
async function versionFor(
  institution: string,
  draft: string,
  asked: string | undefined,
): Promise<string | undefined> {
  const versions = versionStore(documentClient(), table());
  if (asked !== undefined) {
    if ((await versions.find(institution, asked)) === undefined) throw unknownVersion(institution, asked);
    return asked;
  }
  const job = await jobStore(documentClient(), table()).find(institution, draft);
  return job?.versionId ?? servingVersion(await versions.listAssignments(institution));
}

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

const MOST_RANKED = 3;

/** A version's understanding of a phrase as the first query of a conversation. Calls no business logic. */
async function takenNow(version: LoadedAssistant | undefined, query: string, language: string): Promise<Now> {
  if (!version?.assistant.languages.supported.includes(language)) return null;
  const input = {
    ...{ qid: 'try', query, language, device: null, lat: null, lon: null, timeOffset: null, now: Date.now() },
    ...{ institution: null, application: null, externalUserId: 'try', aiVersion: '', dialog: 'try' },
    ...{ sessionId: 'try', arbitraryFields: {} },
  };
  const { intent, faq, explanation } = await takeTurn(version, initialState(), input, async () => ({
    status: 'failed',
    reason: 'tried without business logic',
  }));
  const { ranked, outOfScope } = explanation;
  return {
    label: intent,
    document: faq?.title ?? null,
    ranked: ranked.slice(0, MOST_RANKED).map(({ label, probability }) => ({ label, probability })),
    out_of_scope: outOfScope,
  };
}
