import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BenchError, needPeers } from '../../bench/command.ts';

// The benches' assistants learn labels from words and no free text: how they learn is tested in test/engine/train.
vi.mock('../../authoring/train.ts', async (original) => {
  const quick = await (await import('../support/quick-training.ts')).quickTraining(original);
  return { ...quick, TRAINING: { ...quick.TRAINING, trainFreeText: () => null } };
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const MALFORMED = /^\S+rows\.jsonl, line 2: this is not a row;.*\n$/;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  writeFileSync(join(folder, 'rows.jsonl'), '{"text": "a", "intent": "b"}\n{"text": "a"}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Number of runs, so that each run imports a new module, which reads `process.argv` again. */
let runs = 0;

/**
 * Runs a bench in this process.
 * @returns its exit status and what it printed
 */
async function runHere(bench: string, args: readonly string[]) {
  const { argv, exitCode } = process;
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    }),
  );
  runs += 1;
  process.argv = [process.execPath, bench, ...args];
  process.exitCode = 0;
  try {
    await import(/* @vite-ignore */ `${ROOT}bench/${bench}.ts?run=${runs}`);
    return { status: process.exitCode, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, exitCode });
  }
}

const run = (bench: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${ROOT}bench/${bench}.ts`, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

// Options that these benches share are tested in data.test.ts.
it.each([
  ['nlu', 'a file is missing', 'none', /^\S+none cannot be read\n$/],
  ['nlu', 'a row is malformed', 'rows.jsonl', MALFORMED],
  ['slots', 'a row is malformed', 'rows.jsonl', MALFORMED],
  ['peers', 'a row is malformed', 'rows.jsonl', MALFORMED],
])('bench/%s.ts fails with one sentence if %s', async (bench, _, train, sentence) => {
  const given = await runHere(bench, ['--train', join(folder, train), '--test', 'none']);
  expect(given).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) });
});

it.each([
  ['faq', ['many'], '"many" is not a whole number\n'],
  ['faq-certainty', ['--row'], "Unknown option '--row'\n"],
  ['interruptions', ['--row'], "Unknown option '--row'\n"],
  ['acts', [], 'usage: --test FILE [--language en], or --smoke\n'],
  ['acts', ['--test', 'none'], 'none cannot be read\n'],
  ['acts', ['--smoke', '--language', 'xx'], 'there is no act reader for the language xx\n'],
  ['spans', [], 'usage: --train FILE --test FILE [--rows N] [--seed S], or --smoke\n'],
  ['spans', ['--train', 'none', '--test', 'none'], 'none cannot be read\n'],
  ['dialogues', ['--service', 'Boats_1'], expect.stringMatching(/^usage: --schema FILE .*\n$/)],
  ['star', ['--task', 'kayak_book'], expect.stringMatching(/^usage: --tasks FILE .*\n$/)],
  [
    'star',
    ['--tasks', 'none', '--train', 'none', '--test', 'none'],
    expect.stringMatching(/^none is no file of tasks/),
  ],
  ['star', ['--smoke', '--task', 'none'], expect.stringMatching(/ has no dialogue of none\n$/)],
  ['readings', [], 'usage: --against FOLDER [--data DATA] [--limit N], or --smoke\n'],
  ['readings', ['--against', '.', '--limit', 'all'], '"all" is not a whole number\n'],
  ['readings', ['--against', '/none'], '/none has no engine/values/built-in.ts\n'],
  ['conversations', ['--fast'], "Unknown option '--fast'\n"],
  ['faults/run', ['--fast'], "Unknown option '--fast'\n"],
  ['load', ['--fast'], "Unknown option '--fast'\n"],
  ['load', ['--soak', 'long'], '"long" is not a whole number\n'],
  ['load', ['--soak', '2'], 'A soak takes at least 3 minutes: memory is judged after the first third.\n'],
  ['talks', ['--assistant', 'none'], 'usage: [--assistant FOLDER --talks FILE] [--failures], or --smoke\n'],
  ['talks', ['--assistant', 'none', '--talks', 'none'], 'none cannot be read\n'],
  ['run', ['--fast'], "Unknown option '--fast'\n"],
  ['run', ['faq', 'many'], '"many" is not a whole number\n'],
  ['run', ['interruptions', '--row'], "Unknown option '--row'\n"],
  [
    'run',
    ['everything'],
    'Unknown benchmark everything. Available: acts, assistants, bulkheads, conversations, cost, dialogues, encoder, faq, faq-certainty, faults, interruptions, lambda, load, neighbours, nlu, oauth, peers, readings, replies, service, slots, slow, spans, star, talks, turns, unhandled, values, waiting\n',
  ],
  ['run', ['toString'], expect.stringMatching(/^Unknown benchmark toString\. /)],
])('bench/%s.ts refuses %j', async (bench, args, stderr) => {
  expect(await runHere(bench, args)).toEqual({ status: 1, stdout: '', stderr });
});

it.each([
  ['acts', /"confirm_both":100,.*"n":12\}\n\{"macro_f1":.*\}\n$/],
  ['spans', /^\{"value_f1":[\d.]+,"span_f1":[\d.]+,"by_slot":\{.*\}\}\n$/],
  ['dialogues', /^\{"joint_goal":[\d.]+,.*"forced_joint":[\d.]+,"dialogues":6\}\n$/],
  ['readings', /\n\{"sentences":\d+,"equal":\d+,"only_here":0,"only_there":0,"differing":0,.*\}\n$/],
  ['star', /\n\{"slots_held":[\d.]+,"contradicted":.*"corrected":100,"tasks":2,"turns":30\}\n$/],
])('bench/%s.ts measures its own sample rows with --smoke', async (bench, figures) => {
  const given = await runHere(bench, ['--smoke']);
  expect(given).toEqual({ status: 0, stdout: expect.stringMatching(figures), stderr: '' });
});

it('bench/run.ts exits with 1 for an unknown benchmark', () => {
  const stderr = expect.stringMatching(/^Unknown benchmark everything\. /);
  expect(run('run', 'everything')).toEqual({ status: 1, stdout: '', stderr });
});

it('says how to install a missing package of the comparison', () => {
  expect(() => needPeers('zod', 'a-package-that-nobody-installs')).toThrow(
    new BenchError('a-package-that-nobody-installs is not installed. Run: npm --prefix bench ci'),
  );
  expect(() => needPeers('zod')).not.toThrow();
});
