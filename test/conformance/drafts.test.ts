import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_MESSAGE_CHARACTERS } from '../../authoring/check/draft.ts';
import { DRAFT_LIMITS } from '../../functions/shared/domain/drafts/drafts.ts';
import { MAX_BODY_BYTES } from '../../functions/shared/http/body.ts';
import {
  draftCheckResponse,
  draftsResponse,
  wholeDraftResponse,
} from '../../functions/shared/http/draft-messages.ts';
import { type Api, jsonOf } from './support/api.ts';
import { canOperate, useTenant } from './support/parley.ts';

const ann = useTenant();
const stranger = useTenant();

const SETTINGS = [
  'schema: 1',
  'name: shop',
  'languages: {default: en, supported: [en]}',
  'out_of_scope: {say: {en: I sell books.}}',
  '',
].join('\n');
const COMPETENCY = [
  'competency: hours',
  'title: {en: opening hours}',
  'states:',
  '  hours:',
  '    utterances: {en: [when are you open, opening hours, are you open today]}',
  '    say: {en: From nine to five.}',
  '',
].join('\n');

let bearer: Record<string, string> = {};
let stranges: Record<string, string> = {};
beforeAll(async () => {
  if (!canOperate()) return;
  bearer = await ann.bearer('ai_model_write');
  stranges = await stranger.bearer('ai_model_write');
});

const write = (draft: string, body: unknown, api: Api = ann, headers = bearer) =>
  api.postJson(`/v1/drafts/${draft}`, body, headers);
const read = (path: string, api: Api = ann, headers = bearer) =>
  api.call('GET', `/v1/drafts${path}`, { headers });
const create = (draft: string, files: Record<string, string> = { 'assistant.yaml': SETTINGS }) =>
  write(draft, { revision: 0, files });

