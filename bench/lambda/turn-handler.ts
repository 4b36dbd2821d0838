import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import { loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import { artifactStore } from '../../functions/shared/store/artifacts.ts';
import { optionalSetting, setting } from '../../functions/shared/store/environment.ts';
import { INSTITUTION_VARIABLE, VERSION_VARIABLE } from './turn-variables.ts';

const institution = setting(INSTITUTION_VARIABLE);
const aiVersion = setting(VERSION_VARIABLE);
const artifacts = await artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT'));
const artifact = await readArtifact(artifacts, institution, aiVersion);
if (artifact === undefined) throw new Error(`AI version ${aiVersion} has no artifact`);
const loaded = loadAssistant(
  artifact,
  engineLoaders(() => setting('ENCODER_DIRECTORY')),
);

/** Does only the engine's part of the query function, for the first query of a conversation. */
export async function handler({ body, isBase64Encoded }: { body: string; isBase64Encoded: boolean }) {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const { query, external_user_id: externalUserId } = JSON.parse(text);
  const input = {
    qid: 'bench',
    query,
    language: 'en',
    device: null,
    lat: null,
    lon: null,
    timeOffset: null,
    now: Date.now(),
    institution,
    application: null,
    externalUserId,
    aiVersion,
    dialog: 'bench',
    sessionId: 'bench',
    turnKey: 'bench',
    faqFilters: undefined,
    arbitraryFields: {},
  };
  const { visuals } = await takeTurn(loaded, initialState(), input, async () => ({
    status: 'failed',
    reason: 'not_configured',
  }));
  return { statusCode: 200, body: visuals.speakableResponse };
}
