import { describe, expect, it } from 'vitest';
import { passagesOf, spokenText } from '../../../../functions/shared/engine/faq/passages.ts';
import { stem, termsOf } from '../../../../functions/shared/engine/faq/terms.ts';

describe('a document is split', () => {
  it('at its headings, each passage under those above it', () => {
    expect(passagesOf('Intro.\n\n# A\none\n## B\ntwo\n# C\nthree')).toEqual([
      { headings: [], text: 'Intro.' },
      { headings: ['A'], text: 'one' },
      { headings: ['A', 'B'], text: 'two' },
      { headings: ['C'], text: 'three' },
    ]);
  });

  it('between paragraphs that are too long together, and within one at sentences', () => {
    const sentence = `${'word '.repeat(70).trim()}.`;
    expect(passagesOf(`${sentence}\n\n${sentence}\n\n${sentence}`)).toHaveLength(3);
    const parts = passagesOf(Array(8).fill(sentence).join(' '));
    expect(parts.length).toBeGreaterThan(3);
    for (const { text } of parts) expect(text.endsWith('.')).toBe(true);
  });

  it('never inside code or away from its list', () => {
    const code = `\`\`\`\n# no heading\n\n${'x '.repeat(900)}\n\`\`\``;
    expect(passagesOf(code)).toEqual([{ headings: [], text: code }]);
    expect(passagesOf(`${'long '.repeat(118)}:\n\n- one\n- two`)).toHaveLength(1);
  });
});

it('is spoken with one full stop between paragraphs, whether they have their own or not', () => {
  expect(spokenText('In the app.\n\nUp to 3,000')).toBe('In the app. Up to 3,000');
  expect(spokenText('In the app\n \nUp to 3,000')).toBe('In the app. Up to 3,000');
});

it('is spoken without marks', () => {
  expect(spokenText('Take **both** [forms](https://x.example):\n\n- *red*\n- `blue`')).toBe(
    'Take both forms: red. blue',
  );
});

it('is spoken paragraph after paragraph, each with one full stop', () => {
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
])('in %s, %j are one word', (language, words) => {
  expect(new Set(words.flatMap((word) => termsOf(word, language))).size).toBe(1);
});

it('leaves short words and numbers as they are', () => {
  expect(stem('pin', 'en')).toBe('pin');
  expect(stem('1099s', 'en')).toBe('1099s');
});
