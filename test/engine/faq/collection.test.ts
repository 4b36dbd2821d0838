import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packArtifact, unpackArtifact } from '../../../engine/artifact.ts';
import { loadCollection } from '../../../engine/faq/collection.ts';
import type { FaqDocument } from '../../../engine/faq/document.ts';
import { outOfScopeRows } from '../../../engine/language/training.ts';
import { buildCollection } from '../../../engine/train/faq.ts';

const document = (title: string, content: string, more: Partial<FaqDocument> = {}): FaqDocument => ({
  title,
  source: `${title}.md`,
  tags: [],
  language: null,
  metadata: {},
  content,
  answer: null,
  ...more,
});

const DOCUMENTS = [
  document(
    'Opening hours',
    'We are open from 7 to 19.\n\n## Holidays\n\nOn public holidays we stay closed.',
    {
      tags: ['visit'],
      metadata: { city: ['Rome', 'Turin'] },
    },
  ),
  document('Gift vouchers', 'A voucher is valid for two years.', {
    tags: ['payment'],
    metadata: { city: ['Rome'] },
  }),
  document('Bezahlen', 'Wir nehmen Karten und Gutscheine.', { language: 'de', tags: ['payment'] }),
  document('Lost property', 'Umbrellas are kept for a month.', { answer: 'Ask at the counter.' }),
];

const build = (documents = DOCUMENTS, unrelated = outOfScopeRows('en')) =>
  loadCollection(buildCollection(documents, { defaultLanguage: 'en', unrelated: { en: unrelated } }));
const cafe = build();
const ask = (query: string, filters?: Record<string, string[]>, language = 'en') =>
  cafe.search(query, { language, filters, topK: 3 });

describe('sample questions of a document', () => {
  const questions = ['can my puppy come along', 'are bank holidays any different'];
  const documents = DOCUMENTS.map((one) => (one.title === 'Opening hours' ? { ...one, questions } : one));
  const asked = build(documents);
  const found = (query: string) => asked.search(query, { language: 'en', topK: 3 }).candidates[0];

  it('count like the title of the document', () => {
    expect(ask('may I bring a puppy along').candidates[0]?.title).not.toBe('Opening hours');
    expect(found('can a puppy come along')?.title).toBe('Opening hours');
    expect(found('can a puppy come along')?.score).toBeGreaterThan(0.9);
    expect(found('may I bring a puppy along')?.title).toBe('Opening hours');
  });

  it('lead to the passage with most of their words, else to the first', () => {
    expect(found('are bank holidays different')?.passage).toBe('On public holidays we stay closed.');
    expect(found('can my puppy come')?.passage).toBe('We are open from 7 to 19.');
  });

  it.each([
    ['Can my puppy come along?', 0.45],
    ['Lost property', 0.45],
    ['can a puppy come along', 0.6],
  ])('do not raise the threshold where an out-of-scope row is the same question: %s', (query, threshold) => {
    expect(build(documents, ['the weather', query]).header.threshold).toBe(threshold);
  });

  it('lead to the fixed answer of the document', () => {
    const other = build(
      DOCUMENTS.map((one) =>
        one.title === 'Lost property' ? { ...one, questions: ['where is my scarf'] } : one,
      ),
    );
    const [first] = other.search('where is my scarf', { language: 'en', topK: 1 }).candidates;
    expect(first).toMatchObject({ title: 'Lost property', passage: 'Ask at the counter.' });
  });
});

