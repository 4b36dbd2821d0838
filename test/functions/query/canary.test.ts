import { beforeEach, expect, test } from 'vitest';
import { assignVersion, versionFor } from '../../../functions/shared/domain/versions/assignments.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(() => {
  service = createService(db);
});

const TARGET = 'prod:web';
const assign = (versionId: string, canaryPercent?: number) =>
  assignVersion(
    { versions: service.versions(), now: () => service.time },
    {
      institution: service.institution,
      target: TARGET,
      versionId,
      assignedBy: 'ana',
      ...(canaryPercent === undefined ? {} : { canaryPercent }),
    },
  );
const versionOf = async (user: string, more = {}) =>
  (await service.ask({ external_user_id: user, application: TARGET, ...more })).body.ai_version;

test('a canary serves its users only, always the same, with no extra round trip', async () => {
  const usual = await service.publish([TARGET]);
  const canary = await service.publish([]);
  await assign(canary, 50);
  const share = { versionId: usual, canary: { versionId: canary, percent: 50 } };
  const seen = new Set<string>();
  for (let number = 0; number < 12; number += 1) {
    const user = `user-${number}`;
    const expected = versionFor(share, service.institution, TARGET, user);
    seen.add(expected);
    expect(await versionOf(user)).toBe(expected);
    expect(await versionOf(user)).toBe(expected);
  }
  expect(seen.size).toBe(2);
  db.operations.length = 0;
  await versionOf('user-0');
  expect(db.operations).toEqual(['BatchGetItem', 'PutItem']);
});