describe.runIf(canOperate())('a draft', () => {
  test('is written, listed, read byte for byte, and changed file by file', async () => {
    const created = jsonOf(await create('shop'));
    expect(created).toEqual({
      draft: 'shop',
      revision: 1,
      files: 1,
      bytes: Buffer.byteLength(SETTINGS) + 'assistant.yaml'.length,
      updated_at: expect.stringMatching(/Z$/),
      updated_by: ann.account().service_user_id,
    });
    const changed = jsonOf(
      await write('shop', { revision: 1, files: { 'competencies/hours.yaml': COMPETENCY } }),
    );
    expect(changed).toMatchObject({ revision: 2, files: 2 });
    expect(draftsResponse.parse(jsonOf(await read(''))).drafts).toContainEqual(changed);
    const files = { 'assistant.yaml': SETTINGS, 'competencies/hours.yaml': COMPETENCY };
    expect(jsonOf(await read('/shop'))).toMatchObject({ draft: 'shop', revision: 2, files });
    expect(jsonOf(await read('/shop?revision=1'))).toMatchObject({
      revision: 1,
      files: { 'assistant.yaml': SETTINGS },
    });
  });

  test('is checked, with the file and line of each finding', async () => {
    await create('checked', { 'assistant.yaml': SETTINGS, 'competencies/hours.yaml': COMPETENCY });
    expect(jsonOf(await read('/checked/check'))).toMatchObject({ revision: 1, errors: 0, left_off: 0 });
    await write('checked', {
      revision: 1,
      files: { 'competencies/hours.yaml': COMPETENCY.replace('say:', 'said:') },
    });
    const { errors, findings } = draftCheckResponse.parse(jsonOf(await read('/checked/check')));
    expect(errors).toBeGreaterThan(0);
    expect(findings).toContainEqual(
      expect.objectContaining({ file: 'competencies/hours.yaml', line: 6, severity: 'error' }),
    );
  });

  test('has findings of a limited length, even if they quote a long text', async () => {
    const text = COMPETENCY.replace('{en: opening hours}', `{? ${'x'.repeat(100_000)} : a}`);
    await create('long', { 'assistant.yaml': SETTINGS, 'competencies/hours.yaml': text });
    const { findings } = draftCheckResponse.parse(jsonOf(await read('/long/check')));
    expect(findings.map(({ message }) => message.slice(0, 3))).toContain('xxx');
    expect(Math.max(...findings.map(({ message }) => message.length))).toBe(MAX_MESSAGE_CHARACTERS);
  });

  test('may not call a host that is not its institution’s business logic', async () => {
    const settings = `${SETTINGS}business_logic: {url: "https://elsewhere.example.com/"}\n`;
    await create('abroad', { 'assistant.yaml': settings, 'competencies/hours.yaml': COMPETENCY });
    const { findings } = draftCheckResponse.parse(jsonOf(await read('/abroad/check')));
    expect(findings).toContainEqual(
      expect.objectContaining({ line: 5, message: expect.stringContaining('this host is not') }),
    );
  });

  test('cannot be read or written by another institution, which can use the same name', async () => {
    await create('secret');
    for (const path of ['/secret', '/secret/check', '/secret?revision=1'])
      expect((await read(path, stranger, stranges)).status).toBe(404);
    const there = await write('secret', { revision: 1, files: {} }, stranger, stranges);
    expect(there.status).toBe(404);
    expect(jsonOf(await read('', stranger, stranges))).toEqual({ drafts: [] });
    const files = { 'assistant.yaml': 'schema: 2' };
    expect((await write('secret', { revision: 0, files }, stranger, stranges)).status).toBe(200);
    expect(wholeDraftResponse.parse(jsonOf(await read('/secret'))).files).toEqual({
      'assistant.yaml': SETTINGS,
    });
  });

  test.each([
    [{ files: {} }, 'revision'],
    [{ revision: -1, files: {} }, 'revision'],
    [{ revision: 0.5, files: {} }, 'revision'],
    [{ revision: 0 }, 'files'],
    [{ revision: 0, files: { 'assistant.yaml': 1 } }, 'files.assistant.yaml'],
    [{ revision: 0, files: { '../assistant.yaml': 'x' } }, 'files.../assistant.yaml'],
  ])('of %j is refused with the field %s', async (body, field) => {
    const answer = await write('invalid', body);
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ errors: [{ field }] });
  });

  test.each([['/none'], ['/none/check'], ['/none?revision=1']])(
    'returns 404 if it is unknown: %s',
    async (path) => {
      expect((await read(path)).status).toBe(404);
    },
  );

  test('rejects an invalid name or revision', async () => {
    expect((await create('Shop')).status).toBe(400);
    for (const revision of ['0', 'x', '1.5', '-1']) {
      expect((await read(`/shop?revision=${revision}`)).status).toBe(400);
    }
  });

  test('is limited in size per request and in total, and is read and checked whole at that size', async () => {
    await create('large', { 'assistant.yaml': SETTINGS, 'competencies/hours.yaml': COMPETENCY });
    const empty = JSON.stringify({ revision: 1, files: { 'faq/help/0.md': '' } }).length;
    const most = 'a'.repeat(MAX_BODY_BYTES - empty);
    const tooMuch = await write('large', { revision: 1, files: { 'faq/help/0.md': `${most}a` } });
    expect(tooMuch.status).toBe(413);
    let revision = 1;
    let answer = await write('large', { revision, files: { 'faq/help/0.md': most } });
    while (answer.status === 200) {
      revision += 1;
      answer = await write('large', { revision, files: { [`faq/help/${revision}.md`]: most } });
    }
    expect(answer.status).toBe(409);
    expect(jsonOf(answer)).toMatchObject({
      error_description: expect.stringContaining(`${DRAFT_LIMITS.bytes} bytes`),
    });
    expect(Object.keys(wholeDraftResponse.parse(jsonOf(await read('/large'))).files)).toHaveLength(
      revision + 1,
    );
    expect((await read('/large/check')).status).toBe(200);
  });

  test('is read whole if it contains two million quotes', async () => {
    const quotes = '"'.repeat(120_000);
    const paths = Array.from({ length: 17 }, (_, index) => `faq/help/${index}.md`);
    for (const [revision, path] of paths.entries())
      expect((await write('quotes', { revision, files: { [path]: quotes } })).status).toBe(200);
    const { files } = wholeDraftResponse.parse(jsonOf(await read('/quotes')));
    expect(files).toEqual(Object.fromEntries(paths.map((path) => [path, quotes])));
  });
});
