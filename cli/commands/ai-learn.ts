import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { dealRows, rowKey } from '../../authoring/evaluation/rows.ts';
import { formatFinding } from '../../authoring/findings.ts';
import {
  type Acceptance,
  type Accepted,
  acceptUtterances,
  keyOf,
  knownUtterances,
  learningLabels,
} from '../../authoring/learn/accept.ts';
import { readAccepted } from '../../authoring/learn/accept-file.ts';
import { type Comparison, compareReports, formatComparison } from '../../authoring/learn/compare.ts';
import type { AssistantSources, AuthoredAssistant } from '../../authoring/read.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { evaluateTrained } from '../../authoring/train-folder.ts';
import { unmarked } from '../../authoring/utterance.ts';
import { OUT_OF_SCOPE } from '../../engine/assistant.ts';
import { MASK } from '../../functions/shared/domain/conversations/masking.ts';
import { readUnhandled } from '../../functions/shared/domain/conversations/read-unhandled.ts';
import {
  mayBeUtterances,
  type UnhandledGroup,
} from '../../functions/shared/domain/conversations/unhandled-groups.ts';
import { chooseLabels } from '../choose-labels.ts';
import { type DaysOptions, daysOf, withDays } from '../days.ts';
import { readApplication, upTo } from '../filters.ts';
import { type FoldsOptions, withFolds } from '../folds.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { progressOn } from '../progress.ts';
import { MAX_DAYS, MAX_GROUPS } from './conversations-unhandled.ts';

interface Options extends PlaceOptions, DaysOptions, FoldsOptions {
  institution?: string;
  accept?: string;
  application?: string;
  language?: string;
  limit: number;
  evaluate: boolean;
  minutes: number;
}

const MAX_MINUTES = 600;

/** `parley ai learn FOLDER --institution NAME [--from DAYS]`, or `parley ai learn FOLDER --accept FILE` */
export function addAiLearn(parent: Command): void {
  const command = parent
    .command('learn')
    .description(
      'add queries that were not understood, and that you accept, to the utterances of an assistant, and show what gets better or worse',
    )
    .argument('<folder>', 'the folder with assistant.yaml')
    .option('--institution <name>', 'the institution whose log is read')
    .option(
      '--accept <file>',
      'a file from `conversations unhandled --output`, with the labels that you accept',
    );
  withFolds(withDays(command))
    .option('--application <name>', 'only this application, env_name:app_name', readApplication)
    .option('--language <code>', 'only this language')
    .option('--limit <count>', `maximum number of groups, 1 to ${MAX_GROUPS}`, upTo(MAX_GROUPS), 25)
    .option('--minutes <number>', 'how long to measure the change at most', upTo(MAX_MINUTES), 2)
    .option('--no-evaluate', 'do not measure the change');
  withPlace(command).action(async (folder: string, options: Options) => {
    const authored = await readAssistant(folder);
    const acceptance = acceptUtterances(authored, await acceptedOf(authored, options));
    const { added, skipped, changed, warnings } = acceptance;
    await writeSources(folder, changed);
    const files = Object.keys(changed);
    for (const { utterance, label, why } of skipped)
      tell(`“${utterance}” was not added to ${label}: ${why}.`);
    for (const finding of warnings) tell(formatFinding(finding));
    const isMeasured = options.evaluate && added.length > 0;
    const comparison = isMeasured ? await measureChange(authored, acceptance, options) : undefined;
    const lines = [
      added.length === 0
        ? 'Nothing was added.'
        : `Added ${added.length} utterances to ${files.join(', ')}. Check them: values in them may need to be marked.`,
      ...(comparison === undefined ? [] : ['', formatComparison(comparison)]),
    ];
    print(options.json, { folder, files, added, skipped, warnings, ...comparison }, lines.join('\n'));
  });
}

