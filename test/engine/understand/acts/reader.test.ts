import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { sharedEncoder } from '../../../../engine/loaders.ts';
import { joinActReaders } from '../../../../engine/train/acts/pack.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';
import { ACTS } from '../../../../engine/understand/acts/acts.ts';
import { loadActReader } from '../../../../engine/understand/acts/reader.ts';

const file = (path: string) => readFileSync(new URL(`../../../../engine/language/${path}`, import.meta.url));
const German = [...unpackArtifact(file('de/acts.bin')).values()];
const readerOf = (networks: readonly Uint8Array[]) =>
  loadActReader(joinActReaders(networks), () => sharedEncoder(ENCODER_DIRECTORY), ENCODER_DIRECTORY);
const logOdds = (probability: number) => Math.log(probability / (1 - probability));

it('a reader of several networks gives the mean of their log odds', () => {
  expect(German.length).toBeGreaterThan(1);
  const text = 'ja, aber bitte erst am Freitag';
  const alone = German.map((network) => readerOf([network]).read(text, 'confirm', '').likelihood);
  const together = readerOf(German).read(text, 'confirm', '').likelihood;
  for (const act of ACTS) {
    const mean = alone.reduce((sum, of) => sum + logOdds(of[act]), 0) / alone.length;
    expect(logOdds(together[act]), act).toBeCloseTo(mean, 3);
  }
});

it('a reader takes the encoder only where its networks stand on it', () => {
  const stands = ['en/acts.bin', 'en/acts.words.bin', 'de/acts.bin'].map((path) => {
    const encoderOf = vi.fn(() => sharedEncoder(ENCODER_DIRECTORY));
    loadActReader(file(path), encoderOf, ENCODER_DIRECTORY);
    return encoderOf.mock.calls.length;
  });
  expect(stands).toEqual([1, 0, 0]);
});
