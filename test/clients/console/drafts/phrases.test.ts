import { expect, test } from 'vitest';
import { phrasesOf } from '../../../../clients/console/drafts/phrases.ts';

test('the phrases of a draft are found in every kind of file, each with its owner', () => {
  const phrases = phrasesOf({
    'assistant.yaml': 'out_of_scope:\n  utterances: { en: [sing a song] }\n',
    'competencies/order.yaml':
      'states:\n  order:\n    utterances: { en: ["order [two](copies) books"], es: [pedir] }\n  done: { terminal: true }\n',
    'entities/genre.yaml': 'values:\n  crime: { en: [whodunit] }\n  poetry: [poems]\n  other:\n',
    'faq/help/delivery.md': '---\ntitle: Delivery\nquestions: [how long]\n---\nTwo days.\n',
    'faq/help/plain.md': 'Nothing before this.\n',
    'tests/order.yaml': 'turns: [{ say: anything }]\n',
  });
  expect(Object.fromEntries(phrases)).toEqual({
    'sing a song': 'out_of_scope',
    'order two books': 'order',
    pedir: 'order',
    whodunit: 'crime',
    poems: 'poetry',
    'how long': 'Delivery',
  });
});

test('a malformed file is skipped when phrases are collected', () => {
  const files = { 'competencies/a.yaml': 'states: [', 'entities/b.yaml': 'values: { c: [d] }\n' };
  expect(Object.fromEntries(phrasesOf(files))).toEqual({ d: 'c' });
});
