import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_ENTITIES, entitiesWith, isBuiltIn, traitsOf } from '../../engine/built-in-entities.ts';
import { toWire } from '../../engine/dialogue/business-logic/wire.ts';
import { ROOT } from '../support/imports.ts';

const AUTHORING = readFileSync(`${ROOT}docs/AUTHORING.md`, 'utf8');

describe('the built-in entities', () => {
  test.each(BUILT_IN_ENTITIES)('%s has a row in the page for authors', (entity) => {
    expect(AUTHORING).toContain(`\n| \`${entity}\` | `);
  });

  test.each([...BUILT_IN_ENTITIES.map((name): [string, string] => [name, name]), ['colour', 'string']])(
    'sends a value of %s with the type %s',
    (entity, type) => {
      const slot = { name: 'it', entity };
      const wire = toWire({ slots: [slot] }, { it: { raw: '', value: 1, details: {}, resolved: 1 } });
      expect(wire._IT_?.type).toBe(type);
    },
  );

  test('an author’s entity of any name has none of their traits', () => {
    for (const name of ['colour', 'toString', '__proto__']) {
      expect(isBuiltIn(name)).toBe(false);
      expect(Object.values(traitsOf(name)).filter(Boolean)).toEqual([]);
    }
  });

  test('all moments and amounts have an order', () => {
    const unordered = entitiesWith(
      ({ isMoment, isAmount, order }) => (isMoment || isAmount) && order === null,
    );
    expect(unordered).toEqual([]);
  });
});
