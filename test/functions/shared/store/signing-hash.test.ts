import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SigningHash } from '../../../../functions/shared/store/signing-hash.ts';

const chunks = [Buffer.from('AWS4-HMAC-SHA256\n'), Buffer.from('20261122/eu-west-1/dynamodb/aws4_request')];
const secret = 'AWS4wJalrXUtnFEMI';

const digestOf = async (hash: SigningHash) => {
  for (const chunk of chunks) hash.update(chunk);
  return Buffer.from(await hash.digest()).toString('hex');
};

test('the hash without a secret is SHA-256', async () => {
  const expected = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
  expect(await digestOf(new SigningHash())).toBe(expected);
});

test.each([
  ['text', secret],
  ['bytes', new TextEncoder().encode(secret)],
  ['a part of a buffer', Buffer.from(`xx${secret}xx`).subarray(2, -2)],
  ['a whole buffer', new TextEncoder().encode(secret).buffer],
])('the hash with a secret as %s is the HMAC', async (_, given) => {
  const expected = createHmac('sha256', secret).update(Buffer.concat(chunks)).digest('hex');
  expect(await digestOf(new SigningHash(given))).toBe(expected);
});

test('the hash starts anew after a reset', async () => {
  const hash = new SigningHash(secret);
  hash.update(Buffer.from('of another call'));
  hash.reset();
  expect(await digestOf(hash)).toBe(await digestOf(new SigningHash(secret)));
});

test('the HMAC differs by the secret and by the text', async () => {
  const asked = [
    ['secret', 'text'],
    ['secret', 'other'],
    ['another', 'other'],
    ['secret', 'text'],
  ];
  for (const [key = '', text = ''] of asked) {
    const hash = new SigningHash(key);
    const fed = Buffer.from(text);
    hash.update(fed);
    const digest = await hash.digest();
    expect(Buffer.from(digest).toString('hex')).toBe(createHmac('sha256', key).update(text).digest('hex'));
    // Changes to a caller's buffers do not affect later hashes.
    fed.fill(0);
    digest.fill(0);
  }
});
