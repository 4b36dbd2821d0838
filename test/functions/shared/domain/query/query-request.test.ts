import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ParleyError } from '../../../../../functions/shared/domain/errors.ts';
import { parseQuery, type QueryRequest } from '../../../../../functions/shared/domain/query/query-request.ts';

const parseText = (text: string): QueryRequest => parseQuery(JSON.parse(text), text);
const minimal = { query: 'hello', external_user_id: 'u1' };
const parse = (fields: Record<string, unknown>): QueryRequest =>
  parseText(JSON.stringify({ ...minimal, ...fields }));

function refusal(work: () => unknown): ParleyError {
  try {
    work();
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

/** Returns the fields that a refusal names, in order. */
const refused = (fields: Record<string, unknown>): string[] => {
  const error = refusal(() => parse(fields));
  expect(error.code).toBe('invalid_request');
  return (error.details.fields ?? []).map(({ field }) => field);
};

const uuid = '0b5ae0d2-52a5-4f0f-8a0e-1d2c3b4a5968';

test('a query needs no more than its two required fields', () => {
  expect(parse({})).toEqual({ query: 'hello', externalUserId: 'u1', arbitrary: {} });
});

test('every known field is read', () => {
  const fields = {
    language: 'es',
    device: 'alexa',
    lat: 42.5,
    lon: '-83.75',
    time_offset: '-300',
    dialog: 'd',
    dialog_seed: 's',
    ai_version: uuid.toUpperCase(),
    application: 'prod:bank',
    ai_faq_filters: { tags: ['a', 'b'], title: 'c' },
  };
  expect(parse(fields)).toEqual({
    query: 'hello',
    externalUserId: 'u1',
    language: 'es',
    device: 'alexa',
    lat: 42.5,
    lon: -83.75,
    timeOffset: -300,
    dialog: 'd',
    dialogSeed: 's',
    aiVersion: uuid,
    application: 'prod:bank',
    faqFilters: { tags: ['a', 'b'], title: ['c'] },
    arbitrary: {},
  });
});

test('null counts as left out, in optional fields only', () => {
  const optional = ['language', 'device', 'lat', 'lon', 'time_offset', 'dialog', 'dialog_seed'];
  const more = ['ai_version', 'application', 'ai_faq_filters'];
  const nulls = Object.fromEntries([...optional, ...more].map((name) => [name, null]));
  expect(parse(nulls)).toEqual(parse({}));
  expect(refused({ query: null, external_user_id: null })).toEqual(['query', 'external_user_id']);
});

test('an empty dialog, an empty seed and empty coordinates count as left out', () => {
  expect(parse({ dialog: '', dialog_seed: '', lat: '', lon: '' })).toEqual(parse({}));
});

test.each<[string, unknown]>([
  ['query', ''],
  ['query', 'q'],
  ['query', 'q'.repeat(4096)],
  ['query', '😀'.repeat(2048)],
  ['external_user_id', ' ~'],
  ['external_user_id', 'u'.repeat(64)],
  ['device', 'd'.repeat(1024)],
  ['lat', 90],
  ['lat', -90],
  ['lat', '90.000'],
  ['lat', '+1'],
  ['lon', 180],
  ['lon', '-180'],
  ['time_offset', 840],
  ['time_offset', -840],
  ['time_offset', '840'],
  ['time_offset', '-840'],
  ['time_offset', 0],
  ['dialog', 'x'.repeat(10_000)],
  ['dialog_seed', 's'.repeat(1024)],
  ['dialog_seed', '\ud800\0'],
  ['ai_faq_filters', {}],
  ['ai_faq_filters', { source: [] }],
])('%s may be %j', (name, value) => {
  expect(() => parse({ [name]: value })).not.toThrow();
});

test.each<[string, unknown]>([
  ['query', ' \t\n'],
  ['query', 'q'.repeat(4097)],
  ['query', 'a\0b'],
  ['query', 'a\ud800b'],
  ['query', 7],
  ['external_user_id', ''],
  ['external_user_id', 'u'.repeat(65)],
  ['external_user_id', 'ü'],
  ['external_user_id', 'a\n'],
  ['external_user_id', '\u007f'],
  ['external_user_id', 7],
  ['language', 'eng'],
  ['language', 'EN'],
  ['language', 7],
  ['device', 'd'.repeat(1025)],
  ['device', ['web']],
  ['lat', 90.001],
  ['lat', -90.001],
  ['lat', '90.001'],
  ['lat', ' '],
  ['lat', ' 1'],
  ['lat', '0x10'],
  ['lat', true],
  ['lon', 180.001],
  ['lon', '-180.001'],
  ['lon', 'NaN'],
  ['time_offset', 841],
  ['time_offset', -841],
  ['time_offset', '841'],
  ['time_offset', 1.5],
  ['time_offset', '1.5'],
  ['time_offset', ''],
  ['time_offset', '1e2'],
  ['time_offset', '0x10'],
  ['dialog', 7],
  ['dialog_seed', 's'.repeat(1025)],
  ['ai_version', 'latest'],
  ['ai_version', `${uuid}0`],
  ['application', 'bank'],
  ['application', 'prod:bank:eu'],
  ['ai_faq_filters', ['tags']],
  ['ai_faq_filters', { tags: 7 }],
  ['ai_faq_filters', { tags: [7] }],
])('%s may not be %j', (name, value) => {
  expect(refused({ [name]: value })).toEqual([name]);
});

test('every bad field is named, with what to send instead', () => {
  const error = refusal(() => parseText('{"query":" ","lat":"north","nested":1e999,"language":"english"}'));
  expect(error.details.fields).toEqual([
    { field: 'query', message: expect.stringContaining('up to 4,096') },
    { field: 'language', message: expect.stringContaining('ISO 639-1') },
    { field: 'lat', message: 'send a latitude from -90 to 90' },
    { field: 'external_user_id', message: expect.stringContaining('1 to 64') },
    { field: 'nested', message: expect.stringContaining('double') },
  ]);
  expect(error.message).toContain('lat: send a latitude');
});

test('other fields are kept apart, as they came', () => {
  const text = '{"query":"q","external_user_id":"u","n":12345678901234567890,"s":"\\ud800","o":{"a":[null]}}';
  const { arbitrary } = parseText(text);
  expect(JSON.stringify(arbitrary)).toBe('{"n":12345678901234567890,"s":"\\ud800","o":{"a":[null]}}');
});

test('the last of a repeated field counts', () => {
  const { query, arbitrary } = parseText('{"query":"a","x":1,"query":"b","external_user_id":"u","x":2}');
  expect({ query, arbitrary }).toEqual({ query: 'b', arbitrary: { x: 2 } });
});

test('names that mean something to JavaScript are plain data', () => {
  const text =
    '{"query":"q","external_user_id":"u","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":2}';
  const { arbitrary } = parseText(text);
  expect(Object.keys(arbitrary)).toEqual(['__proto__', 'constructor', 'toString']);
  expect(JSON.stringify(arbitrary)).toBe(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":2}',
  );
  expect('polluted' in {}).toBe(false);
  const numbers = parseText(text.replace('"toString":2', '"toString":12345678901234567890'));
  expect(Object.keys(numbers.arbitrary)).toEqual(['__proto__', 'constructor', 'toString']);
});

test('__proto__ cannot stand in for a required field', () => {
  const error = refusal(() => parseText('{"__proto__":{"query":"q","external_user_id":"u"}}'));
  expect(error.details.fields?.map(({ field }) => field)).toEqual(['query', 'external_user_id']);
});

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('an arbitrary field may be 20 levels deep and no deeper', () => {
  expect(() => parse({ deep: nested(20) })).not.toThrow();
  expect(refused({ deep: nested(21), fine: nested(20) })).toEqual(['deep']);
  const bomb = `{"query":"q","external_user_id":"u","deep":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`;
  expect(refusal(() => parseText(bomb)).details.fields?.[0]?.field).toBe('deep');
});

test('arbitrary fields may hold 64 KB together and no more', () => {
  const frame = '{"a":"","b":""}'.length;
  const half = 'é'.repeat(16_000);
  const rest = 'x'.repeat(65_536 - frame - 32_000);
  expect(() => parse({ a: half, b: rest })).not.toThrow();
  expect(refusal(() => parse({ a: half, b: `${rest}x` })).code).toBe('payload_too_large');
});

test('a number counts among the 64 KB with the digits that it came with', () => {
  const number = (zeros: number) => `{"query":"q","external_user_id":"u","a":1.${'0'.repeat(zeros)}1}`;
  const frame = '{"a":1.1}'.length;
  expect(JSON.stringify(parseText(number(65_536 - frame)).arbitrary)).toHaveLength(65_536);
  expect(refusal(() => parseText(number(65_537 - frame))).code).toBe('payload_too_large');
});

test('the filters may have 1,000 values over all keys and no more, whatever they are', () => {
  const filters = (count: number, value: unknown) => ({ title: 'one', tags: Array(count).fill(value) });
  expect(parse({ ai_faq_filters: filters(999, 'a') }).faqFilters?.tags).toHaveLength(999);
  expect(refused({ ai_faq_filters: filters(1_000, 'a') })).toEqual(['ai_faq_filters']);
  expect(refused({ ai_faq_filters: filters(120_000, 1) })).toEqual(['ai_faq_filters']);
  const keys = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, []]));
  expect(parse({ ai_faq_filters: keys }).faqFilters).toBeUndefined();
});

test('all other fields are kept whole, and never taken for known ones', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 })), (fields) => {
      const { arbitrary, ...known } = parseText(
        JSON.stringify(fields).replace(
          /\}$/,
          `${Object.keys(fields).length > 0 ? ',' : ''}${JSON.stringify(minimal).slice(1)}`,
        ),
      );
      expect(JSON.stringify(arbitrary)).toBe(JSON.stringify(fields));
      expect(known).toEqual({ query: 'hello', externalUserId: 'u1' });
    }),
  );
});
