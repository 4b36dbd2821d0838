import { type Command, InvalidArgumentError } from 'commander';
import type { AuthoredAssistant } from '../../authoring/read.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { loadTrained } from '../../authoring/train.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import { madeUpApplication } from '../../functions/shared/domain/conversations/made-up.ts';
import { sessionsIn } from '../../functions/shared/domain/conversations/whole-conversations.ts';
import { dayOf, daysBefore } from '../../functions/shared/domain/days.ts';
import { assignVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import { DEMO_INSTITUTION, demoApplication } from '../../local/demo.ts';
import { startFolderServer } from '../../local/folder-server.ts';
import { EXAMPLE } from '../../local/publish.ts';
import { readApplication, upTo } from '../filters.ts';
import type { Operator } from '../operator.ts';
import { CommandFailed, print } from '../output.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { progressOn } from '../progress.ts';
import { folderBusinessLogic } from '../traffic/business-logic.ts';
import { type Cast, isPlayed, type Month, planSessions, playSession } from '../traffic/month.ts';
import { readRepertoires } from '../traffic/repertoire.ts';
import { MAX_DAYS } from './conversations-list.ts';

interface Options extends PlaceOptions {
  institution: string;
  application?: string;
  days: number;
  sessions: number;
  seed: number;
  evenInAws?: boolean;
}

const MAX_SESSIONS = 5000;

/** `parley demo traffic [FOLDER] [--institution NAME] [--days N] [--sessions N] [--seed N]` */
export function addDemoTraffic(parent: Command): void {
  const command = parent
    .command('traffic')
    .description(
      'fill the conversation log with made-up conversations, from the tests of the assistant and random ones',
    )
    .argument('[folder]', 'the folder of the assistant that serves', EXAMPLE)
    .option('--institution <name>', 'the institution', DEMO_INSTITUTION)
    .option(
      '--application <name>',
      'the application of the assistant (default: demo:<its name>)',
      readApplication,
    )
    .option('--days <count>', `number of days up to now, 1 to ${MAX_DAYS}`, upTo(MAX_DAYS), 28)
    .option('--sessions <count>', `number of random sessions, 0 to ${MAX_SESSIONS}`, readSessions, 300)
    .option('--seed <number>', 'random seed; sessions already played with a seed are skipped', readSeed, 1)
    .option('--even-in-aws', 'allow a store in AWS')
    .addHelpText(
      'after',
      '\nMade-up sessions have a separate application, such as made-up:bank, so that they can be told apart everywhere.\n' +
        'They call the business logic in the folder, never that of the institution. Their times are made up too.',
    );
  withPlace(command).action(async (folder: string, options: Options) => {
    const authored = await readAssistant(folder);
    const played = await onPlace(options, (operator) => play(operator, folder, authored, options));
    const lines = [
      `Played ${played.sessions} made-up sessions with ${played.turns} turns as ${played.application}.`,
      ...(played.already_there === 0
        ? []
        : [`${played.already_there} were skipped because they already exist.`]),
      ...(played.lost === 0 ? [] : [`${played.lost} turns are missing from the log or incomplete.`]),
      `Show them: parley conversations list --institution ${played.institution} --application ${played.application}`,
    ];
    print(options.json, played, lines.join('\n'));
  });
}

async function play(operator: Operator, folder: string, authored: AuthoredAssistant, options: Options) {
  const { institution, days, sessions: free, seed } = options;
  if (!isOnThisMachine() && !options.evenInAws) {
    throw new CommandFailed(
      'This store is in AWS and may contain real conversations. Use --even-in-aws to add made-up ones.',
    );
  }
  await operator.requireInstitution(institution);
  const name = authored.assistant?.form.name ?? '';
  const served = options.application ?? demoApplication(name);
  const { versionId, loaded } = await loadServing(operator, institution, served);
  requireLog(loaded, served, days);
  const application = madeUpApplication(served);
  const use = { institution, target: application, versionId, assignedBy: operator.name };
  await assignVersion(operator, use);
  const now = operator.now();
  const month: Month = { institution, seed, now, days, free };
  const there = await sessionsThere(operator, institution, application, now);
  const planned = planSessions(authored, month);
  const missing = planned.filter((session) => !isPlayed(month, session, there));
  const { servers, stop } = await startFolderServer(folder);
  let [turns, lost, done] = [0, 0, 0];
  const onProgress = progressOn(process.stderr);
  try {
    const cast: Cast = {
      stage: {
        operator,
        institution,
        application,
        loaded,
        onLost: () => {
          lost += 1;
        },
      },
      repertoires: await readRepertoires(folder, authored),
      businessLogic: folderBusinessLogic(servers),
      defaultLanguage: loaded.assistant.languages.default,
    };
    for (const session of missing) {
      turns += await playSession(cast, month, session);
      done += 1;
      onProgress({ stage: 'sessions', done: done / missing.length });
    }
  } finally {
    await stop();
  }
  return {
    institution,
    application,
    ai_version: versionId,
    seed,
    days,
    sessions: missing.length,
    turns,
    already_there: planned.length - missing.length,
    lost,
  };
}

async function loadServing(
  { versions, artifacts }: Operator,
  institution: string,
  application: string,
): Promise<{ versionId: string; loaded: LoadedAssistant }> {
  const serving = await versions.findAssignment(institution, application);
  const artifact = serving && (await readArtifact(artifacts, institution, serving.versionId));
  if (serving === undefined || artifact === undefined) {
    throw new CommandFailed(
      `No version serves ${application} of ${institution}. Run \`npm start\` once, or use --application.`,
    );
  }
  await buildEncoder();
  return { versionId: serving.versionId, loaded: loadTrained(artifact) };
}

function requireLog({ assistant }: LoadedAssistant, application: string, days: number): void {
  const { conversations } = assistant;
  if (conversations === undefined) {
    throw new CommandFailed(
      `The version of ${application} does not log conversations. Add conversations: {keep: 30d} to assistant.yaml.`,
    );
  }
  if (days > conversations.keepDays) {
    throw new CommandFailed(
      `The version of ${application} keeps conversations for ${conversations.keepDays} days: use --days ${conversations.keepDays} or less.`,
    );
  }
}

async function sessionsThere(
  { conversations }: Operator,
  institution: string,
  application: string,
  now: number,
): Promise<Set<string>> {
  const to = dayOf(now);
  const there = new Set<string>();
  const asked = { from: daysBefore(to, MAX_DAYS), to, filter: { application }, now };
  for await (const { sessionId } of sessionsIn(conversations, institution, asked)) there.add(sessionId);
  return there;
}

const wholeNumber = (text: string, most: number): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new InvalidArgumentError(`Use a whole number from 0 to ${most}.`);
};
const readSessions = (text: string): number => wholeNumber(text, MAX_SESSIONS);
const readSeed = (text: string): number => wholeNumber(text, 2 ** 31 - 1);
