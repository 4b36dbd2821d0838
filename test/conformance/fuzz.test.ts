import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { runs } from '../support/runs.ts';
import { FORM, formOf, JSON_TYPE, KEYS, OAUTH, QUERY, refusedClearly } from './support/api.ts';
import { canOperate, useApi, useTenant } from './support/parley.ts';

const demo = useApi();
const tenant = useTenant();
const RUNS = { numRuns: runs(60) };

const holds = (answer: HttpAnswer) => {
  if (answer.status === 200) expect(() => JSON.parse(answer.body.toString())).not.toThrow();
  else refusedClearly(answer);
};

/** Any text, with NULs, controls and halves of surrogate pairs among it. */
const halves = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code));
const text = fc.oneof(
  fc.string({ unit: halves, maxLength: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 200 }),
);
const contentType = fc.constantFrom(
  JSON_TYPE,
  FORM,
  'text/plain',
  `${JSON_TYPE}; charset=utf-8`,
  '',
  ';',
  'a/b/c',
);
const bytes = fc.uint8Array({ maxLength: 300 });
const nearJson = fc
  .json({ maxDepth: 6 })
  .chain((valid) =>
    fc
      .tuple(fc.nat(valid.length), fc.string({ maxLength: 3 }), fc.nat(3))
      .map(
        ([at, patch, cut]) =>
          fc
            .sample(fc.constant(valid), 1)
            .map((json) => json.slice(0, at) + patch + json.slice(at + cut))[0] ?? valid,
      ),
  );
const key = fc.record(
  {
    name: fc.oneof(text, fc.constant('fuzz'), fc.jsonValue()),
    scopes: fc.oneof(text, fc.constantFrom('query', 'app_read query', ''), fc.jsonValue()),
    referrer_addresses: fc.oneof(text, fc.domain(), fc.ipV4(), fc.ipV6(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const query = fc.record(
  {
    query: fc.oneof(text, fc.constantFrom('hello', 'yes', 'transfer money'), fc.jsonValue()),
    external_user_id: fc.oneof(fc.constant('fuzz'), text, fc.jsonValue()),
    language: fc.oneof(fc.constantFrom('en', 'es'), text, fc.jsonValue()),
    device: fc.oneof(fc.constantFrom('web', 'alexa'), text, fc.jsonValue()),
    lat: fc.oneof(fc.double(), fc.jsonValue()),
    lon: fc.oneof(fc.double(), fc.jsonValue()),
    time_offset: fc.oneof(fc.integer(), text, fc.jsonValue()),
    dialog: fc.oneof(text, fc.jsonValue()),
    dialog_seed: fc.oneof(text, fc.jsonValue()),
    ai_faq_filters: fc.oneof(fc.dictionary(text, fc.array(text)), fc.jsonValue()),
    anything: fc.jsonValue({ maxDepth: 8 }),
  },
  { requiredKeys: [] },
);
const wholeText = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((words) => !words.includes('\0'));
const plausible = fc.record(
  {
    query: wholeText.filter((words) => words.trim() !== ''),
    external_user_id: fc.constant('fuzz'),
    dialog: wholeText,
    dialog_seed: wholeText,
    language: fc.constantFrom('en', 'es'),
    anything: fc.jsonValue({ maxDepth: 8 }),
  },
  { requiredKeys: ['query', 'external_user_id'] },
);

describe('whatever is sent, no 5xx and every refusal in the one error body:', () => {
  test('bytes, with any content type, to every endpoint', async () => {
    const paths = fc.constantFrom(OAUTH, KEYS, `${KEYS}x`, QUERY);
    await fc.assert(
      fc.asyncProperty(paths, contentType, fc.oneof(bytes, nearJson), async (path, type, body) => {
        const headers = { ...(await demo.bearer('query app_read')), 'Content-Type': type };
        holds(await demo.call('POST', path, { headers, body }));
      }),
      RUNS,
    );
  });

  test('token requests', async () => {
    const value = fc.oneof(text, fc.constantFrom('password', 'client_credentials', 'query', 'demo'));
    const names = [
      'grant_type',
      'client_id',
      'client_secret',
      'service_user_id',
      'institution',
      'scope',
      'username',
    ];
    const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom(...names), text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 8 }), async (pairs) => {
        const headers = { 'Content-Type': FORM };
        holds(await demo.call('POST', OAUTH, { headers, body: formOf(pairs) }));
      }),
      RUNS,
    );
  });

  test('Authorization headers', async () => {
    const visible = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 100,
    });
    const scheme = fc.constantFrom('', 'Bearer ', 'App-Key ', 'App-Key cak_', 'Basic ', 'bearer  ');
    await fc.assert(
      fc.asyncProperty(scheme, visible, async (prefix, rest) => {
        const headers = { Authorization: `${prefix}${rest}` };
        expect((await demo.call('GET', KEYS, { headers })).status).toBe(401);
      }),
      RUNS,
    );
  });

  test.runIf(canOperate())('keys to create and to update', async () => {
    const { id } = await tenant.newKey();
    await fc.assert(
      fc.asyncProperty(key, fc.constantFrom(KEYS, `${KEYS}${id}`), async (fields, path) => {
        holds(await tenant.postJson(path, fields, await tenant.bearer()));
      }),
      RUNS,
    );
    expect((await tenant.listKeys()).map((listed) => listed.id)).toContain(id);
  });

  test('ids of keys to delete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.uuid()), async (id) => {
        const path = `${KEYS}${encodeURIComponent(id.toWellFormed())}`;
        const answer = await demo.call('DELETE', path, { headers: await demo.bearer() });
        refusedClearly(answer);
      }),
      RUNS,
    );
  });

  test('queries of any shape', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (fields) => holds(await demo.postQuery(fields))),
      RUNS,
    );
  });

  test('queries that are well formed, which are all answered', async () => {
    await fc.assert(
      fc.asyncProperty(plausible, async (fields) => {
        const answer = await demo.ask(fields.query, fields);
        expect(answer.query).toBe(fields.query);
        if ('anything' in fields)
          expect(answer.anything).toEqual(JSON.parse(JSON.stringify(fields.anything)));
      }),
      RUNS,
    );
  });
});
