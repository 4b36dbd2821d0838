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
    'the end user of queries without external_user_id: the user of the credential, or none, which refuses such queries',
  );
  const command = parent
    .command('set')
    .description('set the limits of an institution and its default end user')
    .argument('<name>', 'the institution')
    .addOption(who.choices(['credential', 'none']))
    .option('--queries-per-second <most>', 'queries per second; none for no limit', readLimit)
    .option('--queries-per-day <most>', 'queries per day (UTC)', readLimit)
    .option('--tokens-per-second <most>', 'access tokens per second', readLimit)
    .option(
      '--requests-per-second <most>',
      `units of all other requests per second; none for the default, ${DEFAULT_REQUESTS_PER_SECOND}`,
      readLimit,
    );
  withPlace(command).action(async (name: string, options: Options) => {
    const { defaultExternalUser } = options;
    const asks = defaultExternalUser === 'credential' ? 'credential' : null;
    const limits = limitsOf(options);
    const setsLimits = Object.keys(limits).length > 0;
    if (!setsLimits && defaultExternalUser === undefined) {
      throw new CommandFailed('Use at least one option; --help lists them.');
    }
    const left = await onPlace(options, async (operator) => {
      await operator.requireInstitution(name);
      if (defaultExternalUser !== undefined) await setDefaultExternalUser(operator, name, asks);
      return setsLimits ? setLimits(operator, name, limits) : undefined;
    });
    const said =
      asks === null
        ? `Queries of ${name} without external_user_id are refused.`
        : `Queries of ${name} without external_user_id count as the credential’s user.`;
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
