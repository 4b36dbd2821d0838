import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../../../bench/support/fault-proxy.ts';
import type { AiVersion, Assignment } from '../../../../functions/shared/domain/versions/versions.ts';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { versionStore } from '../../../../functions/shared/store/versions.ts';
import { atPort } from '../../../../local/private-server.ts';
import { PATIENT, useDynamoDb } from '../../../support/dynamodb.ts';
import { versionOf } from '../../../support/versions.ts';

const db = useDynamoDb();
const store = () => versionStore(db.client(), process.env.VERSIONS_TABLE ?? '');

let institution = '';
beforeEach(() => {
  institution = `bank-${randomUUID()}`;
});

const version = (change: Partial<AiVersion> = {}) => versionOf({ institution, id: randomUUID(), ...change });

const assignment = (versionId: string, change: Partial<Assignment> = {}): Assignment => ({
  institution,
  target: 'prod:bank',
  versionId,
  revision: 1,
  assignedAt: '2026-11-21T11:00:00.000Z',
  assignedBy: 'ana',
  ...change,
});

async function published(change: Partial<AiVersion> = {}): Promise<AiVersion> {
  const made = version(change);
  await store().insert(made);
  return made;
}

test('a version is found as it was inserted, by its own institution only', async () => {
  const made = await published();
  expect(await store().find(institution, made.id)).toEqual(made);
  expect(await store().find('another', made.id)).toBeUndefined();
});

test('a creation or removal is reported although its answer was lost', async () => {
  const proxy = await startFaultProxy(db.endpoint);
  const client = connect(atPort(db.endpoint(), proxy.port), PATIENT);
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  const lossy = versionStore(client, process.env.VERSIONS_TABLE ?? '');
  const made = version();
  proxy.fault = (_operation, index) => (index === 0 ? 'lost' : undefined);
  expect(await lossy.insert(made)).toBe(true);
  const before = proxy.seen.length;
  proxy.fault = (_operation, index) => (index === before ? 'lost' : undefined);
  expect(await lossy.remove(institution, made.id)).toBe('removed');
  expect(await store().find(institution, made.id)).toBeUndefined();
});

test('versions are listed whole, in order of creation, however many pages they fill', async () => {
  const name = 'n'.repeat(30_000);
  const made = [];
  for (let index = 0; index < 60; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 60 - index)).toISOString();
    made.unshift(await published({ name, createdAt }));
  }
  expect(await store().list(institution)).toEqual(made);
});

test('an assignment is found, listed and remembered', async () => {
  const [first, second] = [await published(), await published()];
  const before = assignment(first.id);
  const after = assignment(second.id, { revision: 2 });
  expect(await store().assign(before)).toBe('assigned');
  expect(await store().assign(after, before)).toBe('assigned');
  expect(await store().findAssignment(institution, 'prod:bank')).toEqual(after);
  expect(await store().listAssignments(institution)).toEqual([after]);
  expect(await store().listHistory(institution, 'prod:bank')).toEqual([before, after]);
  expect(await store().listHistory(institution, 'prod:ban')).toEqual([]);
});

test('one of several assignments from the same state wins, and the others are told', async () => {
  const versions = await Promise.all(Array.from({ length: 5 }, () => published()));
  const outcomes = await Promise.all(versions.map(({ id }) => store().assign(assignment(id))));
  expect(outcomes.toSorted()).toEqual(['assigned', ...Array(4).fill('overtaken')]);
  const winner = versions[outcomes.indexOf('assigned')];
  expect((await store().findAssignment(institution, 'prod:bank'))?.versionId).toBe(winner?.id);
  expect(await store().listHistory(institution, 'prod:bank')).toHaveLength(1);
});

test('a version is removed only when nothing uses it', async () => {
  const [first, second] = [await published(), await published()];
  const before = assignment(first.id);
  await store().assign(before);
  await store().assign(assignment(first.id, { target: 'default' }));
  expect(await store().remove(institution, first.id)).toBe('assigned');
  await store().assign(assignment(second.id, { revision: 2 }), before);
  expect(await store().remove(institution, first.id)).toBe('assigned');
  await store().assign(assignment(second.id, { target: 'default', revision: 2 }), {
    ...before,
    target: 'default',
  });
  expect(await store().remove('another', first.id)).toBe('unknown_version');
  expect(await store().remove(institution, first.id)).toBe('removed');
  expect(await store().find(institution, first.id)).toBeUndefined();
  expect(await store().remove(institution, first.id)).toBe('unknown_version');
  expect(await store().assign(assignment(first.id, { target: 'test:bank' }))).toBe('unknown_version');
});
