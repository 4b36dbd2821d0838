import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { exportInstitution } from '../export.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  output?: string;
}

/** `parley institution export NAME [--output FILE]` */
export function addInstitutionExport(parent: Command): void {
  const command = parent
    .command('export')
    .description('export the data of an institution as JSON lines, without secrets')
    .argument('<name>', 'the institution')
    .option('--output <file>', 'a new file to write (default: the output)');
  withPlace(command).action(async (name: string, options: Options) => {
    const { output, json } = options;
    const lines = await onPlace(options, (operator) => Array.fromAsync(exportInstitution(operator, name)));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (output === undefined) {
      process.stdout.write(text);
      return;
    }
    await writeFile(output, text, { flag: 'wx', mode: 0o600 });
    print(json, { institution: name, file: output, lines: lines.length }, `Wrote ${lines.length} lines.`);
  });
}
