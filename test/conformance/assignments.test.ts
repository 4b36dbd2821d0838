import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOperator } from '../../cli/operator.ts';
import { assignVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { eraseHere, parleyHere } from '../cli/parley.ts';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';

const api = useTenant();
const versions = { first: '', second: '' };

beforeAll(async () => {
  if (!canOperate()) return;
  const { institution } = api.account();
  versions.first = await publishAssistant(institution, {
    outOfScope: 'The first says no.',
    onlyDefault: true,
  });
  versions.second = await publishAssistant(institution, {
    outOfScope: 'The second says no.',
    onlyDefault: true,
  });
  await operate('ai', 'default', versions.first);
}, 60_000);

/** A command of the operator, for the institution of these tests. */
const operate = (...args: string[]) => parleyHere([...args, '--institution', api.account().institution]);

/** The version that answers a user in a new session, or in the one of a dialog. */
async function versionOf(application: string, fields: Record<string, unknown> = {}): Promise<string> {
  return (await api.ask('who won the game last night', { application, ...fields })).ai_version;
}

describe.runIf(canOperate())('an assignment, while the service runs', () => {
  test('is seen by the next session, and a session keeps the version that it began with', async () => {
    await operate('ai', 'assign', 'prod:next', versions.first);
    const { dialog, ai_version } = await api.ask('hello', { application: 'prod:next' });
    expect(ai_version).toBe(versions.first);
    await operate('ai', 'assign', 'prod:next', versions.second);
    expect(await versionOf('prod:next')).toBe(versions.second);
    expect(await versionOf('prod:next', { dialog })).toBe(versions.first);
    await operate('ai', 'rollback', 'prod:next');
    expect(await versionOf('prod:next')).toBe(versions.first);
  });

  test('lets a canary serve the same users always, about as many as it says, and grows with them', async () => {
    const users = Array.from({ length: 60 }, (_, index) => `user-${index}`);
    const served = async () => {
      const ids = await Promise.all(
        users.map((external_user_id) => versionOf('prod:canary', { external_user_id })),
      );
      return new Set(users.filter((_, index) => ids[index] === versions.second));
    };
    await operate('ai', 'assign', 'prod:canary', versions.first);
    await operate('ai', 'assign', 'prod:canary', versions.second, '--canary', '30');
    const few = await served();
    expect(await served()).toEqual(few);
    expect(few.size).toBeGreaterThan(0);
    await operate('ai', 'assign', 'prod:canary', versions.second, '--canary', '80');
    const many = await served();
    expect(many.size).toBeGreaterThan(few.size);
    expect(many.size).toBeLessThan(users.length);
    for (const user of few) expect(many).toContain(user);
  });

  test('of two operators at once is one’s, and the other is told', async () => {
    await operate('ai', 'assign', 'prod:race', versions.first);
    const operator = await openOperator();
    const { institution } = api.account();
    const outcomes = await Promise.allSettled(
      ['ana', 'bo', 'cy', 'di'].map((assignedBy) =>
        assignVersion(operator, { institution, target: 'prod:race', versionId: versions.second, assignedBy }),
      ),
    );
    operator.close();
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('someone else');
    }
    expect(await versionOf('prod:race')).toBe(versions.second);
  });

  test('keeps its version from being deleted, which says where it serves', async () => {
    await operate('ai', 'assign', 'prod:kept', versions.second);
    const refused = await operate('ai', 'delete', versions.second);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('prod:kept');
    expect(await versionOf('prod:kept')).toBe(versions.second);
  });
});

describe.runIf(canOperate())('an end user who is erased', () => {
  test('begins anew with the next query, and nobody else does', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const begun = async (external_user_id: string) =>
      (await api.ask('hello', { external_user_id, dialog_seed: external_user_id })).session_id;
    const sessions = { gone: await begun(gone), other: await begun(other) };
    await eraseHere(api.account().institution, gone);
    expect(await begun(gone)).not.toBe(sessions.gone);
    expect(await begun(other)).toBe(sessions.other);
  });
});
