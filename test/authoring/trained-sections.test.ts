import { readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TrainedSections } from '../../authoring/trained-sections.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOM = 1024;
const DIGEST = 32;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

const kept = (stamp = 'engine 1', mostBytes = ROOM) => new TrainedSections(folder, stamp, mostBytes);

/**
 * Requests a section of `size` bytes.
 * @returns true if it was trained, false if it was kept from before
 */
function trains(sections: TrainedSections, inputs: unknown, size = 8): boolean {
  let trained = false;
  const section = sections.section(inputs, () => {
    trained = true;
    return new Uint8Array(size).fill(7);
  });
  expect(section).toEqual(new Uint8Array(size).fill(7));
  return trained;
}

describe('a trained section', () => {
  const inputs = [[{ text: 'freeze my card', label: 'card' }], { language: 'en', outOfScopeWeight: 2 }];

  test('is trained once, by whichever process comes first', () => {
    expect(trains(kept(), inputs)).toBe(true);
    expect(trains(kept(), inputs)).toBe(false);
  });

  test.each([
    ['another example', [[{ text: 'freeze my cards', label: 'card' }], inputs[1]]],
    ['another language', [inputs[0], { language: 'es', outOfScopeWeight: 2 }]],
    ['another option', [inputs[0], { language: 'en', outOfScopeWeight: 3 }]],
  ])('with %s is trained separately', (_, other) => {
    trains(kept(), inputs);
    expect(trains(kept(), other)).toBe(true);
  });

  test('of another engine is trained separately', () => {
    trains(kept('engine 1'), inputs);
    expect(trains(kept('engine 2'), inputs)).toBe(true);
  });

  test('is trained again if its file was cut off or changed', () => {
    trains(kept(), inputs);
    const [name = ''] = readdirSync(folder);
    const file = join(folder, name);
    truncateSync(file, DIGEST + 4);
    expect(trains(kept(), inputs)).toBe(true);
    const bytes = readFileSync(file);
    bytes[DIGEST] = 8;
    writeFileSync(file, bytes);
    expect(trains(kept(), inputs)).toBe(true);
    expect(trains(kept(), inputs)).toBe(false);
  });

  test('that is null is not kept, but asked for again', () => {
    let asked = 0;
    for (const sections of [kept(), kept()]) {
      expect(
        sections.section(inputs, () => {
          asked += 1;
          return null;
        }),
      ).toBeNull();
    }
    expect(asked).toBe(2);
  });
});

describe('the size limit of the folder', () => {
  const half = ROOM / 2 - DIGEST;

  /** Dates the last use of every file to `seconds` before a fixed moment. */
  function age(seconds: number): void {
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000 - seconds, 1_000 - seconds);
  }

  test('removes the least recently used section, but nothing below the limit', () => {
    trains(kept(), 'first', half);
    age(20);
    trains(kept(), 'second', half);
    expect(trains(kept(), 'first', half)).toBe(false);
    age(10);
    expect(trains(kept(), 'first', half)).toBe(false);
    expect(trains(kept(), 'third', half)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(trains(kept(), 'first', half)).toBe(false);
    expect(trains(kept(), 'second', half)).toBe(true);
  });

  test('returns a section that is larger than the limit, but does not keep it', () => {
    expect(trains(kept(), 'large', ROOM - DIGEST)).toBe(true);
    expect(trains(kept(), 'large', ROOM - DIGEST)).toBe(false);
    expect(trains(kept(), 'larger', ROOM - DIGEST + 1)).toBe(true);
    expect(trains(kept(), 'larger', ROOM - DIGEST + 1)).toBe(true);
  });
});
