import { describe, expect, test } from 'vitest';
import { diffAssistants } from '../../../authoring/diff.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { packSources, SOURCES_SECTION } from '../../../authoring/sources.ts';
import { packArtifact } from '../../../engine/artifact.ts';
import {
  type AiVersion,
  type ArtifactStore,
  artifactKey,
  identify,
} from '../../../functions/shared/domain/versions/versions.ts';
import { COMPARISON_LIMITS, compareVersions } from '../../../functions/versions-diff/compare.ts';

const INSTITUTION = 'acme';
const NOBODYS = '00000000-0000-8000-8000-000000000000';

const filesThat = (say: string) => ({
  'assistant.yaml': `schema: 1\nname: cafe\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: ${say}}}\n`,
});
const bytesOf = (files: Readonly<Record<string, string>>): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
const artifactThat = (say: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  packArtifact({ [SOURCES_SECTION]: packSources(bytesOf({ ...filesThat(say), ...more })) });

/** Creates a shop with versions, and records what is read of it. */
function shop() {
  const records = new Map<string, AiVersion>();
  const kept = new Map<string, Uint8Array>();
  const reads: string[] = [];
  const artifacts: ArtifactStore = {
    put: async (key, artifact) => void kept.set(key, artifact),
    get: async (key) => {
      reads.push('artifact');
      return kept.get(key);
    },
    reach: async () => undefined,
  };
  const publish = (artifact: Uint8Array, institution = INSTITUTION): string => {
    const { id, contentHash } = identify(institution, artifact);
    kept.set(artifactKey(institution, id), artifact);
    records.set(`${institution} ${id}`, {
      institution,
      id,
      name: 'cafe',
      contentHash,
      artifactBytes: artifact.byteLength,
      languages: { default: 'en', supported: ['en'] },
      createdAt: '2030-01-31T12:00:00.000Z',
      createdBy: 'ana',
    });
    return id;
  };
  const versions = {
    find: async (institution: string, id: string) => {
      reads.push('record');
      return records.get(`${institution} ${id}`);
    },
  };
  const compare = (before: string, after: string, limits = COMPARISON_LIMITS) =>
    compareVersions({ versions, artifacts }, { institution: INSTITUTION, before, after }, limits);
  return { publish, compare, kept, reads };
}

describe('two versions', () => {
  test('have the differences of their folders', async () => {
    const { publish, compare } = shop();
    const [before, after] = [publish(artifactThat('No.')), publish(artifactThat('Never.'))];
    const ofFolders = diffAssistants(
      readAssistantFiles(filesThat('No.')),
      readAssistantFiles(filesThat('Never.')),
    );
    expect(ofFolders).toHaveLength(1);
    expect(await compare(before, after)).toEqual(ofFolders);
  });

  test.each(['before', 'after'] as const)(
    'are not compared if the one %s is unknown or foreign, and no artifact is read',
    async (side) => {
      const { publish, compare, reads } = shop();
      const ours = publish(artifactThat('No.'));
      const theirs = publish(artifactThat('No.'), 'elsewhere');
      for (const other of [NOBODYS, theirs]) {
        const sides = side === 'before' ? ([other, ours] as const) : ([ours, other] as const);
        await expect(compare(...sides)).rejects.toMatchObject({
          code: 'not_found',
          message: expect.stringContaining(other),
        });
      }
      expect(reads).not.toContain('artifact');
    },
  );

  test('are compared up to a maximum artifact size, and nothing is read beyond it', async () => {
    const { publish, compare, reads } = shop();
    const [small, large] = [artifactThat('No.'), artifactThat(`No${'o'.repeat(200)}.${Math.PI}`)];
    const [before, after] = [publish(small), publish(large)];
    const limits = { ...COMPARISON_LIMITS, artifactBytes: large.byteLength };
    expect(await compare(before, after, limits)).toHaveLength(1);
    reads.length = 0;
    const less = { ...limits, artifactBytes: large.byteLength - 1 };
    await expect(compare(before, after, less)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`${after} is too large`),
    });
    expect(reads).not.toContain('artifact');
  });

  const LONG = 'o'.repeat(100_000);
  const tooLarge = (id: string) => ({
    code: 'conflict',
    message: expect.stringContaining(`${id} is too large`),
  });

  test('are compared up to a maximum folder size, however small the packed form', async () => {
    const { publish, compare } = shop();
    const [before, after] = [publish(artifactThat('No.')), publish(artifactThat(LONG))];
    const size = packArtifact(bytesOf(filesThat(LONG))).byteLength;
    const limits = { ...COMPARISON_LIMITS, unpackedBytes: size };
    expect(await compare(before, after, limits)).toHaveLength(1);
    const less = { ...limits, unpackedBytes: size - 1 };
    await expect(compare(before, after, less)).rejects.toMatchObject(tooLarge(after));
  });

  test('are compared up to a maximum size of compared files, without the recorded ones', async () => {
    const { publish, compare } = shop();
    const recorded = { 'tests/recorded/hours.json': JSON.stringify([[{ status: 'failed', reason: LONG }]]) };
    const [before, after] = [publish(artifactThat('No.')), publish(artifactThat(LONG, recorded))];
    const limits = { ...COMPARISON_LIMITS, comparedBytes: filesThat(LONG)['assistant.yaml'].length };
    expect(await compare(before, after, limits)).toHaveLength(1);
    const less = { ...limits, comparedBytes: limits.comparedBytes - 1 };
    await expect(compare(before, after, less)).rejects.toMatchObject(tooLarge(after));
  });

  test('are not compared if one has no files', async () => {
    const { publish, compare } = shop();
    const [before, after] = [publish(artifactThat('No.')), publish(packArtifact({}))];
    await expect(compare(before, after)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Publish its folder again'),
    });
  });

  test('are unavailable if an artifact is missing or differs from the published one', async () => {
    const { publish, compare, kept } = shop();
    const [before, after] = [publish(artifactThat('No.')), publish(artifactThat('Never.'))];
    kept.set(artifactKey(INSTITUTION, after), artifactThat('Nonsense.'));
    await expect(compare(before, after)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    kept.delete(artifactKey(INSTITUTION, after));
    await expect(compare(before, after)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });
});
