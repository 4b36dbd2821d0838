import { expect, test } from 'vitest';
import { OtherEncoder } from '../../../engine/classify/encoder/description.ts';
import { keptDocuments } from '../../../functions/handoffs-suggest/documents.ts';
import {
  type ArtifactStore,
  artifactKey,
  identify,
} from '../../../functions/shared/domain/versions/versions.ts';

const artifactOf = (letter: string) => new TextEncoder().encode(letter);
const idOf = (letter: string) => identify('bank', artifactOf(letter)).id;

function setUp(load = () => ({ collections: [] })) {
  const reads: string[] = [];
  const stored = new Map(
    [...'abcde'].map((letter) => [artifactKey('bank', idOf(letter)), artifactOf(letter)]),
  );
  const get = async (key: string) => {
    reads.push(key);
    return stored.get(key);
  };
  const documentsOf = keptDocuments(async () => ({ get }) as unknown as ArtifactStore, load);
  return { of: (letter: string) => documentsOf('bank', idOf(letter)), reads };
}

test('keeps the documents of the four versions used last', async () => {
  const { of, reads } = setUp();
  for (const letter of 'abcda') await of(letter);
  expect(reads).toHaveLength(4);
  await of('e');
  await of('a');
  expect(reads).toHaveLength(5);
  await of('b');
  expect(reads).toHaveLength(6);
});

test('returns none for a version without an artifact, and is unavailable for another encoder', async () => {
  expect(await setUp().of('z')).toBeUndefined();
  const other = setUp(() => {
    throw new OtherEncoder({ id: 'x', languages: [] } as never, { id: 'y' } as never);
  });
  await expect(other.of('a')).rejects.toMatchObject({ code: 'temporarily_unavailable' });
});
