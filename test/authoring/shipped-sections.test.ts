import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  readShippedIndex,
  SectionsCollector,
  SHIPPED_INDEX,
  shippedFaults,
  shippedSection,
  writeShipped,
} from '../../authoring/shipped-sections.ts';
import { sectionKey } from '../../authoring/trained-sections.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const SECTION = Uint8Array.of(1, 2, 3);

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

/** Collects one section of these inputs. */
function collected(inputs: unknown, section: Uint8Array | null = SECTION) {
  const collector = new SectionsCollector();
  collector.of('trainer', () => undefined).section(inputs, () => section);
  return collector.files();
}

const key = (inputs: unknown) => sectionKey('trainer', inputs);

describe('a section that was written', () => {
  beforeEach(() => writeShipped(collected('inputs'), folder));

  test('is found only by the inputs and the trainer that it was made with', () => {
    expect(shippedSection(key('inputs'), folder)).toEqual(SECTION);
    expect(shippedSection(key('other inputs'), folder)).toBeUndefined();
    expect(shippedSection(sectionKey('another trainer', 'inputs'), folder)).toBeUndefined();
  });

  test.each([
    ['cut off', (file: string) => truncateSync(file, 2)],
    ['changed', (file: string) => writeFileSync(file, Uint8Array.of(1, 2, 4))],
    ['gone', (file: string) => rmSync(file)],
  ])('counts as absent where its file is %s, and is reported as a fault', (_, damage) => {
    expect(shippedFaults(collected('inputs'), folder)).toEqual([]);
    const [file = ''] = readdirSync(folder).filter((name) => name !== SHIPPED_INDEX);
    damage(join(folder, file));
    expect(shippedSection(key('inputs'), folder)).toBeUndefined();
    expect(shippedFaults(collected('inputs'), folder)).toEqual([`${file} is missing or damaged.`]);
  });

  test('is deleted by the next writing that does not contain it', () => {
    const next = collected('other inputs', Uint8Array.of(4));
    expect(shippedFaults(next, folder)).toHaveLength(3);
    writeShipped(next, folder);
    expect(shippedFaults(next, folder)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('keeps its file but gets another key if only its inputs change', () => {
    const files = readdirSync(folder);
    writeShipped(collected('other inputs'), folder);
    expect(readdirSync(folder)).toEqual(files);
    expect(Object.keys(readShippedIndex(folder))).toEqual([key('other inputs')]);
  });
});

test('a section with nothing to learn has no file', () => {
  expect(collected('inputs', null).bytes.size).toBe(0);
});

test('a known section is returned instead of being trained, and is kept', () => {
  const known = Uint8Array.of(9);
  const collector = new SectionsCollector();
  const sections = collector.of('trainer', (asked) => (asked === key('inputs') ? known : undefined));
  const train = () => SECTION;
  expect(sections.section('inputs', train)).toEqual(known);
  expect(sections.section('other inputs', train)).toEqual(SECTION);
  expect(collector.files().bytes.size).toBe(2);
});

test('a folder without an index has no sections', () => {
  expect(readShippedIndex(join(folder, 'none'))).toEqual({});
  expect(shippedFaults(collected('inputs'), join(folder, 'none'))).toHaveLength(2);
});
