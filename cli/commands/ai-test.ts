import { mkdir, rm, watch, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { recordingPath } from '../../authoring/read-recordings.ts';
import {
  formatSuite,
  junitOf,
  runSuite,
  type SuiteOutcome,
  type TestedTurn,
} from '../../authoring/test-suite.ts';
import { loadTrained } from '../../authoring/train.ts';
import { trainFolder } from '../../authoring/train-folder.ts';
import { isOwnPath, RECORDING_PATH } from '../../functions/shared/domain/drafts/assistant-paths.ts';
import { liveBusinessLogic, startServerOf } from '../business-logic.ts';
import { formatExplanation } from '../explanation-lines.ts';
import { CommandFailed, explain, print, printFailure, tell } from '../output.ts';
import { playOnChange } from '../play-on-change.ts';

interface Options {
  json?: boolean;
  explain?: boolean;
  junit?: string;
  record?: boolean;
  watch?: boolean;
}

/** `parley ai test FOLDER` */
export function addAiTest(parent: Command): void {
  parent
    .command('test')
    .description('run the conversation tests of an assistant and show what they cover')
    .argument('<folder>', 'the folder with assistant.yaml')
    .option('--record', 'call the business-logic server and save its answers in tests/recorded')
    .option('--explain', 'show for each failed turn what was understood and what was done with it')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--watch', 'run the tests again after each change, until Ctrl-C')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, options: Options) => {
      if (options.watch) return playAgain(folder, options);
      if (!(await play(folder, options))) throw new CommandFailed('Conversations failed.', true);
    });
}

async function play(folder: string, options: Options): Promise<boolean> {
  tell('Training …');
  const { authored, artifact } = await trainFolder(folder, undefined, { recordings: !options.record });
  const loaded = loadTrained(artifact);
  const stop = options.record ? await startServerOf(folder) : async () => undefined;
  try {
    const live = options.record ? liveBusinessLogic(loaded) : undefined;
    const outcome = await runSuite(loaded, authored, { live, now: Date.now });
    if (options.record) await record(folder, outcome);
    if (options.junit !== undefined) await writeFile(options.junit, junitOf(outcome));
    const explained = (turn: TestedTurn) => formatExplanation(turn).replaceAll(/^/gm, '    ');
    print(
      options.json,
      documentOf(outcome, options.explain === true),
      formatSuite(outcome, options.explain ? explained : undefined),
    );
    return outcome.failed === 0;
  } finally {
    await stop();
  }
}

/**
 * Saves the server's answers for each test that called the server, and removes the recordings of other tests.
 */
async function record(folder: string, { tests }: SuiteOutcome): Promise<void> {
  for (const { file, recording } of tests) {
    const target = path.join(folder, recordingPath(file));
    if (recording.every((answers) => answers.length === 0)) {
      await rm(target, { force: true });
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, `${JSON.stringify(recording, null, 2)}\n`);
  }
}

const documentOf = ({ tests, ...sums }: SuiteOutcome, explains: boolean) => ({
  ...sums,
  tests: tests.map(({ name, file, passed, failures, milliseconds, read }) => ({
    name,
    file,
    passed,
    milliseconds,
    failures: explains
      ? failures.map((failure) => ({ ...failure, explanation: read[failure.turn]?.explanation }))
      : failures,
  })),
});

async function playAgain(folder: string, options: Options): Promise<void> {
  const isOfServer = (file: string) => options.record === true && file.startsWith('business-logic/');
  await playOnChange({
    changes: watch(folder, { recursive: true }),
    // Ignores the recordings that the run itself writes.
    matters: (file) => (isOwnPath(file) && !RECORDING_PATH.test(file)) || isOfServer(file),
    play: () =>
      play(folder, options).catch((error: unknown) => printFailure(explain(error), options.json === true)),
  });
}
