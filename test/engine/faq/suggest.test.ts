import { expect, test } from 'vitest';
import { loadCollection } from '../../../engine/faq/collection.ts';
import { suggest } from '../../../engine/faq/suggest.ts';
import { buildCollection } from '../../../engine/train/faq.ts';

const indexOf = (texts: Record<string, string>) => {
  const documents = Object.entries(texts).map(([title, content]) => ({
    ...{ title, content, source: `${title}.md`, tags: [], language: 'en', metadata: {}, answer: null },
  }));
  return loadCollection(buildCollection(documents, { defaultLanguage: 'en' }));
};
const collections = [
  {
    settings: { collection: 'prices', topK: 1, threshold: 1 },
    index: indexOf({ Fees: 'A **transfer** costs 2 dollars.', Cards: 'Cards come by post.' }),
  },
  {
    settings: { collection: 'times', topK: 1, threshold: 1 },
    index: indexOf({ Speed: 'A transfer abroad takes two days.', Branches: 'We are in Rome.' }),
  },
];

test('suggests passages of all collections as plain text, best first, even below the threshold', () => {
  const suggestions = suggest({ collections }, 'how long does a transfer abroad take', 'en', 3);
  expect(suggestions.map(({ title, collection }) => [title, collection])).toEqual([
    ['Speed', 'times'],
    ['Fees', 'prices'],
  ]);
  expect(suggestions[1]?.text).toBe('A transfer costs 2 dollars.');
});

test('suggests at most the wanted number of passages, all related to the query', () => {
  expect(suggest({ collections }, 'transfer abroad', 'en', 1)).toHaveLength(1);
  expect(suggest({ collections }, 'zxcv', 'en', 3)).toEqual([]);
});
