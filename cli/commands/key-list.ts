import type { Command } from 'commander';
import { listKeys } from '../../functions/shared/domain/keys/keys.ts';
import { toKeyListItem } from '../../functions/shared/http/key-messages.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { KEY_FINGERPRINT_LENGTH } from '../scan.ts';

interface Options extends PlaceOptions {
  institution: string;
  user: string;
}

/** `parley key list --institution NAME --user USER_ID` */
export function addKeyList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the App-Keys of a user with the fingerprints that `key scan` prints')
    .requiredOption('--institution <name>', 'the institution')
    .requiredOption('--user <user-id>', 'the user');
  withPlace(command).action(async (options: Options) => {
    const { institution, user: userId } = options;
    const keys = await onPlace(options, (operator) =>
      listKeys(operator.keys, { institution, userId }, operator.now()),
    );
    const rows = keys.map((key) => ({
      ...toKeyListItem(key),
      fingerprint: key.digest.slice(0, KEY_FINGERPRINT_LENGTH),
    }));
    const lines = rows.map((row) =>
      [
        row.id,
        row.fingerprint,
        `expires ${row.expires_at ?? 'never'}`,
        `used ${row.last_used_at ?? 'never'}`,
        row.name,
      ].join('  '),
    );
    const none = `${userId} of ${institution} has no keys.`;
    print(options.json, { institution, keys: rows }, lines.length === 0 ? none : lines.join('\n'));
  });
}
