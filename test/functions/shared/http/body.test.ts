import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formBody,
  jsonBody,
  jsonOrFormBody,
  MAX_BODY_BYTES,
  MAX_PARAMETERS,
} from '../../../../functions/shared/http/body.ts';
import { type ApiRequest, readRequest } from '../../../../functions/shared/http/request.ts';
import { apiEvent } from '../../../support/requests.ts';
import { codeOf } from '../../../support/rules.ts';

const FORM = 'application/x-www-form-urlencoded';

function request(body: string | Uint8Array, ...contentTypes: string[]): ApiRequest {
  const event = apiEvent({ headers: { 'CONTENT-type': contentTypes } });
  return { ...readRequest(event, 0), body: Buffer.from(body) };
}

describe('a form', () => {
  test('gives back any parameters that were encoded, but for those without a value', () => {
    const name = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (parameters) => {
        const text = new URLSearchParams(Object.entries(parameters)).toString();
        const given = Object.entries(parameters).filter(([, value]) => value !== '');
        expect([...formBody(request(text, FORM))]).toEqual(given);
      }),
    );
  });

  test('with any parameter twice is refused', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, one, other) => {
        const text = new URLSearchParams([
          [name, one],
          [name, other],
        ]).toString();
        expect(codeOf(() => formBody(request(text, FORM)))).toBe('invalid_request');
      }),
    );
  });

  test('has names that are plain data', () => {
    const body = jsonOrFormBody(request('__proto__=x&constructor=y', FORM));
    expect(Object.entries(body)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  test('quotes only characters of a name that an error may contain (RFC 6749 §5.2)', () => {
    const allowed = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const field = new URLSearchParams([[name, '']]).toString();
        try {
          formBody(request(`${field}&${field}`, FORM));
          expect.fail('a repeated parameter was taken');
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(allowed) });
        }
      }),
    );
    const refusal = () => formBody(request('a"b=1&a"b=2', FORM));
    expect(refusal).toThrow(/^a\?b: send this parameter once$/);
  });

  test('quotes at most 64 characters of a name in an error', () => {
    const name = 'x'.repeat(100_000);
    expect(() => formBody(request(`${name}=1&${name}=2`, FORM))).toThrow(/^x{64}: send this parameter once$/);
  });
});

test('a form of 1,000 parameters is read, one more is refused', () => {
  const form = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=x`).join('&');
  expect(formBody(request(form(MAX_PARAMETERS), FORM)).size).toBe(1_000);
  expect(codeOf(() => formBody(request(form(MAX_PARAMETERS + 1), FORM)))).toBe('invalid_request');
  expect(codeOf(() => jsonOrFormBody(request('&'.repeat(200_000), FORM)))).toBe('invalid_request');
});

describe('a JSON body', () => {
  test('gives back any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(jsonBody(request(text, 'application/json; charset=UTF-8')).body).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['', 'null', '[]', '"x"', '1', '{', '{}x', "{'a':1}", '{"a":1,}', '\0'])(
    '%j is refused',
    (text) => {
      expect(codeOf(() => jsonBody(request(text, 'application/json')))).toBe('invalid_request');
    },
  );

  test('has names that are plain data', () => {
    const { body } = jsonBody(request('{"__proto__": {"a": 1}}', 'application/json'));
    expect(Object.keys(body)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });
});

test('any bytes are read or rejected, without any other error', () => {
  const types = fc.constantFrom('application/json', FORM);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), types, (bytes, type) => {
      expect([undefined, 'invalid_request']).toContain(codeOf(() => jsonOrFormBody(request(bytes, type))));
    }),
  );
});

test('a body of 256 KiB is read, one byte more is too large', () => {
  const body = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
  expect(codeOf(() => jsonBody(request(body(MAX_BODY_BYTES), 'application/json')))).toBeUndefined();
  expect(codeOf(() => jsonBody(request(body(MAX_BODY_BYTES + 1), 'application/json')))).toBe(
    'payload_too_large',
  );
});

test.each([
  ['no content type', []],
  ['two content types', ['application/json', FORM]],
  ['another', ['text/plain']],
  ['one that merely begins alike', ['application/jsonx']],
  ['another charset', ['application/json; charset=latin1']],
])('%s is unsupported', (_, types) => {
  expect(codeOf(() => jsonOrFormBody(request('{}', ...types)))).toBe('unsupported_media_type');
});

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json ; charset="utf-8"',
  'application/json;x=y',
])('the content type %j is JSON', (type) => {
  expect(codeOf(() => jsonBody(request('{}', type)))).toBeUndefined();
});
