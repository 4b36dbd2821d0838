import { describe, expect, test } from 'vitest';
import type { Accepted } from '../../../../clients/console/accepted.ts';
import { acceptInto } from '../../../../clients/console/drafts/accept-into.ts';

const FILES = {
  'assistant.yaml': 'schema: 1   # of ours\nout_of_scope:\n  say: { en: No. }\n',
  'competencies/order.yaml': [
    'competency: order',
    'slots:',
    '  drink: { entity: drinks }',
    'states:',
    '  order:',
    '    utterances:',
    '      en:',
    '        - order a tea   # the plainest',
    '  done: { terminal: true, say: { en: Done. } }',
    '',
  ].join('\n'),
  'entities/hot.yaml': 'entity: drinks\nvalues:\n  tea: { en: [tea] }\n  coffee: [coffee]\n',
  'faq/help/delivery.md': '---\ntitle: Delivery\n---\nTwo days.\n',
};

const utterance = (label: string, ...utterances: string[]): Accepted => ({
  kind: 'utterance',
  label,
  language: 'en',
  utterances,
});
const value = (label: string, ...utterances: string[]): Accepted => ({
  ...utterance(label, ...utterances),
  kind: 'value',
  slot: 'drink',
});

describe('accepted phrases', () => {
  test('are appended to their lists, and change no other line', () => {
    const accepted = [
      utterance('order', 'a tea: please'),
      utterance('out_of_scope', 'sing'),
      value('tea', 'cuppa'),
      value('coffee', 'java'),
      { ...utterance('delivery', 'how long does it take'), kind: 'document' as const },
    ];
    const { files, added, placed, unplaced } = acceptInto(FILES, accepted);
    expect(unplaced).toEqual([]);
    expect(placed).toEqual(accepted);
    expect(added).toBe(5);
    expect(files).toEqual({
      'assistant.yaml': `${FILES['assistant.yaml']}  utterances:\n    en:\n      - sing\n`,
      'competencies/order.yaml': FILES['competencies/order.yaml'].replace(
        '# the plainest\n',
        '# the plainest\n        - "a tea: please"\n',
      ),
      'entities/hot.yaml': FILES['entities/hot.yaml']
        .replace('[tea]', '[tea, cuppa]')
        .replace('[coffee]', '[coffee, java]'),
      'faq/help/delivery.md': '---\ntitle: Delivery\nquestions:\n  - how long does it take\n---\nTwo days.\n',
    });
  });

  test('that a list already has are not added again', () => {
    const once = acceptInto(FILES, [utterance('order', 'two teas', 'order a tea')]);
    expect(once.added).toBe(1);
    expect(acceptInto(once.files, [utterance('order', 'two teas', 'order a tea')])).toMatchObject({
      files: once.files,
      added: 0,
    });
  });

  test('do not mark a value by their brackets', () => {
    const { files } = acceptInto(FILES, [utterance('order', 'a [b](drink)')]);
    expect(files['competencies/order.yaml']).toContain('- a (b)(drink)\n');
  });

  test.each([
    ['a label that there is not', utterance('other', 'x')],
    ['a state that no query enters', utterance('done', 'x')],
    ['a value of an unknown slot', { ...value('tea', 'x'), slot: 'other' }],
    ['a document that there is not', { ...utterance('other', 'x'), kind: 'document' as const }],
  ])('for %s are returned as unplaced, and change nothing', (_name, accepted) => {
    expect(acceptInto(FILES, [accepted])).toEqual({
      files: FILES,
      added: 0,
      placed: [],
      unplaced: [accepted],
    });
  });
});
