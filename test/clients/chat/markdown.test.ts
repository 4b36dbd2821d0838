import { expect, test } from 'vitest';
import { type Inline, readMarkdown } from '../../../clients/chat/markdown.ts';

const text = (words: string): Inline => ({ kind: 'text', text: words });
const inline = (source: string): Inline[] => {
  const [block] = readMarkdown(source);
  return block?.kind === 'paragraph' ? block.parts : [];
};

test('paragraphs, headings, lists and code are distinguished', () => {
  expect(readMarkdown('# Title\none\ntwo\n\nthree\n- a\n- b\n1. c\n```\n**x**\n```')).toEqual([
    { kind: 'heading', parts: [text('Title')] },
    { kind: 'paragraph', parts: [text('one'), { kind: 'break' }, text('two')] },
    { kind: 'paragraph', parts: [text('three')] },
    { kind: 'list', ordered: false, items: [[text('a')], [text('b')]] },
    { kind: 'list', ordered: true, items: [[text('c')]] },
    { kind: 'code', text: '**x**' },
  ]);
});

test.each<[string, Inline[]]>([
  ['**a _b_**', [{ kind: 'strong', parts: [text('a '), { kind: 'emphasis', parts: [text('b')] }] }]],
  ['`a*b*`', [{ kind: 'code', text: 'a*b*' }]],
  ['snake_case_name', [text('snake_case_name')]],
  ['2 * 3 * 4', [text('2 * 3 * 4')]],
  ['a **b', [text('a **b')]],
  ['\\*a\\*', [text('*a*')]],
  ['[t](https://a.example/x "T")', [{ kind: 'link', url: 'https://a.example/x', parts: [text('t')] }]],
  ['<https://a.example>', [{ kind: 'link', url: 'https://a.example', parts: [text('https://a.example')] }]],
  ['<b>x</b>', [text('<b>x</b>')]],
])('%s is parsed correctly', (source, parts) => {
  expect(inline(source)).toEqual(parts);
});

test('character references are decoded once, and never become markup', () => {
  expect(inline('&#42;&#42;a&#42;&#42; &lt;b&gt; &amp;lt; &#91;x&#93;')).toEqual([
    text('**a** <b> &lt; [x]'),
  ]);
  expect(inline('&#0;&#1114112;&#xd800;&none;')).toEqual([text('\ufffd&none;')]);
});

test('a text is cut off after 20,000 characters', () => {
  const shown = (length: number) => JSON.stringify(readMarkdown('a'.repeat(length))).length;
  expect(shown(20_000) - shown(19_999)).toBe(1);
  expect(shown(20_001)).toBe(shown(20_000));
});
