import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createAuditReader } from '../../../../functions/shared/store/audit.ts';
import { nameStore } from '../../../../functions/shared/store/business-logic-names.ts';
import { versionStore } from '../../../../functions/shared/store/versions.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { eventOf } from '../../../support/rules.ts';

const db = useDynamoDb();
const store = () => nameStore(db.client(), process.env.VERSIONS_TABLE ?? '');

let institution = '';
beforeEach(() => {
  institution = `bank-${randomUUID()}`;
});

const names = (revision: number) => ({ revision, sealed: Uint8Array.of(revision, 255, 0) });
const event = () => eventOf({ action: 'business-logic.set', institution });

test('what is written is read back, by its own institution alone', async () => {
  expect(await store().read(institution)).toBeUndefined();
  expect(await store().write(institution, names(1), undefined, event())).toBe(true);
  expect(await store().read(institution)).toEqual(names(1));
  expect(await store().read(`${institution}x`)).toBeUndefined();
});

test('an outdated write changes nothing, and writes no event', async () => {
  await store().write(institution, names(1), undefined, event());
  expect(await store().write(institution, names(1), undefined, event())).toBe(false);
  expect(await store().write(institution, names(2), names(1), event())).toBe(true);
  expect(await store().write(institution, names(2), names(1), event())).toBe(false);
  expect((await store().read(institution))?.revision).toBe(2);
  expect(await createAuditReader(db.client).read(institution, '2030-01-01')).toHaveLength(2);
});

test('names are not listed as versions or assignments', async () => {
  await store().write(institution, names(1), undefined, event());
  const versions = versionStore(db.client(), process.env.VERSIONS_TABLE ?? '');
  expect(await versions.list(institution)).toEqual([]);
  expect(await versions.listAssignments(institution)).toEqual([]);
});
