import type { Command } from 'commander';
import { CommandFailed, print } from '../output.ts';
import { type FoundKey, scanPaths } from '../scan.ts';

/** `parley key scan [PATH…]` */
export function addKeyScan(parent: Command): void {
  parent
    .command('scan')
    .description('search files for App-Keys; fails if it finds any, and never prints the keys')
    .argument('[paths...]', 'files and folders (default: this folder)')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], options: { json?: boolean }) => {
      const keys: FoundKey[] = [];
      for await (const key of scanPaths(paths.length === 0 ? ['.'] : paths)) keys.push(key);
      const lines = keys.map(({ file, line, fingerprint }) => `${file}:${line}: App-Key ${fingerprint}`);
      print(options.json, { keys }, lines.length === 0 ? 'No App-Keys were found.' : lines.join('\n'));
      if (keys.length > 0)
        throw new CommandFailed('App-Keys were found. Delete them and create new ones.', true);
    });
}
