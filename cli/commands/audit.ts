import { type Command, InvalidArgumentError } from 'commander';
import type { AuditActor, AuditEvent } from '../../functions/shared/domain/audit.ts';
import { roleOf } from '../../functions/shared/domain/credentials/roles.ts';
import { isDay } from '../../functions/shared/domain/days.ts';
import { type FailedSignIns, failedSignIns } from '../../functions/shared/domain/sign-in/failed-sign-ins.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  day: string;
  failed?: boolean;
}

/** `parley audit --institution NAME --day YYYY-MM-DD [--failed]` */
export function addAudit(audit: Command): void {
  const command = audit
    .requiredOption('--institution <name>', 'the institution; "-" for sign-ins without one')
    .requiredOption('--day <day>', 'the day in UTC, like 2030-01-31', readDay)
    .option('--failed', 'only refused sign-ins, grouped by account and source');
  withPlace(command).action(async (options: Options) => {
    const { institution, day } = options;
    const events = await onPlace(options, ({ trail }) => trail.read(institution, day));
    if (options.failed) {
      const failed = failedSignIns(events);
      const none = `${institution} has no refused sign-ins on ${day}.`;
      const lines = failed.length === 0 ? none : failed.map(failedLine).join('\n');
      print(options.json, { institution, day, failed_sign_ins: failed.map(failedRow) }, lines);
      return;
    }
    const none = `${institution} has no events on ${day}.`;
    const lines = events.length === 0 ? none : events.map(line).join('\n');
    print(options.json, { institution, day, events: events.map(row) }, lines);
  });
}

function readDay(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('Use a day like 2030-01-31.');
}

const actorRow = ({ kind, id, userId }: AuditActor) => ({
  kind,
  id: id ?? null,
  service_user_id: userId ?? null,
});

const row = (event: AuditEvent) => ({
  at: new Date(event.at).toISOString(),
  action: event.action,
  outcome: event.outcome,
  reason: event.reason ?? null,
  actor: actorRow(event.actor),
  source_ip: event.sourceIp ?? null,
  request_id: event.requestId,
  target: event.target ?? null,
  changed: event.changed ?? [],
  application: event.application ?? null,
  percent: event.percent ?? null,
  host_before: event.hosts?.before ?? null,
  host: event.hosts?.after ?? null,
  scopes: event.scopes?.join(' ') ?? null,
});

function line(event: AuditEvent): string {
  const { at, action, outcome, reason, actor, target, application, percent, scopes } = row(event);
  const who = [actor.kind, actor.id, actor.service_user_id].filter((part) => part !== null).join(' ');
  const share = percent === null ? null : `${percent} %`;
  const given = event.scopes === undefined ? null : (roleOf(event.scopes) ?? scopes);
  const hosts = event.hosts && `from ${event.hosts.before ?? 'none'} to ${event.hosts.after ?? 'none'}`;
  const what = [action, target, application, share, hosts ?? null, given]
    .filter((part) => part !== null)
    .join(' ');
  const came = reason === null ? outcome : `${outcome} (${reason})`;
  return [at, what, came, `by ${who}`, `from ${event.sourceIp ?? 'the command line'}`].join('  ');
}

const failedRow = ({ account, source, failures, reasons, firstAt, lastAt }: FailedSignIns) => ({
  account: actorRow(account),
  source,
  failures,
  reasons,
  first_at: new Date(firstAt).toISOString(),
  last_at: new Date(lastAt).toISOString(),
});

function failedLine(failed: FailedSignIns): string {
  const { account, source, failures, reasons, first_at, last_at } = failedRow(failed);
  const who = account.id ?? account.service_user_id ?? 'unknown';
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${failures} at ${account.kind} ${who}`,
    `from ${source}`,
    why.join(', '),
    `${first_at} to ${last_at}`,
  ].join('  ');
}
