import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import type { Directive } from './support/echo-server.ts';
import { hasBusinessLogic, publishAssistant, useTenant } from './support/parley.ts';

const api = useTenant();
beforeAll(async () => {
  if (hasBusinessLogic()) await publishAssistant(api.account().institution);
}, 60_000);

/** Asks two queries in one conversation: the server's first answer must not disturb the second turn. */
async function twoTurns(query: string, bls: Directive): Promise<void> {
  const dialog_seed = randomUUID();
  await api.ask(query, { dialog_seed, bls });
  const { visuals } = await api.ask('thank you', { dialog_seed });
  // The second answer may return to what the first turn left unfinished.
  expect(visuals.speakableResponse).toMatch(/^You are welcome\.( Back to “.+)?$/s);
}

const RAW: readonly (readonly [string, Directive])[] = [
  ['nothing', { raw: '' }],
  ['null', { raw: 'null' }],
  ['an empty object', { raw: '{}' }],
  ['half an object', { raw: '{"response_slots":{' }],
  ['a depth bomb in visual_payload', { raw: '{"visual_payload":{"x":@#}}', depth: 100_000 }],
  ['a depth bomb in session_info', { raw: '{"session_info":{"x":@#}}', depth: 100_000 }],
  ['a depth bomb in response_slots', { raw: '{"response_slots":{"said":@#}}', depth: 100_000 }],
  ['a depth bomb in slots', { raw: '{"slots":{"_COLOR_":@#}}', depth: 100_000 }],
  ['a depth bomb beside', { raw: '{"x":@#}', depth: 100_000 }],
  ['a number beyond a double', { raw: '{"response_slots":{"said":1e400},"session_info":{"n":-1e400}}' }],
  ['a number of a quarter of a million digits', { raw: '{"x":1.~1}', zeros: 250_000 }],
  ['half a surrogate pair', { raw: '{"response_slots":{"said":"\\ud83d"},"session_info":{"n":"\\ud83d"}}' }],
  ['a NUL', { raw: '{"response_slots":{"said":"\\u0000"},"session_info":{"\\u0000":"\\u0000"}}' }],
  [
    'names of every object',
    { raw: '{"__proto__":{"state":"report_other"},"session_info":{"__proto__":{"x":1}}}' },
  ],
  ['visuals of such names', { raw: '{"visual_payload":{"__proto__":{"x":1},"constructor":2,"toString":3}}' }],
  ['a session_info of 240 KB', { raw: '{"session_info":{"x":"@"}}', depth: 240_000 }],
  ['visuals of 240 KB', { raw: '{"visual_payload":{"x":"@"}}', depth: 240_000 }],
  ['a list for slots', { raw: '{"slots":[1,2,3]}' }],
  ['a text for everything', { raw: '{"slots":"a","state":"b","response_slots":"c","session_info":"d"}' }],
];

describe.runIf(hasBusinessLogic())('a business-logic server that answers', () => {
  test.each(RAW)('%s never fails the query or the next one', async (_what, bls) => {
    await twoTurns('send a report', bls);
    await twoTurns('paint the wall red', bls);
  });

  test('random values never fail the query or the next one', async () => {
    const state = fc.oneof(
      fc.constantFrom('report', 'report_other', 'paint', 'thanks', 'root'),
      fc.jsonValue(),
    );
    const value = fc.record(
      {
        tokens: fc.jsonValue(),
        resolved: fc.oneof(fc.constantFrom(-1, 0, 1), fc.jsonValue()),
        value: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const slot = fc.record({ type: fc.constant('string'), values: fc.array(value) });
    const slots = fc.oneof(fc.record({ _COLOR_: slot }), fc.dictionary(fc.string(), slot), fc.jsonValue());
    const answer = fc.record(
      {
        state,
        slots,
        response_slots: fc.jsonValue(),
        session_info: fc.jsonValue(),
        visual_payload: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const query = fc.constantFrom('send a report', 'paint the wall', 'paint the wall red');
    await fc.assert(
      fc.asyncProperty(query, answer, (words, fields) => twoTurns(words, { answer: fields })),
      { numRuns: runs(50) },
    );
  });
});
