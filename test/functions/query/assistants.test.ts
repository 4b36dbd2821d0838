import { expect, test } from 'vitest';
import { OtherEncoder } from '../../../engine/classify/encoder/description.ts';
import { prepareAssistant } from '../../../engine/load.ts';
import { assistantBudget, assistantCache, memoryOf } from '../../../functions/query/assistants.ts';
import {
  type ArtifactStore,
  artifactKey,
  identify,
} from '../../../functions/shared/domain/versions/versions.ts';
import { METRIC } from '../../../functions/shared/http/metrics.ts';
import { countingAssistant } from './support/assistant.ts';

/** Returns an artifact that repeats the letter ten times. */
const artifactOf = (letter: string): Uint8Array => Buffer.from(letter.repeat(10));
const idOf = (letter: string, institution = 'bank'): string => identify(institution, artifactOf(letter)).id;
const keyOf = (letter: string, institution = 'bank'): string =>
  artifactKey(institution, idOf(letter, institution));

/** Creates the artifacts `a`, `b` and `c` of two institutions, and records reads and log lines. */
function setUp(budgetBytes: number, reading: () => void = () => undefined) {
  const reads: string[] = [];
  const logged: unknown[] = [];
  const stored = new Map<string, Uint8Array>();
  for (const institution of ['bank', 'shop'])
    for (const letter of 'abc') stored.set(keyOf(letter, institution), artifactOf(letter));
  let fault: Error | undefined;
  const artifacts: ArtifactStore = {
    reach: async () => undefined,
    put: async (key, artifact) => void stored.set(key, artifact),
    get: async (key) => {
      reads.push(key);
      if (fault) throw fault;
      return stored.get(key);
    },
  };
  const cache = () =>
    assistantCache({
      artifacts: async () => artifacts,
      load: () => {
        reading();
        return prepareAssistant(countingAssistant, {});
      },
      log: { error: (...line) => void logged.push(line) },
      now: () => 1_000,
      budgetBytes,
    });
  const fail = (error?: Error) => {
    fault = error;
  };
  const loadVersion = cache();
  const load = (letter: string, institution = 'bank') => loadVersion(institution, idOf(letter, institution));
  return { load, cache, reads, stored, fail, logged };
}

test('a version is read once, even by many simultaneous requests', async () => {
  const { load, reads } = setUp(100);
  const loaded = await Promise.all([load('a'), load('a')]);
  expect(loaded[0]).toBeDefined();
  expect(await load('a')).toBe(loaded[0]);
  expect(loaded[1]).toBe(loaded[0]);
  expect(reads).toEqual([keyOf('a')]);
});

test('institutions do not share entries', async () => {
  const { load, reads } = setUp(100);
  expect(await load('a', 'bank')).not.toBe(await load('a', 'shop'));
  expect(reads).toEqual([keyOf('a', 'bank'), keyOf('a', 'shop')]);
});

test('the least recently used version is dropped first when the budget is exceeded', async () => {
  const { load, reads } = setUp(2 * memoryOf(10));
  for (const letter of 'abac') await load(letter);
  reads.length = 0;
  for (const letter of 'acb') await load(letter);
  expect(reads).toEqual([keyOf('b')]);
});

test('a version larger than the whole budget is kept until the next one', async () => {
  const { load, reads } = setUp(5);
  for (const letter of 'aaba') await load(letter);
  expect(reads).toEqual([keyOf('a'), keyOf('b'), keyOf('a')]);
});

const UNAVAILABLE = { code: 'temporarily_unavailable', details: { retryAfterSeconds: 30 } };

test('a missing artifact is logged and counted at each request', async () => {
  const { load, stored, logged } = setUp(100);
  stored.delete(keyOf('a'));
  expect(await load('a')).toBeUndefined();
  const missing = { institution: 'bank', versionId: idOf('a'), [METRIC.artifactsRefused]: 1 };
  expect(logged).toEqual([['artifact missing', expect.objectContaining(missing)]]);
});

test('a missing artifact or a failure is not cached', async () => {
  const { load, stored, fail } = setUp(100);
  stored.delete(keyOf('a'));
  expect(await load('a')).toBeUndefined();
  stored.set(keyOf('a'), artifactOf('a'));
  fail(new Error('unreachable'));
  await expect(load('a')).rejects.toThrow('unreachable');
  fail();
  expect(await load('a')).toBeDefined();
});

test('a changed artifact is refused, logged and counted until the original is back', async () => {
  const { load, stored, logged } = setUp(100);
  stored.set(keyOf('a'), artifactOf('b'));
  await expect(load('a')).rejects.toMatchObject(UNAVAILABLE);
  await expect(load('a')).rejects.toMatchObject(UNAVAILABLE);
  const refused = { institution: 'bank', versionId: idOf('a'), [METRIC.artifactsRefused]: 1 };
  expect(logged).toEqual([
    ['artifact refused', expect.objectContaining(refused)],
    ['artifact refused', expect.objectContaining(refused)],
  ]);
  expect(JSON.stringify(logged)).not.toContain('bbbbbbbbbb');
  stored.set(keyOf('a'), artifactOf('a'));
  expect(await load('a')).toBeDefined();
  expect(logged).toHaveLength(2);
});

test('simultaneous requests for a changed artifact are all refused as unavailable, and logged once', async () => {
  const { load, stored, logged } = setUp(100);
  stored.set(keyOf('a'), artifactOf('b'));
  const outcomes = await Promise.allSettled([load('a'), load('a'), load('a')]);
  const unavailable = { status: 'rejected', reason: UNAVAILABLE };
  expect(outcomes).toMatchObject([unavailable, unavailable, unavailable]);
  expect(logged).toHaveLength(1);
});

test('a loaded version is still served after its artifact changes, but no other process loads it', async () => {
  const { load, cache, stored, logged } = setUp(100);
  const loaded = await load('a');
  stored.set(keyOf('a'), artifactOf('b'));
  expect(await load('a')).toBe(loaded);
  expect(logged).toEqual([]);
  await expect(cache()('bank', idOf('a'))).rejects.toMatchObject(UNAVAILABLE);
});

test('a version of another encoder is refused, logged with both names and counted each time', async () => {
  let here = 'minilm';
  const { load, logged } = setUp(100, () => {
    if (here !== 'e5') throw new OtherEncoder({ id: 'aaaa', name: 'e5' }, { id: 'bbbb', name: here });
  });
  await expect(load('a')).rejects.toMatchObject(UNAVAILABLE);
  const refused = { institution: 'bank', versionId: idOf('a'), [METRIC.artifactsRefused]: 1 };
  expect(logged).toEqual([
    [
      expect.stringContaining('trained with the encoder e5 (aaaa), and here is minilm (bbbb)'),
      expect.objectContaining(refused),
    ],
  ]);
  here = 'e5';
  expect(await load('a')).toBeDefined();
});

test('the budget follows the memory of the function, with room for the process itself', () => {
  const megabytes = (text: string | undefined) => assistantBudget(text) / 2 ** 20;
  expect([megabytes('1769'), megabytes('3008'), megabytes('512')]).toEqual([1169, 2408, 128]);
  expect(megabytes(undefined)).toBe(512);
});
