import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { timeOf } from '../../authoring/forms/test-file.ts';
import { loadTrained } from '../../authoring/train.ts';
import { trainFolder } from '../../authoring/train-folder.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import type { Clock } from '../../engine/values/time/calendar.ts';
import { readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import { startServerOf } from '../business-logic.ts';
import { type ChatTurn, Conversation, formatTurn } from '../conversation.ts';
import { formatExplanation } from '../explanation-lines.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  version?: string;
  institution?: string;
  language?: string;
  device?: string;
  explain?: boolean;
  now?: string;
}

/** `parley ai chat FOLDER`, or `parley ai chat --version UUID --institution NAME` */
export function addAiChat(parent: Command): void {
  const command = parent
    .command('chat')
    .description('talk to an assistant, one line per turn, at a terminal or from a pipe')
    .argument('[folder]', 'the folder with assistant.yaml')
    .option('--version <uuid>', 'a published AI version instead of a folder')
    .option('--institution <name>', 'the institution of the version')
    .option('--language <code>', "one of the assistant's languages (default: its default language)")
    .option('--device <name>', 'the device that the queries come from')
    .option('--now <time>', "the user's local time, such as 2026-03-18T10:30, fixed for the whole chat")
    .option('--explain', 'show for each turn what was understood and what was done with it');
  withPlace(command).action(async (folder: string | undefined, options: Options) => {
    const clock = options.now === undefined ? undefined : clockAt(options.now);
    const loaded = await load(folder, options);
    const stopServer = await startServerOf(folder);
    try {
      await talk(loaded, options, clock);
    } finally {
      await stopServer();
    }
  });
}

async function load(folder: string | undefined, options: Options): Promise<LoadedAssistant> {
  const { version, institution } = options;
  if ((folder === undefined) === (version === undefined)) {
    throw new CommandFailed('Use either the folder of an assistant or --version UUID.');
  }
  if (folder !== undefined) {
    tell('Training …');
    return loadTrained((await trainFolder(folder)).artifact);
  }
  if (institution === undefined || version === undefined) {
    throw new CommandFailed('--version requires --institution.');
  }
  const artifact = await onPlace(options, ({ artifacts }) => readArtifact(artifacts, institution, version));
  if (artifact === undefined) throw new CommandFailed(`${institution} has no AI version ${version}.`);
  await buildEncoder();
  return loadTrained(artifact);
}

function clockAt(time: string): () => Clock {
  const now = timeOf(time);
  if (now === null) throw new CommandFailed(`Use a time like 2026-03-18T10:30 for --now, not ${time}.`);
  return () => ({ now, offsetMinutes: 0 });
}

async function talk(
  loaded: LoadedAssistant,
  { json, language, device, explain }: Options,
  clock: (() => Clock) | undefined,
): Promise<void> {
  const { supported } = loaded.assistant.languages;
  if (language !== undefined && !supported.includes(language)) {
    throw new CommandFailed(`The assistant supports ${supported.join(', ')}, not ${language}.`);
  }
  const conversation = new Conversation(loaded, { language, device, clock });
  const interactive = process.stdin.isTTY === true && !json;
  const terminal = createInterface({
    input: process.stdin,
    ...(interactive ? { output: process.stdout } : {}),
  });
  terminal.setPrompt('> ');
  if (interactive) tell('Type a message. Ctrl-D ends the conversation.');
  if (!json && loaded.assistant.welcome !== undefined) {
    const turn = await conversation.say('');
    print(json, turn, formatTurn(turn));
  }
  if (interactive) terminal.prompt();
  const turns: ChatTurn[] = [];
  for await (const line of terminal) {
    if (line.trim() !== '') {
      const turn = await conversation.say(line);
      turns.push(turn);
      const shown = explain ? [formatExplanation(turn), formatTurn(turn)] : [formatTurn(turn)];
      if (!json) print(json, turn, shown.join('\n'));
    }
    if (interactive) terminal.prompt();
  }
  const shown = explain ? turns : turns.map(({ explanation: _, ...turn }) => turn);
  if (json) print(json, { turns: shown }, '');
}
