import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readAccepted } from '../../authoring/learn/accept-file.ts';
import { type AuthoredAssistant, readAssistantFiles } from '../../authoring/read.ts';
import { loaders, loadTrained } from '../../authoring/train.ts';
import { tryPhrases } from '../../authoring/trial/try-phrases.ts';
import type { LoadedAssistant, Loaders } from '../../engine/load.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import { readDraft } from '../../functions/shared/domain/drafts/drafts.ts';
import {
  type TRIED_KINDS,
  type Tried,
  versionToTryWith,
} from '../../functions/shared/domain/drafts/trial.ts';
import { readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import { readDraftFolder } from '../draft-folder.ts';
import type { Operator } from '../operator.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { type Trial, trialLines } from '../trial-lines.ts';

interface Options extends PlaceOptions {
  institution: string;
  label?: string;
  value?: string;
  document?: string;
  language?: string;
  accept?: string;
  folder?: string;
  compareWith?: string;
}

/** `parley ai draft try DRAFT [PHRASES...] --institution NAME --label NAME`, or `… --accept FILE` */
export function addTry(parent: Command): void {
  const command = parent
    .command('try')
    .description('estimate what phrases would do in a draft, and what they would break, without training')
    .argument('<draft>', 'the name of the draft')
    .argument('[phrases...]', 'what users may say')
    .requiredOption('--institution <name>', 'the institution')
    .option('--label <name>', 'try them as utterances of this label')
    .option('--value <name>', 'try them as synonyms of this value of an entity')
    .option('--document <title>', 'try them as questions of this document')
    .option('--language <code>', 'the language of the phrases (default: that of the draft)')
    .option(
      '--accept <file>',
      'try the utterances of a file from `conversations unhandled --output` or from the console instead',
    )
    .option('--folder <folder>', 'try them in the files of a folder instead of the saved draft')
    .option(
      '--compare-with <version>',
      'the AI version that takes the phrases now (default: the one that the draft was published as, else the one that serves)',
    );
  withPlace(command).action(async (name: string, phrases: string[], options: Options) => {
    const given = await givenBy(phrases, options);
    const { institution, folder } = options;
    const { authored, revision, versionId, artifact } = await onPlace(options, (operator) =>
      readGround(operator, { ...options, name }),
    );
    await buildEncoder();
    const version = artifact === undefined ? undefined : loadTrained(artifact);
    const language = authored.assistant?.form.languages.default ?? 'en';
    const trials = await tryAll(
      authored,
      version,
      given.map((each) => ({ ...each, language: each.language ?? language })),
    );
    const document = {
      institution,
      draft: name,
      ...(revision === undefined ? { folder } : { revision }),
      ai_version: versionId ?? null,
      trials,
    };
    if (versionId === undefined) tell('No version serves yet, so nothing takes the phrases now.');
    print(options.json, document, trialLines(trials).join('\n'));
  });
}

type Given = Omit<Tried, 'language'> & { language?: string };

/** @throws {CommandFailed} unless there are phrases and one place for them */
async function givenBy(phrases: readonly string[], options: Options): Promise<Given[]> {
  const { accept, language } = options;
  const places = (
    [
      ['utterance', options.label],
      ['value', options.value],
      ['document', options.document],
    ] as const satisfies readonly (readonly [(typeof TRIED_KINDS)[number], string | undefined])[]
  ).flatMap(([kind, name]) => (name === undefined ? [] : [{ kind, name }]));
  if (accept !== undefined) {
    if (phrases.length > 0 || places.length > 0)
      throw new CommandFailed('Use either phrases with their place, or --accept FILE.');
    const accepted = readAccepted(accept, await readFile(accept, 'utf8'));
    if (accepted.length === 0) throw new CommandFailed(`${accept} has no group with a label.`);
    return accepted.map(({ label, utterances, ...rest }) => ({
      kind: 'utterance',
      name: label,
      phrases: utterances,
      ...rest,
    }));
  }
  const [place] = places;
  if (place === undefined || places.length > 1 || phrases.length === 0) {
    throw new CommandFailed(
      'Use phrases with one of --label NAME, --value NAME and --document TITLE, or --accept FILE.',
    );
  }
  return [{ ...place, phrases, ...(language === undefined ? {} : { language }) }];
}

/** The draft, or the folder's files if they are given, and the version that takes phrases now. */
async function readGround(
  operator: Operator,
  { institution, name, compareWith, folder }: Options & { name: string },
) {
  await operator.requireInstitution(institution);
  const { files, revision } =
    folder === undefined
      ? await readSaved(operator, institution, name)
      : { files: await readDraftFolder(folder), revision: undefined };
  const versionId = await versionToTryWith(operator, { institution, draft: name, asked: compareWith });
  return {
    authored: readAssistantFiles(files),
    revision,
    versionId,
    artifact:
      versionId === undefined ? undefined : await readArtifact(operator.artifacts, institution, versionId),
  };
}

async function readSaved(operator: Operator, institution: string, name: string) {
  const { draft, files } = await readDraft(operator, { institution, name });
  return { files, revision: draft.revision };
}

/** Tries phrases for each place. Encodes each sentence once, since the places are compared with the same ones. */
async function tryAll(
  authored: AuthoredAssistant,
  version: LoadedAssistant | undefined,
  given: readonly Tried[],
): Promise<Trial[]> {
  const ground = { authored, version, loaders: { ...loaders, ...encodingOnce(loaders) }, now: Date.now() };
  const trials: Trial[] = [];
  for (const tried of given) {
    const { kind, name, language } = tried;
    trials.push({ kind, name, language, ...(await tryPhrases(ground, tried)) });
  }
  return trials;
}

function encodingOnce({ embed: embedAs }: Loaders): Pick<Loaders, 'embed'> {
  if (embedAs === undefined) return {};
  const known = new Map<string, Float32Array>();
  return {
    embed: (classifier, language) => {
      const embed = embedAs(classifier, language);
      return (text) => {
        const key = `${language} ${text}`;
        const vector = known.get(key) ?? embed(text);
        known.set(key, vector);
        return vector;
      };
    },
  };
}
