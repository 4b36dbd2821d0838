import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRAINING_SOURCES } from '../../authoring/train.ts';
import { importedSources, sourcesDigest } from '../../authoring/training-sources.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { leadingTo } from '../support/imports.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  mkdirSync(join(folder, 'deep'));
  writeFileSync(
    join(folder, 'a.ts'),
    "import {\n  b,\n} from './deep/b.ts';\nimport type { T } from './types.ts';\n",
  );
  writeFileSync(join(folder, 'deep/b.ts'), "export * from '../c.ts';\n");
  for (const file of ['c.ts', 'types.ts', 'beside.ts']) writeFileSync(join(folder, file), 'export {};\n');
});
afterEach(() => removeFolder(folder));

describe('the sources of a training', () => {
  test.each(Object.entries(TRAINING_SOURCES))('of %s are those that a parser finds', (_, entries) => {
    const parsed = entries.flatMap((entry) => [...leadingTo(entry, ({ typeOnly }) => !typeOnly)]);
    const ours = [...new Set(parsed)].filter((file) => file.endsWith('.ts'));
    expect(importedSources(entries).sort()).toEqual(ours.sort());
  });

  test.each(Object.entries(TRAINING_SOURCES))('of %s include no file of engine/dialogue', (_, entries) => {
    expect(importedSources(entries).filter((file) => /^engine\/dialogue\//.test(file))).toEqual([]);
  });
});

describe('the digest of sources', () => {
  const digest = () => sourcesDigest(['a.ts'], folder);
  const changes = (file: string) => {
    const before = digest();
    writeFileSync(join(folder, file), 'export const changed = true;\n');
    return digest() !== before;
  };

  test.each(['a.ts', 'deep/b.ts', 'c.ts'])('changes with %s', (file) => {
    expect(changes(file)).toBe(true);
  });

  test.each(['types.ts', 'beside.ts'])(
    'does not change with %s, which has no effect on the trained bytes',
    (file) => {
      expect(changes(file)).toBe(false);
    },
  );
});
