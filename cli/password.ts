import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandFailed } from './output.ts';

/** Reads a password: the first line of the input; at a terminal, it must be typed twice and is not echoed. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await readLine()) ?? '';
  const password = await prompt('Password: ');
  if ((await prompt('Again: ')) !== password) throw new CommandFailed('The passwords do not match.');
  return password;
}

/** The first line of the input; undefined if it is empty. */
export async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return undefined;
}

/** The first lines of the input, at most `most`. */
export async function readLines(most: number): Promise<string[]> {
  const read: string[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    read.push(line.trim());
    if (read.length === most) break;
  }
  return read;
}

function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => {
      terminal.close();
      reject(new CommandFailed('Cancelled. Nothing was changed.'));
    });
    terminal.question('', (answer) => {
      terminal.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}
