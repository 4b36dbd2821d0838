import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { sharedEncoder } from '../../../../engine/loaders.ts';
import { joinActReaders } from '../../../../engine/train/acts/pack.ts';
import { networksOf, PARTS } from '../../../../engine/train/acts/parts.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';
import { ACTS, REPLY_ACTS } from '../../../../engine/understand/acts/acts.ts';
import { loadActReader } from '../../../../engine/understand/acts/reader.ts';

const file = (path: string) => readFileSync(new URL(`../../../../engine/language/${path}`, import.meta.url));
const German = [...unpackArtifact(file('de/acts.bin')).values()];
const [plain = [], reply = []] = PARTS.map((part) => networksOf(file('de/acts.bin'), part));
const readerOf = (networks: readonly Uint8Array[]) =>
  loadActReader(joinActReaders(networks), () => sharedEncoder(ENCODER_DIRECTORY), ENCODER_DIRECTORY);
const logOdds = (probability: number) => Math.log(probability / (1 - probability));

const text = 'ja, aber bitte erst am Freitag';

it('a reader gives for each act the mean log odds of the networks that read it', () => {
  expect(Math.min(plain.length, reply.length)).toBeGreaterThan(1);
  expect([...plain, ...reply]).toEqual(German);
  // The networks of the plain part tell which words are known.
  const [withPlain = new Uint8Array()] = plain;
  const alone = [
    ...plain.map((network) => readerOf([network])),
    ...reply.map((network) => readerOf([withPlain, network])),
  ].map((reader) => reader.read(text, 'confirm', '').likelihood);
  const together = readerOf(German).read(text, 'confirm', '').likelihood;
  for (const act of ACTS) {
    const readBy = REPLY_ACTS.includes(act) ? alone.slice(plain.length) : alone.slice(0, plain.length);
    const mean = readBy.reduce((sum, of) => sum + logOdds(of[act]), 0) / readBy.length;
    expect(logOdds(together[act]), act).toBeCloseTo(mean, 3);
  }
});

it('the networks of replies do not change the other acts', () => {
  const whole = readerOf(German).read(text, 'confirm', 'Am Freitag?').likelihood;
  const without = readerOf(plain).read(text, 'confirm', 'Am Freitag?').likelihood;
  expect(REPLY_ACTS.map((act) => without[act])).toEqual([0, 0]);
  expect(whole).toEqual({ ...without, assent: whole.assent, reservation: whole.reservation });
});

it('a reader can read only the general acts or only those of replies, with the others 0', () => {
  const reader = readerOf(German);
  const [all, general, replies] = (['all', 'general', 'reply'] as const).map(
    (parts) => reader.read(text, 'confirm', 'Am Freitag?', parts).likelihood,
  );
  for (const act of ACTS) {
    const isReply = REPLY_ACTS.includes(act);
    expect([general?.[act], replies?.[act]]).toEqual(isReply ? [0, all?.[act]] : [all?.[act], 0]);
  }
});

it('a reader loads the encoder only if its networks need it', () => {
  const stands = ['en/acts.bin', 'en/acts.words.bin', 'de/acts.bin'].map((path) => {
    const encoderOf = vi.fn(() => sharedEncoder(ENCODER_DIRECTORY));
    loadActReader(file(path), encoderOf, ENCODER_DIRECTORY);
    return encoderOf.mock.calls.length;
  });
  expect(stands).toEqual([1, 0, 0]);
});
