import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import {
  type ServerChange,
  setServer,
} from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import { newWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';
import { SECRET_NAME, URL_NAME } from '../business-logic-names.ts';
import { CommandFailed, print } from '../output.ts';
import { readLine } from '../password.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  application?: string;
  name?: string;
  url?: string;
  secret?: string | true;
  replace?: boolean;
}

/** `parley bls set INSTITUTION` */
export function addBlsSet(parent: Command): void {
  const command = parent
    .command('set')
    .description('set the business-logic address and secret for the assistants of an institution')
    .argument('<institution>', 'the institution; assistants of other institutions cannot use them')
    .option('--application <env:app>', 'only for this application')
    .option('--name <name>', `the name after env: (default: ${URL_NAME} and ${SECRET_NAME})`)
    .option('--url <url>', 'the address of the server')
    .option(
      '--secret [secret]',
      'signs calls, together with the earlier secret until that is retired; "-" reads it from the input, no value generates one',
    )
    .option('--replace', 'sign only with the new secret from now on');
  withPlace(command).action(async (institution: string, options: Options) => {
    const { application, url, secret: given } = options;
    if (url === undefined && given === undefined) throw new CommandFailed('Use --url, --secret or both.');
    const secret = await readGiven(given);
    const changes = changesOf(options, url, secret);
    await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const place = { institution, ...(application === undefined ? {} : { application }) };
      for (const [name, change] of changes) await setServer(operator, place, name, change);
    });
    const names = changes.map(([name]) => name);
    const isMade = given === true;
    const document = {
      institution,
      application: application ?? null,
      names,
      ...(isMade ? { secret } : {}),
    };
    const lines = [
      `Set ${names.join(' and ')} for ${[institution, application].join(' ').trim()}, effective from the next call on.`,
      ...(isMade ? ['The secret is shown only now. Save it.', `  secret  ${secret}`] : []),
    ];
    print(options.json, document, lines.join('\n'));
  });
}

async function readGiven(given: string | true | undefined): Promise<string | undefined> {
  if (given === true) return newWebhookSecret(randomBytes);
  return given === '-' ? ((await readLine()) ?? '') : given;
}

/** The changes by name. An explicitly given name gets both the address and the secret. */
function changesOf(
  { name, replace = false }: Options,
  url: string | undefined,
  secret: string | undefined,
): [string, ServerChange][] {
  const forUrl = url === undefined ? {} : { url };
  const forSecret = secret === undefined ? {} : { secret, replaceSecrets: replace };
  const changes: [string, ServerChange][] =
    name === undefined
      ? [
          [URL_NAME, forUrl],
          [SECRET_NAME, forSecret],
        ]
      : [[name, { ...forUrl, ...forSecret }]];
  return changes.filter(([, change]) => Object.keys(change).length > 0);
}
