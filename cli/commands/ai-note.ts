import type { Command } from 'commander';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { noteVersion } from '../../functions/shared/domain/versions/versions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai note VERSION TEXT --institution NAME` */
export function addAiNote(parent: Command): void {
  const command = parent
    .command('note')
    .description('write a note on an AI version, which lists and the console show')
    .argument('<version>', 'the UUID of the AI version')
    .argument('<text>', 'up to 500 characters; "" removes the note')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (version: string, text: string, options: Options) => {
    const { institution } = options;
    const id = version.toLowerCase();
    const note = await onPlace(options, (operator) => {
      const event = operatorEvent(operator, { action: 'version.note', institution, target: id });
      return noteVersion(operator.versions, { institution, id, note: text }, event);
    });
    const document = { institution, ai_version: id, note: note === '' ? null : note };
    print(options.json, document, note === '' ? `Removed the note on ${id}.` : `${id}: ${note}`);
  });
}
