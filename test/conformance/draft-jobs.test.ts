import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MOST_TRAINED_UTTERANCES } from '../../functions/shared/domain/drafts/jobs.ts';
import { draftJobResponse } from '../../functions/shared/http/draft-messages.ts';
import { type Api, jsonOf } from './support/api.ts';
import { canOperate, useTenant } from './support/parley.ts';

const ann = useTenant();
const stranger = useTenant();

/** Returns settings in a language that the encoder cannot read, so that training takes a moment. */
const settings = (answer = '本だけです。') =>
  [
    'schema: 1',
    'name: shop',
    'languages: {default: ja, supported: [ja]}',
    `out_of_scope: {say: {ja: ${answer}}}`,
    'conversations: {keep: 30d, queries: true}',
    '',
  ].join('\n');
const competency = (utterances: readonly string[]) =>
  [
    'competency: hours',
    'title: {ja: 営業時間}',
    'states:',
    '  hours:',
    '    terminal: true',
    `    utterances: {ja: [${utterances.join(', ')}]}`,
    '    say: {ja: 九時から五時までです。}',
    '',
  ].join('\n');
const HOURS = ['何時に開きますか', '営業時間', '今日は開いていますか'];
const FILES = { 'assistant.yaml': settings(), 'competencies/hours.yaml': competency(HOURS) };

let bearer: Record<string, string> = {};
let stranges: Record<string, string> = {};
beforeAll(async () => {
  if (!canOperate()) return;
  bearer = await ann.bearer('ai_model_write query');
  stranges = await stranger.bearer('ai_model_write');
});

const create = (draft: string, files: Record<string, string> = FILES) =>
  ann.postJson(`/v1/drafts/${draft}`, { revision: 0, files }, bearer);
const publish = (draft: string, revision = 1, api: Api = ann, headers = bearer) =>
  api.postJson(`/v1/drafts/${draft}/publish`, { revision }, headers);
const readJob = (draft: string, api: Api = ann, headers = bearer) =>
  api.call('GET', `/v1/drafts/${draft}/job`, { headers });
const remove = (draft: string, api: Api = ann, headers = bearer) =>
  api.call('DELETE', `/v1/drafts/${draft}`, { headers });

/** True if the draft says that it has a job. */
const hasJob = async (draft: string) =>
  (jsonOf(await ann.call('GET', `/v1/drafts/${draft}`, { headers: bearer })) as { has_job: boolean }).has_job;

