import { describe, expect, it } from 'vitest';
import { askFaq } from '../../../engine/faq/ask.ts';
import { loadCollection } from '../../../engine/faq/collection.ts';
import type { FaqDocument } from '../../../engine/faq/document.ts';
import { buildCollection } from '../../../engine/train/faq.ts';

const document = (title: string, content: string): FaqDocument => ({
  title,
  source: `${title}.md`,
  tags: [],
  language: 'en',
  metadata: {},
  content,
  answer: null,
});

const DOCUMENTS = [
  document('Fees', 'A transfer costs 2 dollars.'),
  document('Times', 'A transfer takes two days.'),
  document('Branches', 'We are in Rome.'),
  document('Cards', 'Cards come by post.'),
];

/** The subjects of the embeddings, one direction each; “nothing” has a direction of its own. */
const SUBJECTS = [/transfer|send money/i, /branch|rome/i, /card/i];
const embed = (text: string) =>
  Float32Array.from([...SUBJECTS.map((words) => (words.test(text) ? 1 : 0)), /nothing/.test(text) ? 1 : 0.1]);
const index = loadCollection(
  buildCollection(DOCUMENTS, { defaultLanguage: 'en', embed: () => (texts) => texts.map(embed) }),
);

const ask = (query: string, threshold: number | null = null, embeds = true, about?: string, topK = 3) =>
  askFaq(
    {
      collections: [{ settings: { collection: 'help', topK, threshold }, index }],
      ...(embeds && { embed: () => embed }),
    },
    query,
    'en',
    { about },
  );

describe('a question to a collection', () => {
  it('is answered by the best document alone if that is clearly ahead', () => {
    const { answer, explanation } = ask('which card do I get');
    expect(answer).toMatchObject({ show: 'Cards come by post.', citation: { source: 'Cards.md' } });
    expect(answer?.citation.more).toBeUndefined();
    expect(explanation[0]?.certainty).toBeGreaterThan(0.5);
  });

  it('is answered by two equally near documents, each with its title and source', () => {
    const { answer } = ask('how do I send money');
    expect(answer?.show).toBe(
      '**Fees**\n\nA transfer costs 2 dollars.\n\n**Times**\n\nA transfer takes two days.',
    );
    expect(answer?.speak).toBe('Fees. A transfer costs 2 dollars. Times. A transfer takes two days.');
    expect(answer?.citation).toMatchObject({
      source: 'Fees.md',
      more: [{ title: 'Times', source: 'Times.md', tags: [] }],
    });
  });

  it('that fits several documents is answered by the one about the conversation’s subject', () => {
    const answered = (about?: string, threshold: number | null = null) =>
      ask('how long for a card or a branch', threshold, true, about).answer?.citation;
    expect(answered('Order a card')?.source).toBe('Cards.md');
    expect(answered('Find a branch')?.source).toBe('Branches.md');
    // With an author's threshold, only the question counts.
    expect(answered('Order a card', 0.1)).toEqual(answered(undefined, 0.1));
  });

  it('with almost all words of a document is answered by it despite a far meaning', () => {
    const { answer, explanation } = ask('come by post', null, true, 'Find a branch');
    expect(explanation[0]?.certainty).toBeLessThan(0.33);
    expect(answer?.citation.source).toBe('Cards.md');
  });

  it('is answered by the document that it names, in any conversation', () => {
    expect(ask('which card do I get', null, true, 'Send money').answer?.citation.source).toBe('Cards.md');
  });

  it('is not answered where nothing is near', () => {
    const { answer, explanation } = ask('nothing of the kind');
    expect(answer).toBeNull();
    expect(explanation[0]?.certainty).toBeLessThan(0.4);
  });

  it('is judged by the best documents, even if fewer are shown', () => {
    const { explanation } = ask('which card do I get', null, true, undefined, 1);
    expect(explanation[0]?.candidates).toHaveLength(1);
    expect(explanation[0]?.certainty).toBe(ask('which card do I get').explanation[0]?.certainty);
  });

  it('is answered only above the author’s threshold where one is set', () => {
    expect(ask('which card do I get', 1.1).answer).toBeNull();
    expect(ask('which card do I get', 1.1).explanation[0]?.certainty).toBeNull();
    expect(ask('how do I send money', 0.5).answer?.citation.more).toBeUndefined();
  });

  it.each(['Fees', 'fees?', 'and fees?', 'But, fees?'])(
    'that is a document’s title is answered by it alone, with the score 1: “%s”',
    (query) => {
      for (const threshold of [null, 1]) {
        const { answer } = ask(query, threshold, true, 'Order a card');
        expect(answer).toMatchObject({ show: 'A transfer costs 2 dollars.', citation: { score: 1 } });
        expect(answer?.citation.more).toBeUndefined();
      }
      expect(ask(`${query} nothing`, 1).answer).toBeNull();
    },
  );

  it('is answered above the measured threshold where it has no vector', () => {
    const { answer, explanation } = ask('cards by post', null, false);
    expect(explanation[0]?.certainty).toBeNull();
    expect(answer?.citation.source).toBe('Cards.md');
  });
});
