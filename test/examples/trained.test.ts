import { expect, test } from 'vitest';
import { shippedFaults, shippedSection } from '../../authoring/shipped-sections.ts';
import { sampleOfEachKind, trainExamples } from '../../authoring/train-examples.ts';

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

test('a sample has one section of each kind, depends on the seed, and reaches every section in the end', () => {
  const kinds = new Map([
    ...['a', 'b', 'c'].map((key) => [key, 'intents'] as const),
    ...['d', 'e'].map((key) => [key, 'faq'] as const),
  ]);
  const seen = new Set<string>();
  for (let seed = 0; seed < 30; seed += 1) {
    const sample = sampleOfEachKind(kinds, String(seed));
    expect([...sample].map((key) => kinds.get(key)).sort()).toEqual(['faq', 'intents']);
    expect(sampleOfEachKind(kinds, String(seed))).toEqual(sample);
    for (const key of sample) seen.add(key);
  }
  expect([...seen].sort()).toEqual([...kinds.keys()]);
});
