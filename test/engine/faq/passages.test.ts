import { describe, expect, it } from 'vitest';
import { headingOf, passagesOf } from '../../../engine/faq/passages.ts';
import { spokenText } from '../../../engine/faq/spoken-text.ts';
import { stem, termsOf } from '../../../engine/faq/terms.ts';

describe('splitting a document', () => {
  it('splits at headings, each passage under the headings above it', () => {
    expect(passagesOf('Intro.\n\n# A\none\n## B\ntwo\n# C\nthree')).toEqual([
      { headings: [], text: 'Intro.' },
      { headings: ['A'], text: 'one' },
      { headings: ['A', 'B'], text: 'two' },
      { headings: ['C'], text: 'three' },
    ]);
  });

  it('splits long text between paragraphs, and a long paragraph at sentences', () => {
    const sentence = `${'word '.repeat(70).trim()}.`;
    expect(passagesOf(`${sentence}\n\n${sentence}\n\n${sentence}`)).toHaveLength(3);
    const parts = passagesOf(Array(8).fill(sentence).join(' '));
    expect(parts.length).toBeGreaterThan(3);
    for (const { text } of parts) expect(text.endsWith('.')).toBe(true);
  });

  it('never splits inside code or inside a list', () => {
    const code = `\`\`\`\n# no heading\n\n${'x '.repeat(900)}\n\`\`\``;
    expect(passagesOf(code)).toEqual([{ headings: [], text: code }]);
    expect(passagesOf(`${'long '.repeat(118)}:\n\n- one\n- two`)).toHaveLength(1);
  });
});

it('a passage is spoken with one full stop between paragraphs', () => {
  expect(spokenText('In the app.\n\nUp to 3,000')).toBe('In the app. Up to 3,000');
  expect(spokenText('In the app\n \nUp to 3,000')).toBe('In the app. Up to 3,000');
});

it('a passage is spoken without Markdown marks', () => {
  expect(spokenText('Take **both** [forms](https://x.example):\n\n- *red*\n- `blue`')).toBe(
    'Take both forms: red. blue',
  );
});

it.each([
  ['with a picture as its words', '[![the logo](a.png)](https://x.example) here', 'the logo here'],
  [
    'that is none',
    'an [open bracket, and (one) more] of [them]',
    'an [open bracket, and (one) more] of [them]',
  ],
  ['over two lines', '[two\nlines](https://x.example) end', 'two. lines end'],
])('a passage is spoken with the words of a link %s', (_, markdown, said) => {
  expect(spokenText(markdown)).toBe(said);
});

it.each([
  ['code, line by line', '```sh\nnpm ci\n\nnpm test\n```', 'npm ci. npm test.'],
  ['a table without its rule', '| a | b |\n|---|:--:|\n| 1 | 2 |', '| a | b |. | 1 | 2 |'],
  ['a name with marks in it as it is', 'set _one_ of a_b_c and *x*y', 'set one of a_b_c and *x*y'],
  ['a heading, a quotation and a list', '## A\n> b\n* c', 'A. b. c'],
  ['what is left of marks that do not close', '**a, *b and `c', '**a, *b and `c'],
])('a passage is spoken with %s', (_, markdown, said) => {
  expect(spokenText(markdown)).toBe(said);
});

it.each([
  ['# A', { level: 1, text: 'A' }],
  ['###### A b  ', { level: 6, text: 'A b' }],
  ['## A ##', { level: 2, text: 'A' }],
  ['# ##', { level: 1, text: '' }],
  ['####### A', null],
  ['#A', null],
  [' # A', null],
  ['# A\n', null],
])('%j is the heading %j', (line, heading) => {
  expect(headingOf(line)).toEqual(heading);
});

it('a passage is spoken in paragraphs, each with one full stop', () => {
  expect(spokenText('One costs 15.\n\nTwo costs more\n\nThree!\nFour')).toBe(
    'One costs 15. Two costs more. Three! Four',
  );
});

it.each([
  ['en', ['transfers', 'transferred', 'transferring']],
  ['en', ['fees', 'fee']],
  ['en', ['cancelled', 'canceling']],
  ['en', ['deliveries', 'delivery']],
  ['es', ['tarjetas', 'tarjeta']],
  ['es', ['bloquear', 'bloqueada', 'bloqueo']],
  ['es', ['límites', 'límite']],
  ['es', ['comisiones', 'comisión']],
])('in %s, %j are forms of one word', (language, words) => {
  expect(new Set(words.flatMap((word) => termsOf(word, language))).size).toBe(1);
});

it('leaves short words and numbers unchanged', () => {
  expect(stem('pin', 'en')).toBe('pin');
  expect(stem('1099s', 'en')).toBe('1099s');
});
