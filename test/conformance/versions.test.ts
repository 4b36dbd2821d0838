import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startedAs } from '../support/service.ts';
import { createApi, refused, refusedClearly } from './support/api.ts';
import {
  APPLICATION,
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
const versions = { first: '', second: '' };

/** The application has the first version, the platform's default is the second. */
beforeAll(async () => {
  if (!canOperate()) return;
  const { institution } = api.account();
  versions.first = await publishAssistant(institution, { outOfScope: 'The first says no.' });
  versions.second = await publishAssistant(institution, {
    outOfScope: 'The second says no.',
    onlyDefault: true,
  });
}, 60_000);

async function speaker(fields: Record<string, unknown>): Promise<unknown> {
  const { ai_version, visuals } = await api.ask(STRANGE, fields);
  const first = { ai_version: versions.first, said: 'The first says no.' };
  const second = { ai_version: versions.second, said: 'The second says no.' };
  const said = { ai_version, said: visuals.speakableResponse };
  expect([first, second]).toContainEqual(said);
  return ai_version === versions.first ? 'first' : 'second';
}

describe.runIf(canOperate())('the version that answers', () => {
  test('is the platform default where neither ai_version nor application is sent', async () => {
    expect(await speaker({})).toBe('second');
  });

  test('is the one that ai_version names', async () => {
    expect(await speaker({ ai_version: versions.first })).toBe('first');
    expect(await speaker({ ai_version: versions.second })).toBe('second');
    expect(await speaker({ ai_version: versions.first.toUpperCase() })).toBe('first');
  });

  test('is the one that is assigned to the application', async () => {
    expect(await speaker({ application: APPLICATION })).toBe('first');
  });

  test('is the application’s where both are sent', async () => {
    expect(await speaker({ application: APPLICATION, ai_version: versions.second })).toBe('first');
  });

  test('stays with a session to its end, whatever later queries of it name', async () => {
    const { dialog } = await api.ask(STRANGE, { application: APPLICATION });
    expect(await speaker({ dialog })).toBe('first');
    expect(await speaker({ dialog, ai_version: versions.second })).toBe('first');
    const begun = await api.ask(STRANGE, { dialog_seed: randomUUID() });
    expect(await speaker({ dialog: begun.dialog, application: APPLICATION })).toBe('second');
  });
});

describe.runIf(canOperate())('an institution without any version', () => {
  test('is told so clearly, and keeps working otherwise', async () => {
    const account = await createTenant();
    const bare = createApi(baseUrl, () => account);
    refusedClearly(await bare.postQuery({ query: 'hello', external_user_id: 'u' }));
    await bare.newKey();
  });
});

describe.runIf(canOperate())('an artifact that is changed where it is kept', () => {
  test('is not served, while what is loaded goes on, and is served again once it is published again', async () => {
    const { institution } = api.account();
    const says = (outOfScope: string) => publishAssistant(institution, { outOfScope, onlyDefault: true });
    const [known, changed] = [await says('Known.'), await says('Changed.')];
    expect((await api.ask(STRANGE, { ai_version: known })).visuals.speakableResponse).toBe('Known.');
    await exchangeArtifacts(institution, known, changed);
    // As a function, another process may be asked, which has not loaded it.
    if (startedAs() === 'local')
      expect((await api.ask(STRANGE, { ai_version: known })).visuals.speakableResponse).toBe('Known.');
    refused(await api.postQuery({ ...QUESTION, ai_version: changed }), 503, 'temporarily_unavailable');
    await says('Changed.');
    expect((await api.ask(STRANGE, { ai_version: changed })).visuals.speakableResponse).toBe('Changed.');
  });
});
