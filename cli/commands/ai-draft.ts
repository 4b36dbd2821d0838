import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { countUtterances } from '../../authoring/check/count-utterances.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { trainDraft } from '../../authoring/train-draft.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import {
  checkDraftName,
  type Draft,
  type DraftFiles,
  deleteDraft,
  readDraft,
  writeDraft,
} from '../../functions/shared/domain/drafts/drafts.ts';
import {
  beginJob,
  checkUtterances,
  type DraftJob,
  readJob,
  shownState,
  startJob,
} from '../../functions/shared/domain/drafts/jobs.ts';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { unknownVersion } from '../../functions/shared/domain/versions/versions.ts';
import { changesBetween, readDraftFolder } from '../draft-folder.ts';
import type { Operator } from '../operator.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { playLines, testLines } from '../play-lines.ts';
import { progressOn } from '../progress.ts';
import { writeFolder } from '../write-folder.ts';
import { addTry } from './ai-draft-try.ts';

interface Options extends PlaceOptions {
  institution: string;
  revision?: number;
  wait?: true;
  compareWith?: string;
  despiteFailedTests?: true;
  onlyTests?: true;
}

/** `parley ai draft push|pull|list|try|publish|delete` */
export function addAiDraft(parent: Command): void {
  const draft = parent.command('draft').description('drafts of assistants that the service keeps');
  addPush(draft);
  addPull(draft);
  addList(draft);
  addTry(draft);
  addPublish(draft);
  addDelete(draft);
}

/** `parley ai draft push DRAFT FOLDER --institution NAME` */
function addPush(parent: Command): void {
  const command = parent
    .command('push')
    .description('make a draft the same as a folder')
    .argument('<draft>', 'the name of the draft; created if needed')
    .argument('<folder>', 'the folder with assistant.yaml')
    .requiredOption('--institution <name>', 'the institution')
    .option('--revision <number>', 'the revision that the folder is based on, as pull says it', toRevision);
  withPlace(command).action(async (name: string, folder: string, options: Options) => {
    const files = await readDraftFolder(folder);
    const draft = await onPlace(options, async (operator) => {
      await operator.requireInstitution(options.institution);
      return push(operator, { ...options, name, files });
    });
    print(
      options.json,
      described(draft),
      `The draft ${name} has ${draft.files} files at revision ${draft.revision}.`,
    );
  });
}

async function push(
  operator: Operator,
  { institution, name, revision, files }: Options & { name: string; files: DraftFiles },
): Promise<Draft> {
  checkDraftName(name);
  const found = await operator.drafts.find(institution, name);
  const latest = found?.isDeleted ? undefined : found;
  if (latest !== undefined && revision === undefined) {
    throw new CommandFailed(
      `The draft ${name} is at revision ${latest.revision}, written by ${latest.updatedBy} at ${latest.updatedAt}. Pull it ` +
        `and compare, then push with --revision ${latest.revision}, which replaces it.`,
    );
  }
  const based = revision ?? 0;
  const before = latest?.revision === based ? (await readDraft(operator, { institution, name })).files : {};
  const what = { action: 'draft.write', institution, target: name } as const;
  return writeDraft(operator, {
    institution,
    name,
    revision: based,
    changes: changesBetween(before, files),
    author: operator.name,
    event: operatorEvent(operator, what),
  });
}

/** `parley ai draft pull DRAFT FOLDER --institution NAME` */
function addPull(parent: Command): void {
  const command = parent
    .command('pull')
    .description('write the files of a draft into a folder')
    .argument('<draft>', 'the name of the draft')
    .argument('<folder>', 'the target folder; created if needed, must be empty')
    .requiredOption('--institution <name>', 'the institution')
    .option('--revision <number>', 'an earlier revision (default: the latest)', toRevision);
  withPlace(command).action(async (name: string, folder: string, options: Options) => {
    const { institution, revision } = options;
    const { draft, files } = await onPlace(options, (operator) =>
      readDraft(operator, { institution, name, ...(revision === undefined ? {} : { revision }) }),
    );
    await writeFolder(folder, files);
    print(
      options.json,
      { ...described(draft), folder },
      `Wrote ${draft.files} files to ${folder}: revision ${draft.revision} of ${name}. Push changes with --revision ${draft.revision}.`,
    );
  });
}

/** `parley ai draft list --institution NAME` */
function addList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the drafts of an institution')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const drafts = await onPlace(options, (operator) => operator.drafts.list(institution));
    const lines = drafts.map(
      ({ name, revision, files, updatedAt, updatedBy }) =>
        `${name}  revision ${revision}  ${files} files  ${updatedAt}  ${updatedBy}`,
    );
    const none = `${institution} has no drafts. Make one: parley ai draft push DRAFT FOLDER.`;
    print(
      options.json,
      { institution, drafts: drafts.map(described) },
      lines.length === 0 ? none : lines.join('\n'),
    );
  });
}

