import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { checkAssistant } from '../../authoring/check.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';

/** Returns the check's errors for an assistant with a server of the original service. */
const errorsOf = ({
  settings = 'protocol: 0',
  slot = 'mapper: x',
  entity = 'fields: {savings: {a: 1}}',
} = {}) =>
  checkAssistant(
    readAssistantFiles({
      'assistant.yaml': `
schema: 1
name: ported
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL, ${settings}}
out_of_scope: {say: {en: Pardon?}}
`,
      'entities/account.yaml': `
entity: account
values: {savings: [fund]}
${entity}
`,
      'competencies/balance.yaml': `
competency: balance
business_logic: true
slots: {account: {entity: account, ${slot}}}
states: {balance: {utterances: {en: [a, b, c, d, e]}, terminal: true, say: {en: So much.}}}
`,
    }),
  )
    .filter(({ severity }) => severity === 'error')
    .map(formatFinding);

it('MIGRATING.md shows lines that assistants of original servers have', async () => {
  const guide = await readFile('docs/MIGRATING.md', 'utf8');
  const table = guide.slice(guide.indexOf('## The lines that servers need'), guide.indexOf('## Terms'));
  const lines = Array.from(table.matchAll(/^\| `(.+?)` \|/gm), ([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(10);
  const folder = 'test/conformance/original';
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  const all = texts.join('\n').replaceAll('"', '');
  expect(lines.filter((line) => !all.includes(line))).toEqual([]);
});

it.each([
  { settings: 'protocol: 0' },
  { settings: 'protocol: 2, labels: false, asks_about_target: true' },
  { slot: 'label: email_update' },
  { entity: 'mapper: account_dest' },
])('%j is accepted', (part) => {
  expect(errorsOf(part)).toEqual([]);
});

it.each([
  [{ settings: 'protocol: 3' }, 'assistant.yaml', 'write 0, 1 or 2'],
  [{ slot: 'label: "two words"' }, 'competencies/balance.yaml', 'a letter first'],
  [{ slot: 'mapper: tokens' }, 'competencies/balance.yaml', 'this field name is reserved'],
  [{ entity: 'mapper: value' }, 'entities/account.yaml', 'this field name is reserved'],
  [{ entity: 'fields: {savings: {status: 1}}' }, 'entities/account.yaml', 'this field name is reserved'],
  [{ entity: 'fields: {checking: {a: 1}}' }, 'entities/account.yaml', 'the entity has no value checking'],
])('%j is an error in %s: %s', (part, file, text) => {
  const errors = errorsOf(part);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(file);
  expect(errors[0]).toContain(text);
});
