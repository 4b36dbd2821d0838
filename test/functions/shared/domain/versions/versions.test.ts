import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  assignVersion,
  setDefaultVersion,
} from '../../../../../functions/shared/domain/versions/assignments.ts';
import type { VersionDeed } from '../../../../../functions/shared/domain/versions/deeds.ts';
import {
  ArtifactChanged,
  type ArtifactStore,
  artifactKey,
  deleteVersion,
  identify,
  isApplication,
  isUuid,
  publishVersion,
  readArtifact,
} from '../../../../../functions/shared/domain/versions/versions.ts';
import { toVersions } from '../../../../../functions/shared/http/version-messages.ts';
import { folderArtifacts } from '../../../../../functions/shared/store/artifacts-folder.ts';
import { versionStore } from '../../../../../functions/shared/store/versions.ts';
import { useDynamoDb } from '../../../../support/dynamodb.ts';

const db = useDynamoDb();
let folder = '';
let artifacts: ArtifactStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-'));
  artifacts = folderArtifacts(folder);
});
afterAll(() => rm(folder, { recursive: true }));

let institution = '';
let time = 0;
beforeEach(() => {
  institution = `bank-${randomUUID()}`;
  time = Date.UTC(2026, 10, 21);
});

const deps = () => ({
  versions: versionStore(db.client(), process.env.VERSIONS_TABLE ?? ''),
  artifacts,
  now: () => time,
});

const publication = (content: string) => ({
  institution,
  artifact: Buffer.from(content),
  name: 'bank-assistant',
  languages: { default: 'en', supported: ['en'] },
  publishedBy: 'ana',
});

const assign = (versionId: string, target = 'prod:bank') =>
  assignVersion(deps(), { institution, target, versionId, assignedBy: 'ana' });

test('the same content is the same version, with one UUID and its first date', async () => {
  const first = await publishVersion(deps(), publication('a'));
  time += 60_000;
  const again = await publishVersion(deps(), { ...publication('a'), publishedBy: 'eve' });
  expect(first.created).toBe(true);
  expect(again).toEqual({ created: false, version: first.version });
  expect(isUuid(first.version.id)).toBe(true);
  expect(await deps().versions.list(institution)).toEqual([first.version]);
});

test('other content or another institution gives another version', async () => {
  const first = await publishVersion(deps(), publication('a'));
  const second = await publishVersion(deps(), publication('b'));
  const foreign = await publishVersion(deps(), { ...publication('a'), institution: `${institution}2` });
  expect(new Set([first, second, foreign].map(({ version }) => version.id)).size).toBe(3);
});

test('a published version can be loaded from the place that its id names', async () => {
  const { version } = await publishVersion(deps(), publication('bytes'));
  const stored = await readArtifact(artifacts, institution, version.id.toUpperCase());
  expect(Buffer.from(stored ?? []).toString()).toBe('bytes');
  expect(await readArtifact(artifacts, institution, randomUUID())).toBeUndefined();
});

describe('an artifact that is not the one which was published is refused:', () => {
  test.each([
    ['one byte more', 'bytes '],
    ['one bit less', 'bytdr'],
    ['cut short', 'byte'],
    ['empty', ''],
    ['another version', 'other'],
  ])('%s', async (_, content) => {
    const { version } = await publishVersion(deps(), publication('bytes'));
    await publishVersion(deps(), publication('other'));
    await artifacts.put(artifactKey(institution, version.id), Buffer.from(content));
    const refused = readArtifact(artifacts, institution, version.id);
    await expect(refused).rejects.toThrow(ArtifactChanged);
    await expect(refused).rejects.toMatchObject({ institution, versionId: version.id });
  });

  test('the same one of another institution', async () => {
    const other = { ...publication('bytes'), institution: `${institution}2` };
    const { version } = await publishVersion(deps(), other);
    await artifacts.put(artifactKey(institution, version.id), Buffer.from('bytes'));
    await expect(readArtifact(artifacts, institution, version.id)).rejects.toThrow(ArtifactChanged);
  });

  test('until the version is published again', async () => {
    const { version } = await publishVersion(deps(), publication('bytes'));
    await artifacts.put(artifactKey(institution, version.id), Buffer.from('else'));
    expect(await publishVersion(deps(), publication('bytes'))).toEqual({ version, created: false });
    const stored = await readArtifact(artifacts, institution, version.id);
    expect(Buffer.from(stored ?? []).toString()).toBe('bytes');
  });
});

