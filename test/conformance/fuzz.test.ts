import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { runs } from '../support/runs.ts';
import { FORM, JSON_TYPE, KEYS, OAUTH, QUERY, refusedClearly } from './support/api.ts';
import { useApi } from './support/parley.ts';

const demo = useApi();
const RUNS = { numRuns: runs(60) };

const holds = (answer: HttpAnswer) => {
  if (answer.status === 200) expect(() => JSON.parse(answer.body.toString())).not.toThrow();
  else refusedClearly(answer);
};

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

describe('random input never causes a 5xx or a refusal without the error body:', () => {
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
