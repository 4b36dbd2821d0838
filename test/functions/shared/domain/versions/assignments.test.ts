import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  assignVersion,
  rollBack,
  versionFor,
} from '../../../../../functions/shared/domain/versions/assignments.ts';
import { deleteVersion } from '../../../../../functions/shared/domain/versions/versions.ts';
import { versionStore } from '../../../../../functions/shared/store/versions.ts';
import { useDynamoDb } from '../../../../support/dynamodb.ts';
import { versionOf } from '../../../../support/versions.ts';

const db = useDynamoDb();
const TARGET = 'prod:web';
let institution = '';
let time = 0;
const [A, B, C] = [randomUUID(), randomUUID(), randomUUID()];

const deps = () => ({
  versions: versionStore(db.client(), process.env.VERSIONS_TABLE ?? ''),
  now: () => {
    time += 1000;
    return time;
  },
});
const assign = (versionId: string, canaryPercent?: number, assignedBy = 'ana') =>
  assignVersion(deps(), {
    institution,
    target: TARGET,
    versionId,
    assignedBy,
    ...(canaryPercent === undefined ? {} : { canaryPercent }),
  });
const back = (assignedBy = 'eve') => rollBack(deps(), { institution, target: TARGET, assignedBy });
const served = async () => {
  const now = await deps().versions.findAssignment(institution, TARGET);
  return now && { versionId: now.versionId, canary: now.canary };
};

beforeEach(async () => {
  institution = `bank-${randomUUID()}`;
  for (const id of [A, B, C]) await deps().versions.insert(versionOf({ institution, id }));
});

describe('a canary', () => {
  it('stands beside what serves, grows, and becomes what serves', async () => {
    await assign(A);
    await assign(B, 10);
    expect(await served()).toEqual({ versionId: A, canary: { versionId: B, percent: 10 } });
    await assign(B, 50);
    expect(await served()).toEqual({ versionId: A, canary: { versionId: B, percent: 50 } });
    await assign(B);
    expect(await served()).toEqual({ versionId: B, canary: undefined });
  });

  it('ends when the serving version is assigned again', async () => {
    await assign(A);
    await assign(B, 10);
    await assign(A);
    expect(await served()).toEqual({ versionId: A, canary: undefined });
  });

  it('is refused without another version beside it, and for no part of the users or all of them', async () => {
    const refused = (why: string) => ({
      code: 'conflict',
      message: `${why}: a canary of ${TARGET} needs another version beside it.`,
    });
    await expect(assign(A, 10)).rejects.toMatchObject(refused('Nothing serves it yet'));
    await assign(A);
    await expect(assign(A, 10)).rejects.toMatchObject(refused('This version serves it already'));
    for (const percent of [0, 100, Number.NaN])
      await expect(assign(B, percent)).rejects.toThrow('percentage');
    const nobody = randomUUID();
    await expect(assign(nobody, 10)).rejects.toMatchObject({
      code: 'not_found',
      message: `${institution} has no AI version ${nobody}.`,
    });
    expect(await served()).toEqual({ versionId: A, canary: undefined });
  });

  it('may be replaced by another with the same share', async () => {
    await assign(A);
    await assign(B, 10);
    await assign(C, 10);
    expect(await served()).toEqual({ versionId: A, canary: { versionId: C, percent: 10 } });
  });

  it('cannot be deleted while it serves, and can afterwards', async () => {
    await assign(A);
    await assign(B, 10);
    await expect(deleteVersion(deps().versions, institution, B)).rejects.toThrow(TARGET);
    await assign(C);
    for (const id of [A, B]) await deleteVersion(deps().versions, institution, id);
    await expect(deleteVersion(deps().versions, institution, C)).rejects.toThrow(TARGET);
  });

  it('gives each user always the same version, and keeps its users as its share grows', () => {
    const users = Array.from({ length: 4000 }, (_, index) => `user-${index}`);
    const having = (percent: number) =>
      users.filter(
        (user) => versionFor({ versionId: A, canary: { versionId: B, percent } }, 'acme', TARGET, user) === B,
      );
    const [few, more] = [having(10), new Set(having(30))];
    expect(few.length / users.length).toBeCloseTo(0.1, 1);
    expect(more.size / users.length).toBeCloseTo(0.3, 1);
    expect(few.filter((user) => !more.has(user))).toEqual([]);
    expect(having(10)).toEqual(few);
  });
});

describe('rolling back', () => {
  it('goes back step by step, canaries included, and says what it restored and who did', async () => {
    await assign(A);
    await assign(B, 10);
    await assign(C);
    expect(await back()).toMatchObject({
      versionId: A,
      canary: { versionId: B },
      restores: 2,
      assignedBy: 'eve',
    });
    expect(await back()).toMatchObject({ versionId: A, revision: 5, restores: 1 });
    expect(await served()).toEqual({ versionId: A, canary: undefined });
    await expect(back()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused if nothing served before', async () => {
    await expect(back()).rejects.toMatchObject({
      code: 'conflict',
      message: `No other version has served ${TARGET}, so there is nothing to roll back to.`,
    });
    await assign(A);
    await expect(back()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused for an invalid application', async () => {
    await expect(rollBack(deps(), { institution, target: 'web', assignedBy: 'eve' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        fields: [{ field: 'application', message: expect.stringMatching(/^use the form env_name:app_name/) }],
      },
    });
  });

  it('is refused if the earlier version is gone', async () => {
    await assign(A);
    await assign(B);
    await deleteVersion(deps().versions, institution, A);
    await expect(back()).rejects.toMatchObject({ code: 'not_found' });
    expect(await served()).toEqual({ versionId: B, canary: undefined });
  });
});

it('lets one of two concurrent operators win, and tells the other', async () => {
  await assign(A);
  const { versions, now } = deps();
  const met = Promise.withResolvers<void>();
  let writers = 0;
  // Both read the target's version before either writes.
  const meeting: typeof versions = {
    ...versions,
    assign: async (...assignment) => {
      writers += 1;
      if (writers === 2) met.resolve();
      await met.promise;
      return versions.assign(...assignment);
    },
  };
  const by = (versionId: string, assignedBy: string) =>
    assignVersion({ versions: meeting, now }, { institution, target: TARGET, versionId, assignedBy });
  const outcomes = await Promise.allSettled([by(B, 'ben'), by(C, 'cleo')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = outcomes.find(({ status }) => status === 'rejected');
  expect(lost).toMatchObject({ reason: { code: 'conflict' } });
  const history = await deps().versions.listHistory(institution, TARGET);
  expect(history).toHaveLength(2);
});
