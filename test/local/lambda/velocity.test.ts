import { expect, test } from 'vitest';
import { renderTemplate } from '../../../local/lambda/velocity.ts';

const context = {
  requestId: 'request-1',
  method: 'GET',
  header: (name: string) => (name === 'Origin' ? 'https://b' : ''),
};

test('keeps text unchanged, and inserts the id of the request', () => {
  expect(renderTemplate('{"id": "$context.requestId"}', context)).toEqual({
    body: '{"id": "request-1"}',
    headers: {},
  });
});

test.each([
  ['"https://a"', {}],
  ['"https://b"', { Vary: 'https://b' }],
  ['"https://a" || $origin == "https://b"', { Vary: 'https://b' }],
])('runs the block of a condition on %s only if it holds', (other, headers) => {
  const template = [
    '#set($origin = $input.params().header.get("Origin"))',
    `#if($origin == ${other})`,
    '#set($context.responseOverride.header.Vary = $origin)',
    '#end',
    'body',
  ].join('\n');
  expect(renderTemplate(template, context)).toEqual({ body: 'body', headers });
});

test.each([
  ['OPTIONS', 'asked'],
  ['PUT', 'other'],
])('takes the branch of the method %s', (method, body) => {
  const template = ['#if($context.httpMethod == "OPTIONS")', 'asked', '#else', 'other', '#end'].join('\n');
  expect(renderTemplate(template, { ...context, method }).body).toBe(body);
});

test('skips an inner condition if the outer one fails', () => {
  const template = ['#if("a" == "b")', '#if("a" == "a")', 'inner', '#end', 'outer', '#end', 'after'];
  expect(renderTemplate(template.join('\n'), context).body).toBe('after');
});

test.each([['#foreach($a in $b)'], ['#set($a = $unknown)'], ['#if($a > 1)']])(
  'rejects %s as unsupported',
  (line) => {
    expect(() => renderTemplate(line, context)).toThrow('unsupported');
  },
);