/** `parley ai draft publish DRAFT --institution NAME [--revision NUMBER] [--wait]` */
function addPublish(parent: Command): void {
  const command = parent
    .command('publish')
    .description(
      'train a draft, play its tests and publish it as an AI version, compared with the one that serves',
    )
    .argument('<draft>', 'the name of the draft')
    .requiredOption('--institution <name>', 'the institution')
    .option('--revision <number>', 'an earlier revision (default: the latest)', toRevision)
    .option('--compare-with <version>', 'the AI version to compare with (default: the one that serves)')
    .option('--despite-failed-tests', 'publish although tests of the draft fail')
    .option('--only-tests', 'train the draft and play its tests, but publish nothing')
    .option('--wait', 'wait for the version that a deployment trains; a laptop trains it in this command');
  withPlace(command).action(async (name: string, options: Options) => {
    const job = await onPlace(options, (operator) => publish(operator, { ...options, name }));
    const { versionId, failure, play } = job;
    if (failure !== undefined) {
      const tests = play === undefined ? [] : testLines(play);
      throw new CommandFailed([failure, ...tests].join('\n'));
    }
    if (job.state === 'tested' && play !== undefined) {
      const { passed, failed } = play.tests;
      const told = `${passed} of ${passed + failed} tests of revision ${job.revision} of ${name} pass.`;
      if (failed > 0) throw new CommandFailed(testLines(play).join('\n'));
      print(
        options.json,
        {
          institution: job.institution,
          draft: name,
          job: job.id,
          revision: job.revision,
          state: job.state,
          play,
        },
        told,
      );
      return;
    }
    print(
      options.json,
      {
        institution: job.institution,
        draft: name,
        job: job.id,
        revision: job.revision,
        state: job.state,
        ...(versionId !== undefined && { ai_version: versionId }),
        ...(play !== undefined && { play }),
      },
      versionId === undefined
        ? `The deployment trains revision ${job.revision} of ${name}. Wait for it with --wait, or publish again to see whether it goes on.`
        : [
            `Published revision ${job.revision} of ${name} as ${versionId}.`,
            ...(play === undefined ? [] : playLines(play)),
          ].join('\n'),
    );
  });
}

async function publish(
  operator: Operator,
  {
    institution,
    name,
    revision,
    wait,
    compareWith,
    despiteFailedTests,
    onlyTests,
  }: Options & { name: string },
): Promise<DraftJob> {
  const { draft, files } = await readDraft(operator, {
    institution,
    name,
    ...(revision === undefined ? {} : { revision }),
  });
  checkUtterances(countUtterances(readAssistantFiles(files)));
  const { jobs, startTraining } = operator;
  const action = onlyTests ? 'draft.test' : 'draft.publish';
  const event = operatorEvent(operator, { action, institution, target: name });
  const choices = {
    ...(compareWith !== undefined && { compareWith: await knownVersion(operator, institution, compareWith) }),
    ...(despiteFailedTests && { despiteFailedTests }),
    ...(onlyTests && { onlyTests }),
  };
  const job = await beginJob(jobs, { draft, author: operator.name, event, choices });
  if (startTraining === undefined) {
    await buildEncoder();
    const actor = { kind: 'operator', id: operator.name } as const;
    const onFault = (error: unknown) => tell(`The versions could not be compared: ${error}`);
    await trainDraft({ ...operator, actor, onFault, onProgress: progressOn(process.stderr) }, job);
    return readJob(jobs, institution, name);
  }
  await startJob(jobs, job, startTraining);
  return wait ? ended(operator, job) : job;
}

/** @throws {ParleyError} `not_found` */
async function knownVersion({ versions }: Operator, institution: string, given: string): Promise<string> {
  const id = given.toLowerCase();
  if ((await versions.find(institution, id)) === undefined) throw unknownVersion(institution, id);
  return id;
}

const LOOK_MS = 2000;

/** Waits for a job that runs in another process. */
async function ended({ jobs, now }: Operator, { institution, draft, id }: DraftJob): Promise<DraftJob> {
  const onProgress = progressOn(process.stderr);
  for (;;) {
    const job = await readJob(jobs, institution, draft);
    if (job.id !== id) throw new CommandFailed('Somebody else publishes the draft now.');
    onProgress({ stage: job.stage, done: job.progress });
    const state = shownState(job, now());
    if (state === 'dead')
      throw new CommandFailed('The training was ended. Publish again: it goes on from there.');
    if (state !== 'training') return job;
    await setTimeout(LOOK_MS);
  }
}

/** `parley ai draft delete DRAFT --institution NAME` */
function addDelete(parent: Command): void {
  const command = parent
    .command('delete')
    .description('delete a draft; its revisions can still be pulled by their numbers')
    .argument('<draft>', 'the name of the draft')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (name: string, options: Options) => {
    const { institution } = options;
    const draft = await onPlace(options, (operator) =>
      deleteDraft(operator.drafts, {
        institution,
        name,
        author: operator.name,
        event: operatorEvent(operator, { action: 'draft.delete', institution, target: name }),
      }),
    );
    print(
      options.json,
      { ...described(draft), deleted: true },
      `Deleted the draft ${name}. Pull it with --revision ${draft.revision} to have it back.`,
    );
  });
}

const described = ({ institution, name, revision, files, bytes, updatedAt, updatedBy }: Draft) => ({
  institution,
  draft: name,
  revision,
  files,
  bytes,
  updated_at: updatedAt,
  updated_by: updatedBy,
});

function toRevision(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number from 1.');
  return Number(text);
}
