import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  newWebhookSecret,
  readWebhookSecret,
} from '../../../../../functions/shared/domain/institutions/webhook-secret.ts';

const ofBytes = (count: number) => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;

test.each([24, 25, 63, 64])('a secret of %d bytes is valid', (count) => {
  expect(readWebhookSecret(ofBytes(count))).toEqual(Buffer.alloc(count, 7));
});

test.each([
  ofBytes(23),
  ofBytes(65),
  '',
  'whsec_',
  ofBytes(32).slice('whsec_'.length),
  ofBytes(32).replace('whsec_', 'whsk_'),
  `${ofBytes(32)}\n`,
  ` ${ofBytes(32)}`,
  `${ofBytes(32)}*`,
])('%j is not a secret', (text) => {
  expect(readWebhookSecret(text)).toBeUndefined();
});

test('a new secret has 32 bytes, and differs each time', () => {
  const secrets = Array.from({ length: 20 }, () => newWebhookSecret(randomBytes));
  expect(secrets.map((secret) => readWebhookSecret(secret)?.byteLength)).toEqual(Array(20).fill(32));
  expect(new Set(secrets).size).toBe(20);
});
