import type { Command } from 'commander';
import { type ReplayedSession, replaySession } from '../../authoring/replay/replay.ts';
import { formatReplay, reportOf } from '../../authoring/replay/report.ts';
import { loadTrained } from '../../authoring/train.ts';
import { trainFolder } from '../../authoring/train-folder.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { isMadeUp } from '../../functions/shared/domain/conversations/made-up.ts';
import {
  readConversation,
  sessionsIn,
} from '../../functions/shared/domain/conversations/whole-conversations.ts';
import { type DaysOptions, daysOf, withDays } from '../days.ts';
import { type FilterOptions, filterOf, upTo, withFilter } from '../filters.ts';
import type { Operator } from '../operator.ts';
import { print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { MAX_DAYS } from './conversations-list.ts';

interface Options extends PlaceOptions, DaysOptions, FilterOptions {
  institution: string;
  sessions: number;
  limit: number;
  minutes: number;
}

const MAX_SESSIONS = 10_000;
const MAX_CHANGES = 1000;
const MAX_MINUTES = 600;

/** `parley ai replay FOLDER --institution NAME [--from DAYS]` */
export function addAiReplay(parent: Command): void {
  const command = parent
    .command('replay')
    .description('replay logged conversations with an assistant and show which answers change')
    .argument('<folder>', 'the folder with assistant.yaml')
    .requiredOption('--institution <name>', 'the institution whose log is read');
  withFilter(withDays(command))
    .option(
      '--sessions <count>',
      `maximum number of sessions, the latest ones, 1 to ${MAX_SESSIONS}`,
      upTo(MAX_SESSIONS),
      1000,
    )
    .option(
      '--limit <count>',
      `maximum number of changes to show, 1 to ${MAX_CHANGES}`,
      upTo(MAX_CHANGES),
      50,
    )
    .option('--minutes <number>', 'how long to replay at most', upTo(MAX_MINUTES), 2)
    .addHelpText(
      'after',
      '\nNo business logic is called. Instead, the log tells whether the server answered and to which state it led.\n' +
        'Texts are compared only in sessions without business logic. Masked queries cannot be replayed.',
    );
  withPlace(command).action(async (folder: string, options: Options) => {
    tell('Training …');
    const loaded = loadTrained((await trainFolder(folder)).artifact);
    const { days, sessions, madeUp, leftOff } = await onPlace(options, (operator) =>
      replay(operator, loaded, options),
    );
    const report = reportOf(sessions);
    const lines = [
      ...(madeUp === 0 ? [] : [`${madeUp} of the sessions are made up.`]),
      ...(leftOff ? [LEFT_OFF] : []),
      report.sessions === 0
        ? `${options.institution} has no matching session in these days.`
        : formatReplay(report, options.limit),
    ];
    const { institution } = options;
    const document = { institution, ...days, ...report, made_up_sessions: madeUp, left_off: leftOff };
    print(options.json, document, lines.join('\n'));
  });
}

const LEFT_OFF =
  'There are earlier sessions, which were not replayed. --sessions and --minutes allow more of them.';

/** Replays the latest sessions, as many as their number and the time allow. */
async function replay(operator: Operator, loaded: LoadedAssistant, options: Options) {
  const { institution, sessions: most, minutes } = options;
  const until = performance.now() + minutes * 60_000;
  const { conversations } = operator;
  await operator.requireInstitution(institution);
  const now = operator.now();
  const days = daysOf(options, now, MAX_DAYS);
  const sessions: ReplayedSession[] = [];
  let madeUp = 0;
  let leftOff = false;
  for await (const line of sessionsIn(conversations, institution, {
    ...days,
    filter: filterOf(options),
    now,
  })) {
    if (sessions.length >= most || performance.now() >= until) {
      leftOff = true;
      break;
    }
    const conversation = await readConversation(conversations, institution, line.sessionId, now);
    if (conversation === undefined) continue;
    sessions.push(await replaySession(loaded, conversation.turns));
    if (isMadeUp(line.application)) madeUp += 1;
  }
  return { days, sessions, madeUp, leftOff };
}
