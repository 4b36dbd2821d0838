import { parseArgs } from 'node:util';
import { shippedSection, writeShipped } from './shipped-sections.ts';
import { sampledFaults, trainExamples, trainedFaults } from './train-examples.ts';

// `npm run train:examples` writes examples/trained; it trains only sections whose inputs have changed. With
// `--check` it trains all sections, and the result must equal the existing files; with `--check --sample SEED` it
// trains one section, chosen by the seed, and compares the others by their digests.
const { check, sample } = parseArgs({
  options: { check: { type: 'boolean' }, sample: { type: 'string' } },
}).values;

if (check) {
  const faults = await (sample ? sampledFaults(sample) : trainedFaults());
  for (const fault of faults) process.stderr.write(`examples/trained: ${fault}\n`);
  if (faults.length > 0) process.stderr.write('Run `npm run train:examples`.\n');
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  const files = await trainExamples(shippedSection);
  writeShipped(files);
  process.stdout.write(`Wrote ${files.bytes.size} sections to examples/trained.\n`);
}
