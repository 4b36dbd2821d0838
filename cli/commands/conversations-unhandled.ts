import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { stringify } from 'yaml';
import { unmarked } from '../../authoring/utterance.ts';
import {
  LISTED_OUTCOMES,
  type ListedOutcome,
} from '../../functions/shared/domain/conversations/conversations.ts';
import { MASK } from '../../functions/shared/domain/conversations/masking.ts';
import { readUnhandled } from '../../functions/shared/domain/conversations/read-unhandled.ts';
import {
  mayBeUtterances,
  type UnhandledGroup,
} from '../../functions/shared/domain/conversations/unhandled-groups.ts';
import { toGroup } from '../../functions/shared/http/conversation-messages.ts';
import { type DaysOptions, daysOf, withDays } from '../days.ts';
import { readApplication, upTo } from '../filters.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions, DaysOptions {
  institution: string;
  days?: number;
  language?: string;
  outcome?: ListedOutcome;
  dismissed?: boolean;
  application?: string;
  limit: number;
  output?: string;
}

/** Maximum number of days, as in `GET /v1/unhandled`. */
export const MAX_DAYS = 31;
export const MAX_GROUPS = 100;

/** `parley conversations unhandled --institution NAME [--from DAYS] [--to DAY] [--language CODE] [--outcome OUTCOME] [--dismissed] [--application NAME] [--limit N] [--output FILE]` */
export function addConversationsUnhandled(parent: Command): void {
  const command = parent
    .command('unhandled')
    .description('show queries that went wrong, grouped by outcome and meaning, largest groups first')
    .requiredOption('--institution <name>', 'the institution');
  withDays(command)
    // The former name of `--from`, kept for existing scripts.
    .addOption(new Option('--days <count>').argParser(upTo(MAX_DAYS)).conflicts(['from', 'to']).hideHelp())
    .option('--language <code>', 'only this language')
    .addOption(new Option('--outcome <outcome>', 'only queries with this outcome').choices(LISTED_OUTCOMES))
    .option('--dismissed', 'show what was dismissed in the console instead')
    .option('--application <name>', 'only this application, env_name:app_name', readApplication)
    .option('--limit <count>', `maximum number of groups, 1 to ${MAX_GROUPS}`, upTo(MAX_GROUPS), 25)
    .option('--output <file>', 'write them to a YAML file, to choose utterances for `ai learn`');
  withPlace(command).action(async (options: Options) => {
    const { institution, days, language, outcome, dismissed, application, limit, output } = options;
    const { groups, leftOut, isComplete } = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const now = operator.now();
      const filter = {
        ...(language && { language }),
        ...(outcome && { outcome }),
        ...(dismissed && { dismissed }),
        ...(application && { application }),
      };
      const asked = { ...daysOf({ ...(days && { from: days }), ...options }, now, MAX_DAYS), now, filter };
      return readUnhandled(operator.conversations, institution, asked);
    });
    const shown = groups.slice(0, limit);
    if (output !== undefined) await writeFile(output, candidates(shown), { flag: 'wx' });
    const none = `${institution} has no unhandled queries in these days.`;
    const lines = shown.length === 0 ? none : shown.map(line).join('\n');
    print(
      options.json,
      { institution, groups: shown.map(toGroup), left_out: leftOut, complete: isComplete },
      lines,
    );
  });
}

function line(group: UnhandledGroup): string {
  const { outcome, slot, question, turns, count, sessions, madeUp, language, examples, nearest } = group;
  const [label] = nearest;
  const near =
    label === undefined ? '' : `  (nearest: ${label.label}, ${Math.round(label.probability * 100)} %)`;
  const made = madeUp === 0 ? '' : `  (${madeUp === count ? '' : `${madeUp} `}made up)`;
  const what = slot === null ? outcome : `${outcome} of ${slot}`;
  const said = examples.slice(0, 3).join(' | ');
  const [latest] = turns;
  return [
    `${count}× in ${sessions} sessions  ${language}  ${said}${near}${made}`,
    `    ${what}${question === null ? '' : `, after “${question}”`}`,
    ...(latest === undefined ? [] : [`    latest: ${latest.sessionId}, turn ${latest.ordinal ?? '?'}`]),
  ].join('\n');
}

const HEAD =
  '# Queries that a label may answer, largest groups first. As the label of each group, write the state that should\n' +
  '# handle it, or out_of_scope. Delete what you do not want. The nearest labels are listed with each group. Then run:\n' +
  '# parley ai learn FOLDER --accept THIS-FILE\n';

/** Candidates for an assistant's utterances. Leaves out masked texts, since nobody said them that way. */
const candidates = (groups: readonly UnhandledGroup[]): string =>
  HEAD +
  stringify(
    groups
      .filter(mayBeUtterances)
      .map(({ count, language, nearest, examples }) => ({
        label: null,
        count,
        nearest: nearest.map(({ label }) => label),
        utterances: { [language]: examples.filter((text) => !text.includes(MASK)).map(unmarked) },
      }))
      .filter(({ utterances }) => Object.values(utterances).some((texts) => texts.length > 0)),
  );
