import { beforeEach, expect, test } from 'vitest';
import { loadFaq } from '../../../engine/faq/ask.ts';
import { buildCollection } from '../../../engine/train/faq.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { loadedAssistant } from './support/assistant.ts';
import { createService } from './support/service.ts';

const document = (title: string, content: string, tags: string[]) => ({
  title,
  source: `${title}.md`,
  tags,
  language: null,
  metadata: {},
  content,
  answer: null,
});
const faqOf = (...documents: ReturnType<typeof document>[]) =>
  loadFaq(
    new Map([
      ['faq', new TextEncoder().encode('[{"collection":"help","topK":3,"threshold":null}]')],
      ['faq.help', buildCollection(documents, { defaultLanguage: 'en' })],
    ]),
  );
const faq = faqOf(
  document('Opening hours', 'From **7** to 19.', ['visit']),
  document('Dogs', 'Dogs may come in.', ['pets', 'visit']),
);

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish(['default'], { ...loadedAssistant(), faq });
});
const ask = async (fields: Record<string, unknown>) =>
  (
    await service.ask(
      { query: 'what are your opening hours', ...fields },
      { explain: ['true'], scopes: ['query', 'ai_model_read'] },
    )
  ).body;

const answered = expect.objectContaining({ command: 'ask_faq', became: 'applied' });

test('an answer of a collection has plain speech, Markdown text and its source', async () => {
  expect(await ask({})).toMatchObject({
    competency: 'faq',
    classifier_state: 'faq',
    visuals: { speakableResponse: 'From 7 to 19.', formattedResponse: 'From **7** to 19.' },
    faq: { collection: 'help', title: 'Opening hours', source: 'Opening hours.md', tags: ['visit'] },
    explanation: { proposals: expect.arrayContaining([answered]) },
  });
});

test('filters that exclude all documents give no answer, and the explanation counts what each removed', async () => {
  const body = await ask({ ai_faq_filters: { tags: ['pets'], title: 'Opening hours' } });
  expect(body).toMatchObject({ competency: 'out_of_scope', visuals: { speakableResponse: 'No.' } });
  expect(body).not.toHaveProperty('faq');
  expect(body.explanation.faq).toEqual([
    {
      collection: 'help',
      documents: 2,
      remaining: 0,
      filters: [
        { key: 'tags', removed: 1 },
        { key: 'title', removed: 1 },
      ],
      threshold: expect.any(Number),
      certainty: null,
      candidates: [],
    },
  ]);
});

test('an unknown filter key is refused, with a list of the known ones', async () => {
  expect(await ask({ ai_faq_filters: { __proto__: null, colour: 'red' } })).toMatchObject({
    error: 'invalid_request',
    errors: [
      { field: 'ai_faq_filters', message: expect.stringContaining('are collection, source, tags, title') },
    ],
  });
});

test('the filter collection selects among the collections', async () => {
  expect(await ask({ ai_faq_filters: { collection: 'help' } })).toMatchObject({ competency: 'faq' });
  const body = await ask({ ai_faq_filters: { collection: 'other' } });
  expect(body).toMatchObject({ competency: 'out_of_scope' });
  expect(body.explanation.faq[0].filters).toEqual([{ key: 'collection', removed: 2 }]);
});

test('a collection with the caller’s filters has precedence over the competencies', async () => {
  const counting = faqOf(
    document('Count', 'We count in tens.', ['visit']),
    document('Dogs', 'Dogs may come in.', ['pets', 'visit']),
    document('Parking', 'Behind the house.', ['visit']),
  );
  await service.publish(['default'], { ...loadedAssistant(), faq: counting });
  expect(await ask({ query: 'count' })).toMatchObject({ competency: 'count' });
  const narrowed = await ask({ query: 'count', ai_faq_filters: { tags: ['visit'] } });
  expect(narrowed).toMatchObject({ competency: 'faq', faq: { title: 'Count' } });
});
