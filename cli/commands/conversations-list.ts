import type { Command } from 'commander';
import {
  listSessions,
  type SessionPage,
} from '../../functions/shared/domain/conversations/conversation-list.ts';
import type { SessionLine } from '../../functions/shared/domain/conversations/conversation-views.ts';
import { isMadeUp } from '../../functions/shared/domain/conversations/made-up.ts';
import { readCursor, writeCursor } from '../../functions/shared/domain/cursors.ts';
import { NONCE_BYTES } from '../../functions/shared/domain/sealing.ts';
import { toSessionLine } from '../../functions/shared/http/conversation-messages.ts';
import { type DaysOptions, daysOf, withDays } from '../days.ts';
import { type FilterOptions, filterOf, upTo, withFilter } from '../filters.ts';
import type { Operator } from '../operator.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions, DaysOptions, FilterOptions {
  institution: string;
  limit: number;
  cursor?: string;
}

/** Maximum number of days, as in `GET /v1/conversations`. */
export const MAX_DAYS = 93;
const MAX_SESSIONS = 1000;

/** `parley conversations list --institution NAME [--from DAYS] [--to DAY] [--outcome OUTCOME …]` */
export function addConversationsList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list logged sessions, newest first: start, length and outcome')
    .requiredOption('--institution <name>', 'the institution');
  withFilter(withDays(command))
    .option('--limit <count>', `maximum number of sessions, 1 to ${MAX_SESSIONS}`, upTo(MAX_SESSIONS), 25)
    .option('--cursor <cursor>', 'continue a list with the same options');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const { sessions, next, now } = await onPlace(options, (operator) => list(operator, options));
    const rows = sessions.map((line) => ({
      ...toSessionLine(line, now),
      made_up: isMadeUp(line.application),
    }));
    const more = next === undefined ? [] : [`There are more sessions: --cursor ${next}`];
    const none = `${institution} has no matching session in these days.`;
    const lines = [...(sessions.length === 0 ? [none] : sessions.map(lineOf)), ...more];
    const document = { institution, conversations: rows, ...(next && { next_cursor: next }) };
    print(options.json, document, lines.join('\n'));
  });
}

async function list(
  operator: Operator,
  options: Options,
): Promise<{ sessions: SessionLine[]; next?: string; now: number }> {
  const { institution, limit, cursor } = options;
  await operator.requireInstitution(institution);
  const now = operator.now();
  const days = daysOf(options, now, MAX_DAYS);
  const filter = filterOf(options);
  const { versionId, application, outcome, competency } = filter;
  const context = {
    deploymentKey: await operator.deploymentKey(),
    institution,
    list: ['conversations', days.from, days.to, versionId, application, outcome, competency],
  };
  let after = cursor === undefined ? undefined : readCursor(cursor, context);
  const sessions: SessionLine[] = [];
  do {
    const asked = { ...days, filter, now, limit: limit - sessions.length, ...(after && { after }) };
    const page: SessionPage = await listSessions(operator.conversations, institution, asked);
    sessions.push(...page.sessions);
    after = page.next;
  } while (after !== undefined && sessions.length < limit);
  const next = after && writeCursor(after, context, operator.random(NONCE_BYTES));
  return { sessions, now, ...(next && { next }) };
}

function lineOf({ sessionId, beganAt, turns, unhandled, outcome, ...line }: SessionLine): string {
  return [
    sessionId,
    new Date(beganAt).toISOString(),
    outcome.padEnd('handed_off'.length),
    `${turns} turns${unhandled === 0 ? '' : `, ${unhandled} not understood`}`,
    line.language,
    line.competencies.join(', '),
    line.application ?? 'no application',
    ...(isMadeUp(line.application) ? ['(made up)'] : []),
  ].join('  ');
}
