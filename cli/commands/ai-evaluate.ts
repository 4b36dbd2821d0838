import { access, open, rm, writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { buildArtifact } from '../../authoring/build.ts';
import { toHtml } from '../../authoring/evaluation/html.ts';
import { evaluateAssistant } from '../../authoring/evaluation/report.ts';
import { toText } from '../../authoring/evaluation/table.ts';
import { readAssistant } from '../../authoring/read.ts';
import { TRAINING } from '../../authoring/train.ts';
import { loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { print, tell } from '../output.ts';
import { progressOn } from '../progress.ts';

interface Options {
  folds: number;
  seed: number;
  json?: boolean;
  html?: string;
}

const loaders = engineLoaders(() => ENCODER_DIRECTORY);

const MIN_FOLDS = 2;
const MAX_FOLDS = 20;

/** `parley ai evaluate FOLDER` */
export function addAiEvaluate(parent: Command): void {
  parent
    .command('evaluate')
    .description('measure how well an assistant understands what it was not trained on')
    .argument('<folder>', 'the folder with assistant.yaml')
    .option(
      '--folds <number>',
      'how many parts the utterances are dealt into',
      wholeNumber(MIN_FOLDS, MAX_FOLDS),
      5,
    )
    .option('--seed <number>', 'deals the parts in another way', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--html <file>', 'write one self-contained page too')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, { folds, seed, json, html }: Options) => {
      const authored = await readAssistant(folder);
      // A page that cannot be written is told before the minutes that it takes to find out what to write.
      if (html !== undefined) await tryToWrite(html);
      await buildEncoder();
      const report = evaluateAssistant(authored, {
        folds,
        seed,
        now: Date.now,
        build: (compilation) => buildArtifact(compilation, TRAINING),
        load: (artifact) => loadAssistant(artifact, loaders),
        onProgress: progressOn(process.stderr),
      });
      if (html !== undefined) {
        await writeFile(html, toHtml(report));
        tell(`Wrote ${html}.`);
      }
      print(json, report, toText(report));
    });
}

/** @throws the file system's error where a file cannot be written; leaves none that was not there */
async function tryToWrite(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await (await open(file, 'a')).close();
  if (!isThere) await rm(file);
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`write a whole number from ${min} to ${max}`);
  };
