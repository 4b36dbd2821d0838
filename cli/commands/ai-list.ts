import type { Command } from 'commander';
import { serves } from '../../functions/shared/domain/versions/versions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai list --institution NAME` */
export function addAiList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the AI versions of an institution and what they serve')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const [versions, assignments] = await onPlace(options, ({ versions }) =>
      Promise.all([versions.list(institution), versions.listAssignments(institution)]),
    );
    const rows = versions.map((version) => ({
      ai_version: version.id,
      name: version.name,
      created_at: version.createdAt,
      created_by: version.createdBy,
      ...version.provenance,
      content_hash: version.contentHash,
      artifact_bytes: version.artifactBytes,
      languages: version.languages.supported,
      note: version.note ?? null,
      serves: assignments.filter((assignment) => serves(assignment, version.id)).map(({ target }) => target),
    }));
    const lines = rows.map(({ ai_version, created_at, name, serves, note }) =>
      [ai_version, created_at, name, serves.join(', '), note ?? ''].join('  ').trimEnd(),
    );
    const none = `${institution} has no AI versions. Publish one: parley ai publish FOLDER.`;
    print(options.json, { institution, versions: rows }, lines.length === 0 ? none : lines.join('\n'));
  });
}
