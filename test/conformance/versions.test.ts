import { describe, expect, test } from 'vitest';
import { startedAs } from '../support/service.ts';
import { createApi, refused, refusedClearly } from './support/api.ts';
import {
  baseUrl,
  canOperate,
  createTenant,
  exchangeArtifacts,
  publishAssistant,
  useTenant,
} from './support/parley.ts';

const api = useTenant();
const STRANGE = 'who won the game last night';
const QUESTION = { query: STRANGE, external_user_id: 'versions' };

describe.runIf(canOperate())('an institution without any version', () => {
  test('gets a clear refusal for a query, and can still create keys', async () => {
    const account = await createTenant();
    const bare = createApi(baseUrl, () => account);
    refusedClearly(await bare.postQuery({ query: 'hello', external_user_id: 'u' }));
    await bare.newKey();
  });
});

describe.runIf(canOperate())('an artifact that is changed in its store', () => {
  test('is not served until it is published again, while a loaded version still answers', async () => {
    const { institution } = api.account();
    const says = (outOfScope: string) => publishAssistant(institution, { outOfScope, onlyDefault: true });
    const [known, changed] = [await says('Known.'), await says('Changed.')];
    expect((await api.ask(STRANGE, { ai_version: known })).visuals.speakableResponse).toBe('Known.');
    await exchangeArtifacts(institution, known, changed);
    // In Lambda, the query may reach a process that has not loaded the version.
    if (startedAs() === 'local')
      expect((await api.ask(STRANGE, { ai_version: known })).visuals.speakableResponse).toBe('Known.');
    refused(await api.postQuery({ ...QUESTION, ai_version: changed }), 503, 'temporarily_unavailable');
    await says('Changed.');
    expect((await api.ask(STRANGE, { ai_version: changed })).visuals.speakableResponse).toBe('Changed.');
  });
});
