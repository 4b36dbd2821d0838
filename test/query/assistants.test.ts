import { expect, test } from 'vitest';
import { assistantCache } from '../../functions/query/assistants.ts';
import type { ArtifactStore } from '../../functions/shared/domain/versions.ts';
import { prepareAssistant } from '../../functions/shared/engine/load.ts';
import { countingAssistant } from './support/assistant.ts';

/** Artifacts of 10 bytes under every key but those that are missing; notes what is read and loaded. */
function setUp(budgetBytes: number) {
  const reads: string[] = [];
  const missing = new Set<string>();
  let fault: Error | undefined;
  const artifacts: ArtifactStore = {
    put: async () => undefined,
    get: async (key) => {
      reads.push(key);
      if (fault) throw fault;
      return missing.has(key) ? undefined : new Uint8Array(10);
    },
  };
  const load = assistantCache({
    artifacts: async () => artifacts,
    load: () => prepareAssistant(countingAssistant, new Map()),
    budgetBytes,
  });
  const fail = (error?: Error) => {
    fault = error;
  };
  return { load, reads, missing, fail };
}

test('a version is read once, however often and however many at once ask for it', async () => {
  const { load, reads } = setUp(100);
  const loaded = await Promise.all([load('bank', 'a'), load('bank', 'a')]);
  expect(loaded[0]).toBeDefined();
  expect(await load('bank', 'a')).toBe(loaded[0]);
  expect(loaded[1]).toBe(loaded[0]);
  expect(reads).toEqual(['bank/a.parley']);
});

test('institutions never share an entry', async () => {
  const { load, reads } = setUp(100);
  expect(await load('bank', 'a')).not.toBe(await load('shop', 'a'));
  expect(reads).toEqual(['bank/a.parley', 'shop/a.parley']);
});

test('what was used longest ago goes first once the budget is over', async () => {
  const { load, reads } = setUp(20);
  for (const id of ['a', 'b', 'a', 'c']) await load('bank', id);
  reads.length = 0;
  for (const id of ['a', 'c', 'b']) await load('bank', id);
  expect(reads).toEqual(['bank/b.parley']);
});

test('a version larger than the whole budget is held until the next one', async () => {
  const { load, reads } = setUp(5);
  for (const id of ['a', 'a', 'b', 'a']) await load('bank', id);
  expect(reads).toEqual(['bank/a.parley', 'bank/b.parley', 'bank/a.parley']);
});

test('neither an absence nor a failure is remembered', async () => {
  const { load, missing, fail } = setUp(100);
  missing.add('bank/a.parley');
  expect(await load('bank', 'a')).toBeUndefined();
  missing.clear();
  fail(new Error('unreachable'));
  await expect(load('bank', 'a')).rejects.toThrow('unreachable');
  fail();
  expect(await load('bank', 'a')).toBeDefined();
});
