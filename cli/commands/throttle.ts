import type { Command } from 'commander';
import {
  liftThrottle,
  showThrottle,
  type ThrottleState,
  type ThrottleSubject,
} from '../../functions/shared/domain/sign-in/throttle-control.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution?: string;
  username?: string;
  client?: string;
  source?: string;
}

/** `parley throttle show|lift --institution NAME --username NAME [--source IP] | --client ID --source IP | --source IP` */
export function addThrottle(parent: Command): void {
  const show = parent
    .command('show')
    .description('show the effect of failed sign-ins on an account, a client at an address, or an address');
  withSubject(show).action(async (options: Options) => {
    const subject = subjectOf(options);
    const states = await onPlace(options, (operator) => showThrottle(operator, subject));
    print(options.json, { throttles: states.map(row) }, states.map(line).join('\n'));
  });
  const lift = parent
    .command('lift')
    .description(
      'allow sign-ins again; with an address, the account or client is trusted there for 30 days, as after a successful sign-in',
    );
  withSubject(lift).action(async (options: Options) => {
    const subject = subjectOf(options);
    await onPlace(options, (operator) => liftThrottle(operator, subject));
    print(options.json, { lifted: true }, `Lifted. ${CONSEQUENCE[subject.kind](subject.sourceIp)}`);
  });
}

const withSubject = (command: Command): Command =>
  withPlace(
    command
      .option('--institution <name>', 'the institution of an account')
      .option('--username <name>', 'the user name of an account')
      .option(
        '--client <client-id>',
        'a client; requires --source, since clients are slowed down by address only',
      )
      .option('--source <address>', 'an address, alone or with an account or a client'),
  );

function subjectOf({ institution, username, client, source }: Options): ThrottleSubject {
  if (client !== undefined && institution === undefined && username === undefined) {
    if (source === undefined) {
      throw new CommandFailed(
        '--client requires --source ADDRESS, since clients are slowed down by address only.',
      );
    }
    return { kind: 'client', clientId: client, sourceIp: source };
  }
  if (institution !== undefined && username !== undefined && client === undefined) {
    const account = { kind: 'account', institution, username } as const;
    return source === undefined ? account : { ...account, sourceIp: source };
  }
  if (source !== undefined && institution === undefined && username === undefined && client === undefined) {
    return { kind: 'source', sourceIp: source };
  }
  throw new CommandFailed(
    'Use --institution NAME with --username NAME, --client ID with --source ADDRESS, or --source ADDRESS.',
  );
}

const CONSEQUENCE: Readonly<Record<ThrottleSubject['kind'], (sourceIp: string | undefined) => string>> = {
  account: (sourceIp) =>
    sourceIp === undefined
      ? 'The account can be tried again from every address. To let one person in while others keep guessing, add --source.'
      : `The account can sign in from ${sourceIp} for 30 days, whatever others try.`,
  client: (sourceIp) => `Wrong secrets do not slow the client down at ${sourceIp} for 30 days.`,
  source: (sourceIp) => `Accounts can be tried again from ${sourceIp}.`,
};

const row = ({ limit, institution, failures, free, waitMs, trustedUntil }: ThrottleState) => ({
  limit,
  institution: institution ?? null,
  failures,
  free,
  retry_after_seconds: Math.ceil(waitMs / 1000),
  trusted_until: trustedUntil === undefined ? null : new Date(trustedUntil).toISOString(),
});

const LIMITS: Readonly<Record<ThrottleState['limit'], string>> = {
  account: 'the account, from all untrusted addresses',
  account_and_source: 'the account, from this address',
  client_and_source: 'the client, from this address',
  source: 'this address, for all accounts that do not trust it',
};

function line(state: ThrottleState): string {
  const { institution, failures, free, retry_after_seconds, trusted_until } = row(state);
  const way = { named: ', with the institution', unnamed: ', without the institution' };
  return [
    `${LIMITS[state.limit]}${institution === null ? '' : way[institution]}`,
    `${failures} failures (${free} without delay)`,
    retry_after_seconds === 0 ? 'no wait' : `wait ${retry_after_seconds} s`,
    ...(trusted_until === null ? [] : [`trusted until ${trusted_until}`]),
  ].join('  ');
}
