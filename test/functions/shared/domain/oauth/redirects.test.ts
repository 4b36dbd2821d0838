import { describe, expect, test } from 'vitest';
import {
  isRedirectUri,
  redirectAllowed,
  withParameters,
} from '../../../../../functions/shared/domain/oauth/redirects.ts';

describe('a client may register', () => {
  test.each([
    'https://shop.example/callback',
    'https://shop.example',
    'https://shop.example:8443/a?b=c',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'com.example.app:/callback',
    `https://shop.example/${'x'.repeat(2048 - 21)}`,
  ])('%s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  test.each([
    'http://shop.example/callback',
    'http://localhost/callback',
    'https://shop.example/#part',
    'https://user:pass@shop.example/',
    'https://user@shop.example/',
    'https://:pass@shop.example/',
    'https:shop.example',
    'https://shop.example/a b',
    'https://shop.example\\@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'app:/callback',
    '/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1.evil.example/',
    `https://shop.example/${'x'.repeat(2048 - 20)}`,
    'x https://shop.example/',
    'view-source:https://shop.example/',
    '',
  ])('never %s', (uri) => expect(isRedirectUri(uri)).toBe(false));
});

describe('a request may name', () => {
  const registered = [
    'https://shop.example/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback',
  ];

  test.each([
    'https://shop.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:65535/callback',
    'http://[::1]:5000/callback',
    'http://[::1]/callback',
  ])('%s', (uri) => expect(redirectAllowed(registered, uri)).toBe(true));

  test.each([
    'https://shop.example:443/callback',
    'https://shop.example/callback/',
    'https://shop.example/callback?x',
    'https://SHOP.example/callback',
    'https://127.0.0.1:5000/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:5000@evil.example/callback',
    'http://127.0.0.1:5000/callback#x\r\nSet-Cookie: a',
    'http://127.0.0.1:5000/callback/',
    'http://127.0.0.2:5000/callback',
    'http://localhost:5000/callback',
    'http://[::2]:5000/callback',
    'http://[::1]:5000/other',
  ])('never %s', (uri) => expect(redirectAllowed(registered, uri)).toBe(false));
});

test('the loopback addresses of IPv4 and IPv6 are not interchangeable', () => {
  expect(redirectAllowed(['http://127.0.0.1/callback'], 'http://[::1]/callback')).toBe(false);
  expect(redirectAllowed(['http://[::1]/callback'], 'http://127.0.0.1/callback')).toBe(false);
});

test('an answer keeps the query of its redirect and encodes what it adds', () => {
  const added = { code: 'a', state: 'b&c=d é', gone: undefined };
  const query = 'code=a&state=b%26c%3Dd+%C3%A9';
  expect(withParameters('https://shop.example/', added)).toBe(`https://shop.example/?${query}`);
  expect(withParameters('https://shop.example/?x=%20y', added)).toBe(`https://shop.example/?x=%20y&${query}`);
  expect(withParameters('https://shop.example/?', added)).toBe(`https://shop.example/?${query}`);
  expect(withParameters('com.example.app:/back', { code: 'a' })).toBe('com.example.app:/back?code=a');
});
