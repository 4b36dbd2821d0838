import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { KEY_PATTERN } from '../../cli/scan.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/SECURITY.md`, 'utf8');

/*
 * The page proves each promise by the name of a test. This test looks the names up, so that renaming or
 * deleting a test cannot leave a promise without proof.
 */

/** Rows of every table with a `Proof` column, in which tests stand as `file`: “name”. */
const ROWS = PAGE.split('\n\n').flatMap((part) => {
  const [head = '', , ...rows] = part.trim().split('\n');
  return /^\|.*\| Proof \|$/.test(head) ? rows : [];
});
const REQUIREMENTS = ROWS.filter((row) => row.startsWith('| RFC '));
const ONE_REQUIREMENT =
  /^\| RFC \d+ §\d+(\.\d+)* \| (MUST|MUST NOT|SHOULD|SHOULD NOT|REQUIRED|RECOMMENDED|NOT RECOMMENDED) \| [^|]+ \| [^|]+ \|$/;
const PROOF = /`(test\/[^`]+\.test\.ts)`: (“[^”]+”(?:; “[^”]+”)*)/g;

const proofsOf = (row: string) =>
  [...row.matchAll(PROOF)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

/** Returns a test's name as source may quote it: in single quotes, double quotes or a template. */
const quoted = (name: string): string[] => ["'", '"', '`'].map((quote) => quote + name + quote);

test('every standard that applies has its rows', () => {
  for (const rfc of [6749, 6750, 7009, 7636, 7662, 8414, 8252, 9207, 9700]) {
    expect(
      REQUIREMENTS.some((row) => row.startsWith(`| RFC ${rfc} §`)),
      String(rfc),
    ).toBe(true);
  }
});

test('each row of a standard is one requirement of one section', () => {
  for (const row of REQUIREMENTS) expect.soft(row).toMatch(ONE_REQUIREMENT);
});

test('every row names at least one test, and all named tests exist', () => {
  const sources = new Map<string, string>();
  for (const row of ROWS) {
    const proofs = proofsOf(row);
    expect.soft(proofs, row).not.toEqual([]);
    for (const { file, name } of proofs) {
      const source = sources.get(file) ?? readFileSync(ROOT + file, 'utf8');
      sources.set(file, source);
      const isThere = quoted(name).some((text) => source.includes(text));
      expect.soft(isThere, `${file} has no test “${name}”`).toBe(true);
    }
  }
});

test('a name that no test has is detected', () => {
  const file = `test/docs/${readdirSync(`${ROOT}test/docs`).find((name) => name.startsWith('security'))}`;
  const [proof] = proofsOf(`\`${file}\`: “no test is called ${'this'}”`);
  const source = readFileSync(ROOT + file, 'utf8');
  expect(quoted(proof?.name ?? '').some((text) => source.includes(text))).toBe(false);
});

test('the published pattern for secret scanners is the one that key scan uses', () => {
  expect(PAGE).toContain(`\`${KEY_PATTERN.source}\``);
});
