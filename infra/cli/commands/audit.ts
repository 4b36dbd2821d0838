import { type Command, InvalidArgumentError } from 'commander';
import { type AuditEvent, isAuditDay } from '../../../functions/shared/domain/audit.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  day: string;
}

/** `parley audit --institution NAME --day YYYY-MM-DD` */
export function addAudit(parent: Command): void {
  const command = parent
    .command('audit')
    .description('show what was done in an institution on a day: who, what, from where, with what outcome')
    .requiredOption('--institution <name>', 'the institution; "-" for sign-ins that named none')
    .requiredOption('--day <day>', 'the day in UTC, like 2030-01-31', readDay);
  withPlace(command).action(async (options: Options) => {
    const { institution, day } = options;
    const events = await onPlace(options, ({ trail }) => trail.read(institution, day));
    const none = `Nothing is known of ${institution} on ${day}.`;
    const lines = events.length === 0 ? none : events.map(line).join('\n');
    print(options.json, { institution, day, events: events.map(row) }, lines);
  });
}

function readDay(text: string): string {
  if (isAuditDay(text)) return text;
  throw new InvalidArgumentError('Give a day like 2030-01-31.');
}

const row = ({ at, action, outcome, reason, actor, sourceIp, requestId, target, changed }: AuditEvent) => ({
  at: new Date(at).toISOString(),
  action,
  outcome,
  reason: reason ?? null,
  actor: { kind: actor.kind, id: actor.id ?? null, service_user_id: actor.userId ?? null },
  source_ip: sourceIp ?? null,
  request_id: requestId,
  target: target ?? null,
  changed: changed ?? [],
});

function line(event: AuditEvent): string {
  const { at, action, outcome, reason, actor, target } = row(event);
  const who = [actor.kind, actor.id, actor.service_user_id].filter((part) => part !== null).join(' ');
  const what = target === null ? action : `${action} ${target}`;
  const came = reason === null ? outcome : `${outcome} (${reason})`;
  return [at, what, came, `by ${who}`, `from ${event.sourceIp ?? 'the command'}`].join('  ');
}
