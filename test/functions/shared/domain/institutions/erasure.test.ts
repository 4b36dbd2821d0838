import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import {
  type ErasureStore,
  erasePerson,
} from '../../../../../functions/shared/domain/institutions/erasure.ts';
import { personOf } from '../../../../../functions/shared/domain/query/sessions.ts';
import { countingBytes } from '../../../../support/rules.ts';

const events: AuditEvent[] = [];
const waits: number[] = [];
const erase = (erasure: ErasureStore) => {
  const audit = { record: async (event: AuditEvent) => void events.push(event) };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return erasePerson({ erasure, audit, now: () => 7, random: countingBytes(), wait }, 'acme', 'ann');
};

/** Creates a store whose rounds erase these counts; the last count repeats. */
function storeOf(...rounds: number[]) {
  const asked: string[] = [];
  const erase = async (person: string) => {
    asked.push(person);
    return rounds[Math.min(asked.length, rounds.length) - 1] ?? 0;
  };
  return { erase, asked };
}

describe('erasing a person', () => {
  test('continues until nothing is found, and reports how much it erased', async () => {
    const store = storeOf(3, 1, 0);
    expect(await erase(store)).toBe(4);
    expect(store.asked).toEqual(Array(3).fill(personOf('acme', 'ann')));
  });

  test('asks again after five seconds if it finds nothing, since an index may lag behind', async () => {
    waits.length = 0;
    const store = storeOf(0);
    expect(await erase(store)).toBe(0);
    expect(store.asked).toHaveLength(2);
    expect(waits).toEqual([5000]);
    expect(await erase(storeOf(0, 1, 0))).toBe(1);
  });

  test('who keeps talking ends after five rounds', async () => {
    const store = storeOf(1);
    expect(await erase(store)).toBe(5);
    expect(store.asked).toHaveLength(5);
  });
});

test('erasing a person is audited under the name that sessions have for them', async () => {
  events.length = 0;
  await erase(storeOf(0));
  expect(events).toMatchObject([
    { at: 7, action: 'end-user.erase', institution: 'acme', target: personOf('acme', 'ann') },
  ]);
});
