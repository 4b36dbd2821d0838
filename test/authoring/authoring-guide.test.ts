import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildArtifact } from '../../authoring/build.ts';
import { checkAssistant } from '../../authoring/check.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { jsonSchemas } from '../../authoring/json-schema.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { runConversationTest } from '../../authoring/run-conversation-test.ts';
import { TRAINING } from '../../authoring/train.ts';
import { loadAssistant } from '../../engine/load.ts';
import { loaders } from '../engine/values/free-text/support.ts';

const guide = readFileSync(new URL('../../docs/AUTHORING.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)];
const authored = readAssistantFiles(
  Object.fromEntries(blocks.map(([, file = '', text = '']) => [file, text])),
);

/** Returns the keys of all objects that a JSON Schema describes. */
function keysIn(schema: string): string[] {
  const keys: string[] = [];
  JSON.parse(schema, (name, value) => {
    if (name === 'properties') keys.push(...Object.keys(value));
    return value;
  });
  return keys;
}

describe('the assistant of docs/AUTHORING.md', () => {
  it('has a file of every kind, and every YAML block belongs to one of its files', () => {
    expect(blocks).toHaveLength(guide.split('```yaml').length - 1);
    expect(
      [authored.competencies, authored.entities, authored.tests].every((files) => files.length > 0),
    ).toBe(true);
  });

  it('stands among sentences that name every key an author may write', () => {
    const names = [...guide.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].join('\n');
    const forms = ['assistant', 'competency', 'entity', 'test'];
    const keys = new Set(forms.flatMap((form) => keysIn(jsonSchemas()[`${form}.schema.json`] ?? '')));
    expect(keys.size).toBeGreaterThan(100);
    expect([...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(names))).toEqual([]);
  });

  it('is free of errors and warnings', () => {
    expect(checkAssistant(authored).map(formatFinding)).toEqual([]);
  });

  it('passes its own conversations once it is trained', async () => {
    const loaded = loadAssistant(buildArtifact(compileAssistant(authored), TRAINING), loaders);
    for (const { form } of authored.tests) {
      expect((await runConversationTest(loaded, form)).failures).toEqual([]);
    }
  });
});
