import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dialogOfSeed,
  idempotencyRecordKey,
  isDialog,
  newDialog,
  sessionKey,
} from '../../../../../functions/shared/domain/query/dialog.ts';

test('a dialog is 30 characters of base 62, and differs each time', () => {
  const dialogs = Array.from({ length: 50 }, () => newDialog(randomBytes));
  expect(dialogs.every((dialog) => /^[0-9A-Za-z]{30}$/.test(dialog))).toBe(true);
  expect(new Set(dialogs).size).toBe(50);
});

const KEY = Buffer.from('k'.repeat(64));
const ANA = { institution: 'bank', userId: 'ana' };
const EVE = { institution: 'bank', userId: 'eve' };
const ELSEWHERE = { institution: 'bank2', userId: 'ana' };
const ofSeed = (seed: string) => dialogOfSeed(KEY, ANA, seed);

test('a seed gives the same dialog only for the same user, institution and deployment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (seed) => {
      const dialog = ofSeed(seed);
      expect(isDialog(dialog)).toBe(true);
      expect(ofSeed(seed)).toBe(dialog);
      expect(dialogOfSeed(KEY, ELSEWHERE, seed)).not.toBe(dialog);
      expect(dialogOfSeed(KEY, EVE, seed)).not.toBe(dialog);
      expect(dialogOfSeed(Buffer.from('l'.repeat(64)), ANA, seed)).not.toBe(dialog);
      expect(ofSeed(`${seed}x`)).not.toBe(dialog);
    }),
  );
});

test('seeds that are not valid Unicode are distinguished', () => {
  const seeds = ['\ud800', '\ud801', '\ufffd', '\\ud800', 'a\0b', 'a'];
  expect(new Set(seeds.map(ofSeed)).size).toBe(seeds.length);
});

test('the dialogs of seeds use every digit alike', () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2000; seed += 1) {
    for (const digit of ofSeed(String(seed))) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  const mean = (2000 * 30) / 62;
  expect(counts.size).toBe(62);
  // Seven standard deviations never occur by chance, and the seeds are the same in every run.
  for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(7 * Math.sqrt(mean));
});

test.each(['', 'x'.repeat(29), 'x'.repeat(31), `${'x'.repeat(29)}-`, `${'x'.repeat(29)}é`])(
  '%j is not a dialog',
  (text) => {
    expect(isDialog(text)).toBe(false);
  },
);

test('a key of the store does not reveal the dialog, and is unique to a tenant, user and kind', () => {
  const keys = [
    sessionKey(ANA, 'a'),
    sessionKey(ANA, 'b'),
    sessionKey(EVE, 'a'),
    sessionKey(ELSEWHERE, 'a'),
    idempotencyRecordKey(KEY, ANA, 'u', 'a'),
    idempotencyRecordKey(KEY, ANA, 'u2', 'a'),
    idempotencyRecordKey(KEY, ANA, 'u', '2a'),
    idempotencyRecordKey(KEY, EVE, 'u', 'a'),
    idempotencyRecordKey(KEY, ELSEWHERE, 'u', 'a'),
    idempotencyRecordKey(Buffer.from('l'.repeat(64)), ANA, 'u', 'a'),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  const dialog = newDialog(randomBytes);
  expect(sessionKey(ANA, dialog)).not.toContain(dialog);
});
