import { access, open, rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { toHtml } from '../../authoring/evaluation/html.ts';
import { toText } from '../../authoring/evaluation/table.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { evaluateTrained } from '../../authoring/train-folder.ts';
import { type FoldsOptions, withFolds } from '../folds.ts';
import { print, tell } from '../output.ts';
import { progressOn } from '../progress.ts';

interface Options extends FoldsOptions {
  json?: boolean;
  html?: string;
}

/** `parley ai evaluate FOLDER` */
export function addAiEvaluate(parent: Command): void {
  const command = parent
    .command('evaluate')
    .description('measure how well an assistant understands utterances that it was not trained on')
    .argument('<folder>', 'the folder with assistant.yaml');
  withFolds(command)
    .option('--html <file>', 'also write a self-contained HTML page')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, { folds, seed, json, html }: Options) => {
      const authored = await readAssistant(folder);
      // An unwritable path fails here, not after minutes of evaluation.
      if (html !== undefined) await tryToWrite(html);
      const report = await evaluateTrained(authored, { folds, seed, onProgress: progressOn(process.stderr) });
      if (html !== undefined) {
        await writeFile(html, toHtml(report));
        tell(`Wrote ${html}.`);
      }
      print(json, report, toText(report));
    });
}

/**
 * Creates and removes the file if it does not exist. @throws the file system's error if the file cannot be
 * written
 */
async function tryToWrite(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await (await open(file, 'a')).close();
  if (!isThere) await rm(file);
}