/** Waits for the end of a draft's job, and returns the job. */
async function ended(draft: string) {
  for (;;) {
    const job = draftJobResponse.parse(jsonOf(await readJob(draft)));
    if (job.state !== 'training') return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Session in which the first version was queried. */
let session = '';

describe.runIf(canOperate())('publishing a draft', () => {
  // Other tests compare with this test's version and conversation, and try phrases in the version.
  test('trains it and creates a version that answers queries', async () => {
    await create('shop');
    expect(await hasJob('shop')).toBe(false);
    const begun = draftJobResponse.parse(jsonOf(await publish('shop')));
    expect(begun).toMatchObject({
      draft: 'shop',
      revision: 1,
      state: 'training',
      progress: 0,
      started_by: ann.account().service_user_id,
    });
    expect(await hasJob('shop')).toBe(true);
    const job = await ended('shop');
    expect(job).toMatchObject({ job: begun.job, state: 'published', progress: 1 });
    const answer = await ann.ask(
      '営業時間',
      { ai_version: job.ai_version, external_user_id: randomUUID(), language: 'ja' },
      bearer,
    );
    session = answer.session_id;
    expect(answer).toMatchObject({ ai_version: job.ai_version });
    expect(answer.visuals.speakableResponse).toBe('九時から五時までです。');
  });

  test('of a draft with errors is refused with the first error, and starts no job', async () => {
    await create('faulty', {
      ...FILES,
      'competencies/hours.yaml': competency(HOURS).replace('say:', 'said:'),
    });
    const answer = await publish('faulty');
    expect(answer.status).toBe(409);
    expect(jsonOf(answer)).toMatchObject({
      error: 'conflict',
      error_description: expect.stringContaining('competencies/hours.yaml:7'),
    });
    expect((await readJob('faulty')).status).toBe(404);
  });

  test('of too many utterances is refused with their number', async () => {
    const many = MOST_TRAINED_UTTERANCES + 1;
    const utterances = Array.from({ length: many }, (_, index) => `q ${index}`);
    expect(
      (await create('large', { ...FILES, 'competencies/hours.yaml': competency(utterances) })).status,
    ).toBe(200);
    const answer = await publish('large');
    expect(answer.status).toBe(409);
    expect(jsonOf(answer)).toMatchObject({
      error_description: expect.stringContaining(`${many} utterances`),
    });
  });

  test('of another institution’s draft returns 404, as for an unknown draft', async () => {
    const answers = [
      await publish('shop', 1, stranger, stranges),
      await readJob('shop', stranger, stranges),
      await remove('shop', stranger, stranges),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await ended('shop')).toMatchObject({ state: 'published' });
  });

  test.each([[{}], [{ revision: 0 }], [{ revision: 1.5 }], [{ revision: '1' }]])(
    'by %j is refused with the field',
    async (body) => {
      const answer = await ann.postJson('/v1/drafts/shop/publish', body, bearer);
      expect(answer.status).toBe(400);
      expect(jsonOf(answer)).toMatchObject({ errors: [{ field: 'revision' }] });
    },
  );

  test('of an unknown draft or revision returns 404', async () => {
    await create('short');
    expect((await publish('none')).status).toBe(404);
    expect((await publish('short', 2)).status).toBe(404);
    expect((await readJob('short')).status).toBe(404);
    expect((await readJob('Short')).status).toBe(400);
  });
});

/** Returns a draft test that expects `said`. */
const testFor = (said: string) =>
  ['name: hours', 'turns:', '  - say: 営業時間', `    expect: {said: ${said}}`, ''].join('\n');

describe.runIf(canOperate())('the replay of a draft', () => {
  test('with only_tests counts passed and failed tests, and publishes nothing', async () => {
    const headers = await ann.bearer('version_write');
    const count = async () =>
      (jsonOf(await ann.call('GET', '/v1/versions', { headers })) as { versions: unknown[] }).versions.length;
    const before = await count();
    for (const [draft, said, passed] of [
      ['passing', '九時', 1],
      ['not-passing', '十時', 0],
    ] as const) {
      await create(draft, { ...FILES, 'tests/hours.yaml': testFor(said) });
      await ann.postJson(`/v1/drafts/${draft}/publish`, { revision: 1, only_tests: true }, bearer);
      const job = await ended(draft);
      expect(job).toMatchObject({ state: 'tested', play: { tests: { passed, failed: 1 - passed } } });
      expect(job).not.toHaveProperty('ai_version');
    }
    expect(await count()).toBe(before);
  });

  test('compares new sentences and logged conversations with the given version', async () => {
    const { ai_version: first } = await ended('shop');
    const log = await ann.bearer('conversation_read');
    await expect
      .poll(async () => (await ann.call('GET', `/v1/conversations/${session}`, { headers: log })).status)
      .toBe(200);
    const more = { 'competencies/hours.yaml': competency([...HOURS, '閉店はいつ']) };
    await create('compared', { ...FILES, ...more });
    await ann.postJson('/v1/drafts/compared/publish', { revision: 1, compare_with: first }, bearer);
    expect(await ended('compared')).toMatchObject({
      state: 'published',
      play: {
        compared_with: first,
        comparison: 'done',
        sentences: { played: 1, right: 1 },
        conversations: { played: 1, same: 1, verdict: 'open', changes: [] },
      },
    });
  });

  test('with another institution’s or an unknown version is refused', async () => {
    const { ai_version: version } = await ended('shop');
    await stranger.postJson('/v1/drafts/strange', { revision: 0, files: FILES }, stranges);
    for (const compare_with of [version, randomUUID()]) {
      const body = { revision: 1, compare_with };
      expect((await stranger.postJson('/v1/drafts/strange/publish', body, stranges)).status).toBe(404);
    }
    const body = { revision: 1, compare_with: 'the other one' };
    expect((await stranger.postJson('/v1/drafts/strange/publish', body, stranges)).status).toBe(400);
  });
});

describe.runIf(canOperate())('phrases that are tried in a draft', () => {
  const tryIn = (draft: string, body: Record<string, unknown>, api: Api = ann, headers = bearer) =>
    api.postJson(
      `/v1/drafts/${draft}/try`,
      { phrases: ['開店時間'], kind: 'utterance', name: 'hours', language: 'ja', ...body },
      headers,
    );

  test('are compared with its sentences, and classified by its published version', async () => {
    await create('tried');
    expect(jsonOf(await tryIn('tried', { phrases: ['営業時間'] }))).toMatchObject({
      draft: 'tried',
      revision: 1,
      ai_version: expect.toBeOneOf([null, expect.any(String)]),
      compared_by: 'words',
      has_name: true,
      phrases: [
        { text: '営業時間', stands: [{ kind: 'utterance', name: 'hours', is_wanted: true }], at_risk: [] },
      ],
    });
    const { ai_version } = await ended('shop');
    expect(jsonOf(await tryIn('shop', { phrases: ['営業時間', 'zzz'] }))).toMatchObject({
      ai_version,
      phrases: [
        { now: { label: 'hours', document: null }, own: { name: 'hours' } },
        { text: 'zzz', now: { label: expect.toBeOneOf([null, 'out_of_scope']) } },
      ],
    });
    expect(jsonOf(await ann.call('GET', '/v1/drafts/tried', { headers: bearer }))).toMatchObject({
      revision: 1,
    });
  });

  test('in English are compared by their meaning', async () => {
    const files = {
      'assistant.yaml':
        'schema: 1\nname: bank\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: No.}}\n',
      'competencies/bank.yaml':
        'competency: bank\nstates:\n' +
        '  transfer:\n    utterances: {en: [send money to my savings, move funds between my accounts]}\n' +
        '  branch:\n    utterances: {en: [where is your office, which branch is close to me]}\n',
    };
    await create('english', files);
    const asked = { phrases: ['wire cash to another account'], name: 'branch', language: 'en' };
    expect(jsonOf(await tryIn('english', asked))).toMatchObject({
      compared_by: 'meaning',
      compared: 4,
      phrases: [{ own: { name: 'branch' }, nearest: [{ name: 'transfer' }] }],
    });
  });

  test('are refused for another institution’s draft, and for an unknown draft or version', async () => {
    await create('mine');
    expect((await tryIn('mine', {}, stranger, stranges)).status).toBe(404);
    expect((await tryIn('none', {})).status).toBe(404);
    expect((await tryIn('mine', { ai_version: randomUUID() })).status).toBe(404);
  });

  test.each([
    [{ phrases: [] }, 'phrases'],
    [{ phrases: Array(11).fill('x') }, 'phrases'],
    [{ phrases: ['x'.repeat(501)] }, 'phrases.0'],
    [{ kind: 'song' }, 'kind'],
    [{ name: '' }, 'name'],
    [{ language: 7 }, 'language'],
  ])('with %j are refused with the field', async (body, field) => {
    const answer = await tryIn('mine', body);
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ errors: [{ field }] });
  });
});

describe.runIf(canOperate())('a deleted draft', () => {
  test('keeps only its old revisions, and its name can be used again', async () => {
    await create('gone');
    expect(jsonOf(await remove('gone'))).toMatchObject({ draft: 'gone', revision: 1 });
    const read = (query = '') => ann.call('GET', `/v1/drafts/gone${query}`, { headers: bearer });
    expect((await read()).status).toBe(404);
    expect((await read('?revision=1')).status).toBe(200);
    expect((await remove('gone')).status).toBe(404);
    expect(jsonOf(await create('gone'))).toMatchObject({ revision: 3 });
  });
});
