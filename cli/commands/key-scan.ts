import type { Command } from 'commander';
import { CommandFailed, print } from '../output.ts';
import { type FoundKey, scanPaths } from '../scan.ts';

/** `parley key scan [PATH…]` */
export function addKeyScan(parent: Command): void {
  parent
    .command('scan')
    .description('look for App-Keys in files; fails where it finds one, and never prints it')
    .argument('[paths...]', 'files and folders (default: this folder)')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], options: { json?: boolean }) => {
      const keys: FoundKey[] = [];
      for await (const key of scanPaths(paths.length === 0 ? ['.'] : paths)) keys.push(key);
      const lines = keys.map(({ file, line, fingerprint }) => `${file}:${line}: App-Key ${fingerprint}`);
      print(options.json, { keys }, lines.length === 0 ? 'No App-Keys were found.' : lines.join('\n'));
      if (keys.length > 0) throw new CommandFailed('App-Keys were found: delete them and make others.', true);
    });
}