describe('an FAQ collection', () => {
  it('answers with the passage that fits, not with the document’s first lines', () => {
    expect(ask('are you closed on public holidays').candidates[0]).toMatchObject({
      title: 'Opening hours',
      passage: 'On public holidays we stay closed.',
    });
  });

  it('finds other forms of a word', () => {
    expect(ask('is my voucher still valid').candidates[0]?.title).toBe('Gift vouchers');
  });

  it('gives the fixed answer of a document that has one', () => {
    expect(ask('where is my lost umbrella').candidates[0]?.passage).toBe('Ask at the counter.');
  });

  it('scores unrelated questions below its threshold, and its own titles above it', () => {
    const { threshold } = cafe.header;
    const scores = ['who won the game', 'tell me a joke about holidays in space', 'is it raining'].map(
      (query) => ask(query).candidates[0]?.score ?? 0,
    );
    expect(Math.max(...scores)).toBeLessThan(threshold);
    for (const { title } of DOCUMENTS.filter(({ language }) => language === null)) {
      expect(ask(title).candidates[0]).toMatchObject({ title });
      expect(ask(title).candidates[0]?.score).toBeGreaterThan(threshold);
    }
  });

  it('finds a document only in its own language', () => {
    expect(ask('Bezahlen mit Karten').candidates).toEqual([]);
    expect(ask('Bezahlen mit Karten', {}, 'de').candidates[0]?.title).toBe('Bezahlen');
  });

  it('ranks a document once, by its best passage', () => {
    const titles = ask('open public holidays hours').candidates.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('gives the same bytes for the same documents', () => {
    const options = { defaultLanguage: 'en' };
    expect(buildCollection(DOCUMENTS, options)).toEqual(buildCollection(DOCUMENTS, options));
  });
});

describe('filters', () => {
  it('match any value of a key and all keys, and report what each removed', () => {
    expect(ask('hours', { city: ['turin', 'ROME'], tags: ['visit'] })).toMatchObject({
      candidates: [{ title: 'Opening hours' }],
      removed: [
        { key: 'city', removed: 2 },
        { key: 'tags', removed: 1 },
      ],
      remaining: 1,
    });
  });

  it('apply before ranking', () => {
    expect(ask('opening hours of the voucher desk', { tags: ['payment'] }).candidates[0]?.title).toBe(
      'Gift vouchers',
    );
  });

  it('that leave no document give no answer', () => {
    expect(ask('opening hours', { title: ['Nothing'] })).toEqual({
      candidates: [],
      evidence: null,
      removed: [{ key: 'title', removed: 4 }],
      remaining: 0,
    });
  });

  it('may name title, source, tags, language and the documents’ own keys', () => {
    expect(cafe.header.keys).toEqual(['city', 'language', 'source', 'tags', 'title']);
  });
});

describe('with a sentence encoder', () => {
  const meant = [/voucher|present/i, /hours|open|closed/i, /umbrella|lost/i];
  const embed = (text: string) =>
    Float32Array.from([...meant.map((words) => (words.test(text) ? 1 : 0)), 0.1]);
  const asked: string[] = [];
  const embedOf = (language: string) =>
    language === 'en'
      ? (texts: readonly string[], onProgress?: (done: number) => void) => {
          asked.push(...texts);
          onProgress?.(1);
          return texts.map(embed);
        }
      : undefined;
  const options = {
    defaultLanguage: 'en',
    embed: embedOf,
    unrelated: { en: ['a rainy day'], de: ['Wetter'] },
  };
  const bytes = buildCollection(DOCUMENTS, options);
  const meaningful = loadCollection(bytes);
  const search = (query: string, more: { filters?: Record<string, string[]>; language?: string } = {}) =>
    meaningful.search(query, { language: 'en', embed, topK: 3, ...more });

  it('finds a passage without a word of the question, and gives both scores', () => {
    const [first] = search('a present').candidates;
    expect(first).toMatchObject({ title: 'Gift vouchers', words: 0 });
    expect(first?.meaning).toBeCloseTo(1, 1);
    expect(ask('a present').candidates).toEqual([]);
  });

  it('never scores a passage below its words', () => {
    for (const query of ['opening hours', 'umbrellas', 'the voucher is valid', 'closed on holidays']) {
      for (const { score, words } of search(query).candidates) expect(score).toBeGreaterThanOrEqual(words);
      expect(search(query).candidates[0]?.score).toBeGreaterThanOrEqual(ask(query).candidates[0]?.score ?? 1);
    }
  });

  it('encodes title and text of passages only in its languages', () => {
    expect(asked).toContain('Gift vouchers. A voucher is valid for two years.');
    expect(asked.filter((text) => /Gutscheine|Wetter/.test(text))).toEqual([]);
    expect(search('Karten', { language: 'de' }).candidates[0]).toMatchObject({
      title: 'Bezahlen',
      meaning: null,
    });
  });

  it('applies filters before ranking', () => {
    const found = search('a present', { filters: { tags: ['visit'] } });
    expect(found.candidates.map(({ title }) => title)).toEqual(['Opening hours']);
    expect(found.remaining).toBe(1);
  });

  it('gives the same result for a query after other queries', () => {
    const first = search('opening hours');
    search('a present for the voucher');
    expect(search('opening hours')).toEqual(first);
    const broken = () => {
      throw new Error('no encoder');
    };
    const query = { language: 'en', topK: 3, embed: broken };
    expect(() => meaningful.search('opening hours', query)).toThrow('no encoder');
    expect(search('opening hours')).toEqual(first);
  });

  it('compares only words where the query has no vector or one of another width', () => {
    const plain = ask('gift voucher').candidates[0]?.score;
    const other = (text: string) => embed(text).slice(1);
    expect(meaningful.search('gift voucher', { language: 'en', topK: 1 }).candidates[0]?.score).toBe(plain);
    expect(
      meaningful.search('gift voucher', { language: 'en', topK: 1, embed: other }).candidates[0],
    ).toMatchObject({ score: plain, meaning: null });
  });

  it('measures a threshold for each language', () => {
    expect(Object.keys(meaningful.header.thresholds ?? {})).toEqual(['en', 'de']);
    expect(meaningful.header.threshold).toBe(meaningful.header.thresholds?.en);
  });

  it('gives the evidence for each candidate', () => {
    const { candidates, evidence } = search('a present when you are open');
    expect(evidence).toHaveLength(candidates.length);
    expect(evidence?.[0]?.sentence).toBeGreaterThan(0.6);
    expect(evidence?.[0]?.ahead).toBeCloseTo(-(evidence?.[1]?.ahead ?? 0), 5);
    expect(evidence?.[0]).toMatchObject({ terms: 2, subject: null });
    expect(ask('a present').evidence).toBeNull();
  });

  it('gives the evidence for the subject of the conversation', () => {
    const about = embed('gift voucher');
    const options = { language: 'en', embed, topK: 3, about };
    const { candidates, evidence } = meaningful.search('a present when you are open', options);
    expect(candidates).toEqual(search('a present when you are open').candidates);
    const subjects = evidence?.map(({ subject }) => subject ?? 0) ?? [];
    const nearest = subjects.indexOf(Math.max(...subjects));
    expect(candidates[nearest]?.title).toMatch(/gift/i);
    expect(subjects.reduce((sum, subject) => sum + subject, 0)).toBeCloseTo(0, 5);
  });

  it('gives no evidence for an older index without sentence vectors', () => {
    const sections = [...unpackArtifact(bytes)].filter(([name]) => !name.startsWith('sentences.'));
    const older = loadCollection(packArtifact(Object.fromEntries(sections)));
    const found = older.search('a present', { language: 'en', embed, topK: 3 });
    expect(found).toEqual({ ...search('a present'), evidence: null });
  });

  it('reports its progress, and gives the same bytes for the same documents', () => {
    const told: number[] = [];
    expect(buildCollection(DOCUMENTS, { ...options, onProgress: (done) => void told.push(done) })).toEqual(
      bytes,
    );
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });
});

it('a collection can hold more passages than a call takes arguments', () => {
  const passages = 130_000;
  const bytes = buildCollection(Array<FaqDocument>(passages).fill(document('Tea', 'Hot.')), {
    defaultLanguage: 'en',
    embed: () => (texts) => texts.map(() => Float32Array.of(1)),
  });
  expect(loadCollection(bytes).header).toMatchObject({ passages, width: 1 });
});

it('a collection takes any text as a query and as a document', () => {
  const text = fc.string({ unit: 'binary', maxLength: 80 });
  const options = { defaultLanguage: 'en', unrelated: { en: ['a rainy day'] } };
  fc.assert(
    fc.property(text, text, text, (title, content, query) => {
      const documents = [document(title, content, { tags: [title] }), ...DOCUMENTS];
      const index = loadCollection(buildCollection(documents, options));
      for (const { score } of index.search(query, { language: 'en', topK: 5 }).candidates) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(index.search(query, { language: 'en', filters: { tags: [title] }, topK: 1 }).remaining).toBe(1);
    }),
    { numRuns: 30 },
  );
});
