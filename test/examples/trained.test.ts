import { expect, test } from 'vitest';
import { shippedFaults, shippedSection } from '../../authoring/shipped-sections.ts';
import { trainExamples } from '../../authoring/train-examples.ts';

// That training gives these bytes `npm run train:examples -- --check` finds out, in .ci/run.
test('every section of the examples comes with the project, and nothing else: `npm run train:examples` writes them', async () => {
  const missing: string[] = [];
  const trained = await trainExamples((key) => {
    const section = shippedSection(key);
    if (section === undefined) missing.push(key);
    // Not trained here, where minutes would pass until the test says what is wrong.
    return section ?? Uint8Array.of();
  });
  expect(missing).toEqual([]);
  expect(shippedFaults(trained)).toEqual([]);
});
