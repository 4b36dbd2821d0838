import { describe, expect, test } from 'vitest';
import { canShare, needsMore } from './kinds.ts';

/** Files that are never run: each imports or does what its name says. */
const fixture = (name: string): string => `test/fixtures/kinds/${name}.ts`;

describe('a fast test', () => {
  test.each([
    'process',
    'browser',
    'stack',
    'bundles',
    'database',
    'service',
    'encoder',
    'training',
    'at-a-distance',
  ])('leads to no %s', (name) => {
    expect(needsMore(fixture(name))).toBe(true);
  });

  test.each(['types', 'recognisers', 'mock', 'environment'])(
    'needs no more for its %s, however much of the project it loads',
    (name) => {
      expect(needsMore(fixture(name))).toBe(false);
    },
  );
});

describe('a test that shares its process with others', () => {
  test.each(['mock', 'mock-at-a-distance', 'environment', 'clock'])('leads to no %s', (name) => {
    expect(canShare(fixture(name))).toBe(false);
  });

  test.each(['reads-environment', 'stubbed-environment', 'spy', 'database', 'stack', 'training'])(
    'may have its %s, which leaves nothing behind',
    (name) => {
      expect(canShare(fixture(name))).toBe(true);
    },
  );
});
