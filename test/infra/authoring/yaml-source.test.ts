import { expect, it } from 'vitest';
import { readYaml } from '../../../infra/authoring/yaml-source.ts';

const messagesOf = (text: string) =>
  readYaml('a.yaml', text).findings.map(({ line, column, message }) => `${line}:${column} ${message}`);

it('a comma that ends a text within braces is named, with what is to be done', () => {
  expect(messagesOf('say: { en: Sorry, not now }\n')).toEqual([
    '1:19 not now has no value: within { } a comma ends a text, unless the text is in quotes',
  ]);
  expect(messagesOf('say: { en: "Sorry, not now" }\nslots:\n  card:\n')).toEqual([]);
});

it('an utterance that begins with a mark is taken for a list, and told to be put in quotes', () => {
  const [first] = messagesOf('en:\n  - [two](cups) coffees\n');
  expect(first).toContain('put a text that begins with [, {, " or \' into quotes');
  expect(messagesOf('en:\n  - "[two](cups) coffees"\n')).toEqual([]);
});
