import { shippedFaults, shippedSection, writeShipped } from './shipped-sections.ts';
import { trainExamples } from './train-examples.ts';

// `npm run train:examples` trains what an example's sections are made of where that has changed, and writes
// examples/trained; with `--check`, all of it is trained anew, and must give the files that are there.
if (process.argv.includes('--check')) {
  const faults = shippedFaults(await trainExamples(() => undefined));
  for (const fault of faults) process.stderr.write(`examples/trained: ${fault}\n`);
  if (faults.length > 0) process.stderr.write('Run `npm run train:examples`.\n');
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  const files = await trainExamples(shippedSection);
  writeShipped(files);
  process.stdout.write(`Wrote ${files.bytes.size} sections to examples/trained.\n`);
}
