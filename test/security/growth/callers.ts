import { filterKey } from '../../../engine/faq/collection.ts';
import { readAnswer } from '../../../functions/shared/business-logic/answer.ts';
import { parseScopes } from '../../../functions/shared/domain/credentials/scopes.ts';
import { normalizeUsername } from '../../../functions/shared/domain/institutions/directory.ts';
import { parseReferrers, referrerAllowed } from '../../../functions/shared/domain/keys/referrers.ts';
import { isRedirectUri, redirectAllowed } from '../../../functions/shared/domain/oauth/redirects.ts';
import { parseQuery } from '../../../functions/shared/domain/query/query-request.ts';
import { isBasic, parseAuthorization, parseBasic } from '../../../functions/shared/http/authorization.ts';
import { formBody, jsonBody, MAX_BODY_BYTES, mediaType } from '../../../functions/shared/http/body.ts';
import { type ApiRequest, readHeaders } from '../../../functions/shared/http/request.ts';
import { isOwnForm } from '../../../functions/shared/page/form-token.ts';
import { chooseLanguage } from '../../../functions/shared/page/language.ts';
import type { Entrance } from './entrance.ts';
import { ADDRESSES, ANY_TEXT, DATA } from './shapes.ts';

/** A size large enough to reveal quadratic work, and small enough for a fast test. */
const LONG = 32 * 1024;
/** The maximum size of all headers together. */
const HEADER = 10 * 1024;

function request(body: string, headers: Readonly<Record<string, string>>): ApiRequest {
  return {
    requestId: 'r',
    method: 'POST',
    baseUrl: 'https://api.example',
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    query: new Map(),
    pathParameters: {},
    body: Buffer.from(body),
    sourceIp: '192.0.2.1',
    now: 0,
    arrivedAt: 0,
  };
}

const form = (text: string) =>
  formBody(request(text, { 'content-type': 'application/x-www-form-urlencoded' }));

/** Parses a JSON query with additional fields. */
function query(fields: string) {
  const { body, text } = jsonBody(
    request(`{"query":"q","external_user_id":"u",${fields}}`, { 'content-type': 'application/json' }),
  );
  return parseQuery(body, text);
}

/** Cuts off an incomplete last item of a JSON list. */
const items = (text: string): string => `${text.slice(0, text.lastIndexOf(',') + 1)}0`;
const nested = (text: string): string => `${text}1${']'.repeat(text.length)}`;

const FIELDS: Entrance[] = [
  {
    name: 'a number of many digits after the point',
    size: LONG,
    shapes: ['0', '9', '01'],
    read: (text) => query(`"x":1.${text}1`),
  },
  {
    name: 'a number of many zeros at its end',
    size: LONG,
    shapes: ['0', '10', '09'],
    read: (text) => query(`"x":1.${text}`),
  },
  {
    name: 'a number of many digits before the point',
    size: LONG,
    shapes: ['0', '9'],
    read: (text) => query(`"x":0.5e${text}`),
  },
  {
    name: 'a number with a long exponent',
    size: LONG,
    shapes: ['0', '9'],
    read: (text) => query(`"x":1e-${text}5`),
  },
  { name: 'a latitude of many digits', size: LONG, shapes: ['0'], read: (text) => query(`"lat":1.${text}1`) },
  {
    name: 'many numbers',
    size: LONG,
    shapes: ['1,', '-0,', '1.0,', '1e5,', '12345678901234567890,', '0.1234567890123456789,', 'null,'],
    read: (text) => query(`"x":[${items(text)}]`),
  },
  { name: 'a nested field', size: LONG, shapes: ['['], read: (text) => query(`"x":${nested(text)}`) },
  {
    name: 'a name that is repeated',
    size: LONG,
    shapes: ['"a":1,', '"a":-0,', '"__proto__":{"a":1},'],
    read: (text) => query(`${text.slice(0, text.lastIndexOf(',') + 1)}"n":12345678901234567890`),
  },
  {
    name: 'many names',
    size: LONG,
    shapes: ['x'],
    read: ({ length }) => query(Array.from({ length: length / 8 }, (_, at) => `"k${at}":-0`).join()),
  },
  {
    name: 'a text',
    size: LONG,
    shapes: ANY_TEXT,
    read: (text) => query(`"x":${JSON.stringify(text)},"n":-0`),
  },
  { name: 'a name', size: LONG, shapes: ANY_TEXT, read: (text) => query(`${JSON.stringify(text)}:-0`) },
  {
    name: 'each field of the contract',
    size: LONG,
    shapes: [...ANY_TEXT, ...ADDRESSES],
    read: (text) => {
      const names = ['query', 'language', 'device', 'lat', 'time_offset', 'dialog', 'dialog_seed'];
      const all = [...names, 'ai_version', 'application', 'external_user_id'];
      return query(all.map((name) => `"${name}":${JSON.stringify(text)}`).join());
    },
  },
  {
    name: 'the values of an FAQ filter',
    size: LONG,
    shapes: ['1,', '"a",', '[],', '{},'],
    read: (text) => query(`"ai_faq_filters":{"tags":[${items(text)}]}`),
  },
  { name: 'a value of an FAQ filter', size: LONG, shapes: ANY_TEXT, read: (text) => filterKey('tags', text) },
  {
    name: 'a body that is no JSON',
    size: LONG,
    shapes: [...ANY_TEXT, ...DATA],
    read: (text) => jsonBody(request(text, { 'content-type': 'application/json' })),
  },
];