async function acceptedOf(authored: AuthoredAssistant, options: Options): Promise<Accepted[]> {
  const { accept, institution } = options;
  if ((accept === undefined) === (institution === undefined)) {
    throw new CommandFailed('Use either --institution NAME, to choose from its log, or --accept FILE.');
  }
  if (accept !== undefined) return readAccepted(accept, await readFile(accept, 'utf8'));
  // The store is closed before the questions, since people take their time to answer.
  const groups = await readGroups(authored, options, institution ?? '');
  if (groups.length === 0)
    tell('The log of these days has no unhandled queries that the folder does not know yet.');
  return chooseLabels(groups, learningLabels(authored));
}

/**
 * Reads the groups to ask about. Leaves out examples that the folder already has, masked examples, and those
 * in unsupported languages.
 */
async function readGroups(
  authored: AuthoredAssistant,
  options: Options,
  institution: string,
): Promise<UnhandledGroup[]> {
  const { application, language, limit } = options;
  const { groups } = await onPlace(options, async (operator) => {
    await operator.requireInstitution(institution);
    const now = operator.now();
    const filter = { ...(application && { application }), ...(language && { language }) };
    const asked = { ...daysOf(options, now, MAX_DAYS), now, filter };
    return readUnhandled(operator.conversations, institution, asked);
  });
  const known = knownUtterances(authored);
  const languages = authored.assistant?.form.languages.supported ?? [];
  const isNew = (spoken: string, text: string) => !text.includes(MASK) && !known.has(keyOf(spoken, text));
  return groups
    .filter(mayBeUtterances)
    .map((group) => ({
      ...group,
      examples: group.examples.map(unmarked).filter((text) => isNew(group.language, text)),
    }))
    .filter((group) => group.examples.length > 0 && languages.includes(group.language))
    .slice(0, limit);
}

/** Replaces each file atomically, so that no reader sees a partial file. */
async function writeSources(folder: string, sources: AssistantSources): Promise<void> {
  const written: [fresh: string, file: string][] = [];
  try {
    for (const [name, bytes] of Object.entries(sources)) {
      const file = await realpath(path.join(folder, name));
      const fresh = `${file}.${process.pid}.tmp`;
      written.push([fresh, file]);
      await writeFile(fresh, bytes);
    }
    for (const [fresh, file] of written) await rename(fresh, file);
  } finally {
    for (const [fresh] of written) await rm(fresh, { force: true });
  }
}

/**
 * Cross-validates both assistants with the old utterances in the same folds, so that only the new utterances
 * cause differences. Measures as many folds, at least one, as the time allows: half of it is for each assistant.
 */
async function measureChange(
  before: AuthoredAssistant,
  { authored: after, added }: Acceptance,
  { folds, seed, minutes }: FoldsOptions & Pick<Options, 'minutes'>,
): Promise<Comparison> {
  const onProgress = progressOn(process.stderr);
  const stage = (name: string) => (progress: { stage: string; done: number }) =>
    onProgress({ ...progress, stage: `${name}: ${progress.stage}` });
  const dealt = new Map(dealRows(before, folds, seed).map((row) => [rowKey(row), row.fold]));
  let measured = folds;
  const began = performance.now();
  const was = await evaluateTrained(before, {
    folds,
    seed,
    isEnough: (done) => {
      const nextEnds = ((performance.now() - began) * (done + 1)) / done;
      const isEnough = nextEnds > (minutes * 60_000) / 2;
      if (isEnough) measured = done;
      return isEnough;
    },
    onProgress: stage('before'),
  });
  const is = await evaluateTrained(after, {
    folds,
    seed,
    dealt,
    isEnough: (done) => done === measured,
    onProgress: stage('after'),
  });
  const foldOf = new Map(dealRows(after, folds, seed, dealt).map((row) => [rowKey(row), row.fold]));
  const heldOut = added.filter(
    ({ language, label, utterance }) =>
      (foldOf.get(rowKey({ language, label: label === OUT_OF_SCOPE ? null : label, text: utterance })) ?? 0) <
      measured,
  );
  return compareReports(was, is, heldOut, { measured, of: folds });
}