test('assigning what is assigned already adds nothing to the history', async () => {
  const { version } = await publishVersion(deps(), publication('a'));
  const first = await assign(version.id);
  time += 1000;
  expect(await assign(version.id.toUpperCase())).toEqual(first);
  expect(await deps().versions.listHistory(institution, 'prod:bank')).toEqual([first]);
});

test('an unknown version, and that of another institution, is not found', async () => {
  const { version } = await publishVersion(deps(), { ...publication('a'), institution: 'another' });
  await expect(assign(version.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    setDefaultVersion(deps(), { institution, versionId: 'none', assignedBy: 'ana' }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expect(deleteVersion(deps().versions, institution, version.id)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a version keeps its origin, or leaves it unset', async () => {
  const provenance = { author: 'Ana', commit: 'abc', tests: { passed: 2, failed: 0 } };
  const { version } = await publishVersion(deps(), { ...publication('a'), provenance });
  expect(version.provenance).toEqual(provenance);
  expect(await deps().versions.find(institution, version.id)).toEqual(version);
  expect((await publishVersion(deps(), publication('b'))).version).not.toHaveProperty('provenance');
});

test('a version keeps its deeds and the ways into them; an older version leaves them unset', async () => {
  const unsaid = [{ slot: 'amount', in: ['en', 'en.voice'], perhaps: false }];
  const deeds: VersionDeed[] = [
    {
      state: 'paid',
      competency: 'pay',
      reason: 'yes',
      ways: [{ from: 'pay', on: 'yes', guard: 'yes', unsaid }],
    },
  ];
  const { version } = await publishVersion(deps(), { ...publication('a'), deeds });
  const stored = await deps().versions.find(institution, version.id);
  expect(stored?.deeds).toEqual(deeds);
  const { version: before } = await publishVersion(deps(), publication('b'));
  expect(await deps().versions.find(institution, before.id)).not.toHaveProperty('deeds');
  expect(
    toVersions({ versions: stored ? [stored, before] : [] }, []).versions.map((told) => told.deeds),
  ).toEqual([deeds, null]);
});

test('the id of a version is a UUID of version 8 (RFC 9562 §5.8), whatever its content', () => {
  for (let content = 0; content < 100; content += 1) {
    const { id } = identify('acme', Buffer.from(String(content)));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('a version that serves somewhere is not deleted, and the refusal says where', async () => {
  const { version } = await publishVersion(deps(), publication('a'));
  const { version: other } = await publishVersion(deps(), publication('b'));
  await assign(version.id, 'prod:bank');
  await assign(other.id, 'prod:shop');
  await setDefaultVersion(deps(), { institution, versionId: version.id, assignedBy: 'ana' });
  await expect(deleteVersion(deps().versions, institution, version.id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The version serves prod:bank, default. Assign another version there first.',
  });
  await assign(other.id, 'prod:bank');
  await setDefaultVersion(deps(), { institution, versionId: other.id, assignedBy: 'ana' });
  await deleteVersion(deps().versions, institution, version.id);
  expect(await deps().versions.list(institution)).toEqual([other]);
});

test.each([
  'bank',
  'prod:',
  ':bank',
  'prod:bank:1',
  'pröd:bank',
  'prod: bank',
  '-a:b',
  `${'a'.repeat(64)}:b`,
  '',
])('the target %j is refused', async (target) => {
  const { version } = await publishVersion(deps(), publication('a'));
  await expect(assign(version.id, target)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await deps().versions.listAssignments(institution)).toEqual([]);
});

test.each(['prod:bank', 'Test_2.x:bank-app', '1:2', `${'a'.repeat(63)}:${'b'.repeat(63)}`])(
  '%s names an application',
  (name) => {
    expect(isApplication(name)).toBe(true);
  },
);