const ANSWERS: Entrance[] = [
  {
    name: 'a number in an answer of business logic',
    size: LONG,
    shapes: ['0', '9', '01'],
    read: (text) => readAnswer(Buffer.from(`{"x":1.${text}1}`)),
  },
  {
    name: 'many numbers in an answer of business logic',
    size: LONG,
    shapes: ['1,', '-0,', '1.0,', '12345678901234567890,'],
    read: (text) => readAnswer(Buffer.from(`{"x":[${items(text)}]}`)),
  },
  {
    name: 'wrong values in an answer of business logic',
    size: MAX_BODY_BYTES,
    shapes: ['1,', '[],', 'null,'],
    read: (text) => readAnswer(Buffer.from(`{"slots":{"_A_":{"values":[${items(text)}]}}}`)),
  },
  {
    name: 'an answer of business logic that is nested',
    size: LONG,
    shapes: ['['],
    read: (text) => readAnswer(Buffer.from(nested(text))),
  },
];

const OAUTH: Entrance[] = [
  // Parameters without `=` reveal quadratic work only in large numbers.
  {
    name: 'a form of many parameters',
    size: MAX_BODY_BYTES,
    shapes: ['a&', '&a', 'a=b&', '%e9&'],
    read: form,
  },
  { name: 'a form', size: LONG, shapes: [...ANY_TEXT, '%e9', 'a=+', '=&'], read: form },
  { name: 'scopes', size: LONG, shapes: [...ANY_TEXT, 'query ', 'a b '], read: parseScopes },
  { name: 'a list of referrers', size: LONG, shapes: [...ANY_TEXT, ...ADDRESSES], read: parseReferrers },
  {
    name: 'one referrer',
    size: LONG,
    shapes: [...ANY_TEXT, ...ADDRESSES],
    read: (text) => parseReferrers(`*.${text}`),
  },
  {
    name: 'a redirect',
    size: LONG,
    shapes: [...ANY_TEXT, ...ADDRESSES],
    read: (text) => [isRedirectUri(text.slice(0, 2048)), redirectAllowed([text], `http://127.0.0.1:${text}`)],
  },
  { name: 'a user name', size: LONG, shapes: ANY_TEXT, read: (text) => normalizeUsername(text) },
];

const HEADERS: Entrance[] = [
  { name: 'Content-Type', read: (text: string) => mediaType(request('', { 'content-type': text })) },
  {
    name: 'Authorization',
    read: (text: string) => [isBasic(text), parseAuthorization(text), parseAuthorization(`Bearer ${text}`)],
  },
  {
    name: 'Basic credentials',
    read: (text: string) => [
      parseBasic(`Basic ${text}`),
      parseBasic(`Basic ${Buffer.from(text.slice(0, 1400)).toString('base64')}`),
    ],
  },
  { name: 'Accept-Language', read: (text: string) => chooseLanguage(text) },
  { name: 'Cookie', read: (text: string) => isOwnForm(request('', { cookie: text }), ['growth']) },
  {
    name: 'Origin',
    read: (text: string) =>
      referrerAllowed(['a.example', '*.b.example', '10.0.0.0/8'], {
        sourceIp: '192.0.2.1',
        origin: `https://${text}`,
      }),
  },
  {
    name: 'Referer',
    read: (text: string) =>
      referrerAllowed(['a.example', '*.b.example'], { sourceIp: '192.0.2.1', referer: text }),
  },
].map((header) => ({ ...header, size: HEADER, shapes: [...ANY_TEXT, ...ADDRESSES] }));

const MANY_HEADERS: Entrance = {
  name: 'many headers',
  size: 64 * 1024,
  shapes: ['x'],
  read: ({ length }) =>
    readHeaders({
      multiValueHeaders: null,
      headers: Object.fromEntries(Array.from({ length: length / 8 }, (_, at) => [`X-${at}`, 'v'])),
    }),
};

/** Texts that anybody on the network can send, and answers of a business-logic server. */
export const CALLERS: readonly Entrance[] = [...FIELDS, ...ANSWERS, ...OAUTH, ...HEADERS, MANY_HEADERS];
