import type { Command } from 'commander';
import { rotateClientSecret } from '../../functions/shared/domain/institutions/client-changes.ts';
import { readKeepTime } from '../arguments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  keepOld: number | 'until_dropped';
}

/** `parley client rotate-secret CLIENT_ID` */
export function addClientRotateSecret(parent: Command): void {
  const command = parent
    .command('rotate-secret')
    .description(
      'give a client a new secret, shown only once; the old one is refused at once unless --keep-old is set',
    )
    .argument('<client-id>', 'the client')
    .option(
      '--keep-old <time>',
      'how long the old secret stays valid: 90m, 24h, 7d or `until-dropped` (default: 0)',
      readKeepTime,
      0,
    );
  withPlace(command).action(async (clientId: string, options: Options) => {
    const { keepOld } = options;
    const secret = await onPlace(options, (operator) => rotateClientSecret(operator, clientId, keepOld));
    const lines = [
      `The client ${clientId} has a new secret. It is shown only now. Save it.`,
      `  client_secret  ${secret}`,
      ...(keepOld === 0 ? [] : [keptLine(clientId, keepOld)]),
    ];
    const kept = keepOld === 'until_dropped' ? null : keepOld;
    const document = { client_id: clientId, client_secret: secret, old_secret_seconds: kept };
    print(options.json, document, lines.join('\n'));
  });
}

const keptLine = (clientId: string, keepOld: number | 'until_dropped'): string => {
  const until = keepOld === 'until_dropped' ? 'until' : `for ${keepOld} seconds, or until`;
  return `The old secret stays valid ${until} \`parley client drop-secret ${clientId}\`.`;
};
