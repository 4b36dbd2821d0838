import { expect, test } from 'vitest';
import { plainText, richAnswer } from '../../../clients/typescript/rich-answer.ts';

const said = { speakableResponse: 'Two cards.', formattedResponse: '**Two** cards.' };

test('an answer is read with all its parts', () => {
  const visuals = {
    ...said,
    choices: ['Freeze it', 'Freeze it', 'Leave it'],
    link: { url: 'https://bank.example/cards', title: 'Your cards' },
    image: { url: '/card.png', alt: 'A blue card' },
    card: { title: 'Debit', text: 'Ends in 12', link: { url: 'tel:+341', title: 'Call' } },
  };
  expect(richAnswer({ visuals })).toEqual({
    speak: 'Two cards.',
    show: '**Two** cards.',
    choices: ['Freeze it', 'Leave it'],
    link: { url: 'https://bank.example/cards', title: 'Your cards' },
    image: { url: '/card.png', alt: 'A blue card' },
    card: { title: 'Debit', text: 'Ends in 12', link: { url: 'tel:+341', title: 'Call' } },
  });
  expect(plainText({ visuals })).toBe(
    [
      'Two cards.',
      'A blue card: /card.png',
      'Debit',
      'Ends in 12',
      'Call: tel:+341',
      'Your cards: https://bank.example/cards',
      '• Freeze it',
      '• Leave it',
    ].join('\n'),
  );
});

test('a table and cards are read, and become lines of plain text', () => {
  const table = { title: 'Payments', columns: ['Day', 'Amount'], rows: [['Monday', '4.50']] };
  const cards = [
    { title: 'Room 1', text: 'By the sea', link: { url: '/rooms/1', title: 'See it' } },
    { title: 'Room 2' },
  ];
  const visuals = { ...said, table, cards };
  expect(richAnswer({ visuals })).toMatchObject({ table, cards });
  expect(plainText({ visuals })).toBe(
    [
      'Two cards.',
      'Payments',
      'Day | Amount',
      'Monday | 4.50',
      'Room 1',
      'By the sea',
      'See it: /rooms/1',
      'Room 2',
    ].join('\n'),
  );
});

test('the valid parts of a malformed table and cards are kept', () => {
  const table = {
    columns: ['Day', 2],
    rows: [['Monday', 4.5, 'more'], ['Tuesday'], 'none', [null, { a: 1 }]],
  };
  const cards = ['none', { text: 'no title' }, { title: 'Room', link: { url: 'javascript:alert(1)' } }];
  expect(richAnswer({ visuals: { ...said, table, cards } })).toMatchObject({
    table: {
      columns: ['Day', '2'],
      rows: [
        ['Monday', '4.5'],
        ['Tuesday', ''],
        ['', ''],
      ],
    },
    cards: [{ title: 'Room' }],
  });
  for (const nothing of ['none', {}, { columns: [], rows: [[]] }, { columns: ['a'], rows: [] }]) {
    const answer = richAnswer({ visuals: { ...said, table: nothing, cards: {} } });
    expect(answer).toEqual({ speak: 'Two cards.', show: '**Two** cards.', choices: [] });
  }
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  'https://a.example/ onclick=x',
  '',
])('the address %o is ignored', (url) => {
  const parts = {
    link: { url, title: 'x' },
    image: { url, alt: 'x' },
    card: { title: 'C', link: { url }, image: { url } },
  };
  const { link, image, card } = richAnswer({ visuals: { ...said, ...parts } });
  expect({ link, image, card }).toEqual({ link: undefined, image: undefined, card: { title: 'C' } });
});

test('an image with a mail address is ignored', () => {
  expect(
    richAnswer({ visuals: { ...said, image: { url: 'mailto:a@b.example', alt: '' } } }).image,
  ).toBeUndefined();
});

test('malformed parts of the business logic are ignored', () => {
  const visuals = {
    ...said,
    choices: [1, { a: 1 }, 'Yes'],
    link: 'https://a.example',
    image: 7,
    card: { text: 'no title' },
  };
  expect(richAnswer({ visuals })).toEqual({ speak: 'Two cards.', show: '**Two** cards.', choices: ['Yes'] });
  expect(richAnswer({ visuals: {} })).toEqual({ speak: '', show: '', choices: [] });
});
