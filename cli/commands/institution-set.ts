import { type Command, Option } from 'commander';
import { setLimits } from '../../functions/shared/domain/institutions/institutions.ts';
import {
  DEFAULT_REQUESTS_PER_SECOND,
  type LimitChange,
} from '../../functions/shared/domain/institutions/limits.ts';
import { setDefaultExternalUser } from '../../functions/shared/domain/query/query-settings.ts';
import { printedLimits, readLimit } from '../limits.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  defaultExternalUser?: 'credential' | 'none';
  queriesPerSecond?: number | 'none';
  queriesPerDay?: number | 'none';
  tokensPerSecond?: number | 'none';
  requestsPerSecond?: number | 'none';
}

/** `parley institution set NAME [--default-external-user credential|none] [--queries-per-second N|none] …` */
export function addInstitutionSet(parent: Command): void {
  const who = new Option(
    '--default-external-user <who>',
    'who asks where a query has no external_user_id: the user of its credential, or nobody, so that it is refused',
  );
  const command = parent
    .command('set')
    .description('set the limits of an institution, and what its callers may leave out of a query')
    .argument('<name>', 'the institution')
    .addOption(who.choices(['credential', 'none']))
    .option(
      '--queries-per-second <most>',
      'so many queries in a second at most; none for no limit',
      readLimit,
    )
    .option('--queries-per-day <most>', 'so many in a day (UTC)', readLimit)
    .option('--tokens-per-second <most>', 'so many access tokens in a second', readLimit)
    .option(
      '--requests-per-second <most>',
      `so many units of all other requests in a second; none for the default, ${DEFAULT_REQUESTS_PER_SECOND}`,
      readLimit,
    );
  withPlace(command).action(async (name: string, options: Options) => {
    const { defaultExternalUser } = options;
    const asks = defaultExternalUser === 'credential' ? 'credential' : null;
    const limits = limitsOf(options);
    const setsLimits = Object.keys(limits).length > 0;
    if (!setsLimits && defaultExternalUser === undefined) {
      throw new CommandFailed('Say what to set: --help tells what there is.');
    }
    const left = await onPlace(options, async (operator) => {
      await operator.requireInstitution(name);
      if (defaultExternalUser !== undefined) await setDefaultExternalUser(operator, name, asks);
      return setsLimits ? setLimits(operator, name, limits) : undefined;
    });
    const said =
      asks === null
        ? `Queries of ${name} without external_user_id are refused.`
        : `Queries of ${name} without external_user_id are their credential’s user’s.`;
    const document = {
      institution: name,
      ...(defaultExternalUser === undefined ? {} : { default_external_user: asks }),
      ...(left && { limits: printedLimits(left) }),
    };
    const lines = [
      ...(defaultExternalUser === undefined ? [] : [said]),
      ...Object.entries(left === undefined ? {} : printedLimits(left)).map(
        ([limit, most]) => `${limit}  ${most ?? 'none'}`,
      ),
    ];
    print(options.json, document, lines.join('\n'));
  });
}

const limitsOf = ({
  queriesPerSecond,
  queriesPerDay,
  tokensPerSecond,
  requestsPerSecond,
}: Options): LimitChange => ({
  ...(queriesPerSecond === undefined ? {} : { queriesPerSecond: limitOf(queriesPerSecond) }),
  ...(queriesPerDay === undefined ? {} : { queriesPerDay: limitOf(queriesPerDay) }),
  ...(tokensPerSecond === undefined ? {} : { tokensPerSecond: limitOf(tokensPerSecond) }),
  ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: limitOf(requestsPerSecond) }),
});

const limitOf = (given: number | 'none'): number | null => (given === 'none' ? null : given);
