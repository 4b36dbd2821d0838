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
    .description('set the address and the secret that the names of an institution’s assistants stand for')
    .argument('<institution>', 'the institution: no other one’s assistants can reach what is set')
    .option('--application <env:app>', 'only for what this application serves')
    .option('--name <name>', `the name as it is after env: (default: ${URL_NAME}, and ${SECRET_NAME})`)
    .option('--url <url>', 'the address that is called')
    .option(
      '--secret [secret]',
      'signs the calls, beside the one before until that is retired; "-" reads it, without a value one is made',
    )
    .option('--replace', 'let the new secret alone sign, at once');
  withPlace(command).action(async (institution: string, options: Options) => {
    const { application, url, secret: given } = options;
    if (url === undefined && given === undefined) throw new CommandFailed('Give --url, --secret or both.');
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
      `Set ${names.join(' and ')} of ${[institution, application].join(' ').trim()}. It counts from the next call on.`,
      ...(isMade ? ['The secret is shown this once; keep it now.', `  secret  ${secret}`] : []),
    ];
    print(options.json, document, lines.join('\n'));
  });
}

async function readGiven(given: string | true | undefined): Promise<string | undefined> {
  if (given === true) return newWebhookSecret(randomBytes);
  return given === '-' ? ((await readLine()) ?? '') : given;
}

/** The changes by name. A name that was given takes both address and secret. */
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
