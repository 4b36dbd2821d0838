import { expect, test } from 'vitest';
import { shippedFaults, shippedSection } from '../../authoring/shipped-sections.ts';
import { sampleOf, trainExamples } from '../../authoring/train-examples.ts';

// `npm run train:examples -- --check` tests that training gives these bytes; .ci/run does so for a sample.
test('exactly the sections of the examples are in the project: `npm run train:examples` writes them', async () => {
  const missing: string[] = [];
  const trained = await trainExamples((key) => {
    const section = shippedSection(key);
    if (section === undefined) missing.push(key);
    // Training the missing sections here would delay the failure by minutes.
    return section ?? Uint8Array.of();
  });
  expect(missing).toEqual([]);
  expect(shippedFaults(trained)).toEqual([]);
});

test('a sample depends on the seed, and reaches every section in the end', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const sampled = Array.from({ length: 30 }, (_, seed) => sampleOf(keys, String(seed)));
  expect(new Set(sampled)).toEqual(new Set(keys));
  expect(sampled).toEqual(sampled.map((_, seed) => sampleOf(keys.toReversed(), String(seed))));
});
