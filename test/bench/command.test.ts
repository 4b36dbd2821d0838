import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BenchError, needPeers } from '../../bench/command.ts';

// Every test here runs a process, which a busy machine slows down.
vi.setConfig({ testTimeout: 90_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const MALFORMED = /^rows\.jsonl, line 2: this is no row;.*\n$/;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  writeFileSync(join(folder, 'rows.jsonl'), '{"text": "a", "intent": "b"}\n{"text": "a"}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (bench: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${ROOT}bench/${bench}.ts`, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

// The options that these share are tried where they are read, in data.test.ts.
it.each([
  ['nlu', 'a file is missing', 'none', /^none cannot be read\n$/],
  ['nlu', 'a row is malformed', 'rows.jsonl', MALFORMED],
  ['slots', 'a row is malformed', 'rows.jsonl', MALFORMED],
  ['peers', 'a row is malformed', 'rows.jsonl', MALFORMED],
])('bench/%s.ts says in one sentence that %s, and fails for it', (bench, _, train, sentence) => {
  const given = run(bench, '--train', train, '--test', 'none');
  expect(given).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) });
});

it.each([
  ['faq', ['many'], '"many" is not a whole number\n'],
  ['interruptions', ['--row'], "Unknown option '--row'\n"],
  ['acts', [], 'usage: --test FILE [--language en], or --smoke\n'],
  ['acts', ['--test', 'none'], 'none cannot be read\n'],
  ['acts', ['--smoke', '--language', 'xx'], 'no act reader knows the language xx\n'],
  ['spans', [], 'usage: --train FILE --test FILE [--rows N] [--seed S], or --smoke\n'],
  ['spans', ['--train', 'none', '--test', 'none'], 'none cannot be read\n'],
  ['dialogues', ['--service', 'Boats_1'], expect.stringMatching(/^usage: --schema FILE .*\n$/)],
  ['conversations', ['--fast'], "Unknown option '--fast'\n"],
  ['faults/run', ['--fast'], "Unknown option '--fast'\n"],
  ['load', ['--fast'], "Unknown option '--fast'\n"],
  ['load', ['--soak', 'long'], '"long" is not a whole number\n'],
  ['load', ['--soak', '2'], 'A soak takes 3 minutes at least: memory is judged after the first third.\n'],
  ['talks', ['--assistant', 'none'], 'usage: [--assistant FOLDER --talks FILE] [--failures], or --smoke\n'],
  ['talks', ['--assistant', 'none', '--talks', 'none'], 'none cannot be read\n'],
  ['run', ['--fast'], "Unknown option '--fast'\n"],
  ['run', ['faq', 'many'], '"many" is not a whole number\n'],
  ['run', ['interruptions', '--row'], "Unknown option '--row'\n"],
  [
    'run',
    ['everything'],
    'There is no benchmark everything. There are: acts, conversations, cost, dialogues, encoder, faq, faults, interruptions, lambda, load, nlu, oauth, peers, service, slots, spans, talks, values\n',
  ],
  ['run', ['toString'], expect.stringMatching(/^There is no benchmark toString\. /)],
])('bench/%s.ts refuses %j', (bench, args, stderr) => {
  expect(run(bench, ...args)).toEqual({ status: 1, stdout: '', stderr });
});

it.each([
  ['acts', /"confirm_both":100,.*"n":12\}\n\{"macro_f1":.*\}\n$/],
  ['spans', /^\{"value_f1":[\d.]+,"span_f1":[\d.]+,"by_slot":\{.*\}\}\n$/],
  ['dialogues', /^\{"joint_goal":[\d.]+,.*"forced_joint":[\d.]+,"dialogues":6\}\n$/],
])(
  'bench/%s.ts measures what is said in rows of our own',
  (bench, figures) => {
    expect(run(bench, '--smoke')).toEqual({ status: 0, stdout: expect.stringMatching(figures), stderr: '' });
  },
  120_000,
);

it('says how to install what it is compared with, where that is not there', () => {
  expect(() => needPeers('zod', 'a-package-that-nobody-installs')).toThrow(
    new BenchError('a-package-that-nobody-installs is not installed. Run: npm --prefix bench ci'),
  );
  expect(() => needPeers('zod')).not.toThrow();
});
