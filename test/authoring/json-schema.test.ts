import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../authoring/json-schema.ts';

const folder = new URL('../../docs/schema/', import.meta.url);

describe('the published JSON Schemas', () => {
  it('are those of the forms: run `npm run schemas` where this fails', () => {
    const published = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
    expect(Object.fromEntries(published)).toEqual(jsonSchemas());
  });

  it('refuse unknown keys and know the keys of the language', () => {
    const competency = JSON.parse(jsonSchemas()['competency.schema.json'] ?? '');
    expect(competency.additionalProperties).toBe(false);
    expect(Object.keys(competency.properties)).toContain('interrupts');
    expect(competency.required).toEqual(['competency', 'states']);
  });
});
