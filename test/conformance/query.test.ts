import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, appKey } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const { demo } = api;
const QUESTION = { query: "what's my balance", external_user_id: 'conformance' };

describe('a query', () => {
  test.each(['/v1/query', '/v1/query/'])(
    'at %s is answered with the fields of the contract',
    async (path) => {
      const answer = accepted(await api.postJson(path, QUESTION, await api.bearer()), answerShape);
      expect(answer.query).toBe(QUESTION.query);
      expect(answer.competency).toBe('balance');
      expect(answer.classifier_state).toBeTypeOf('string');
      expect(answer.visuals.speakableResponse).toContain('1,240.50');
      expect(answer.visuals.formattedResponse).toContain('1,240.50');
      expect(answer.ai_version).toBe(demo().ai_version);
      expect(answer.language).toBe('en');
    },
  );

  test('accepts an App-Key as well as a token', async () => {
    await api.ask('hello', {}, appKey(demo().app_key));
  });

  test('accepts an empty text', async () => {
    const { query, classifier_state: state, visuals } = await api.ask('');
    expect({ query, state }).toEqual({ query: '', state: 'root' });
    expect(visuals.speakableResponse).not.toBe('');
  });

  test('returns the text unchanged', async () => {
    const query = '  ¿Cuánto   tengo en la 🏦?\t"<b>&amp;</b>" \\ {{amount}} ';
    expect((await api.ask(query)).query).toBe(query);
  });
});

describe('language', () => {
  test('set to Spanish is used for understanding and for the answer', async () => {
    const answer = await api.ask('cuál es mi saldo', { language: 'es' });
    expect(answer).toMatchObject({ language: 'es', competency: 'balance' });
    expect(answer.visuals.speakableResponse).toContain('Tienes');
  });
});

describe('device', () => {
  test('selects the text: a voice device gets another answer than a screen', async () => {
    const screen = await api.ask("what's my balance", { device: 'web' });
    const voice = await api.ask("what's my balance", { device: 'alexa' });
    expect(voice.visuals.speakableResponse).not.toBe(screen.visuals.speakableResponse);
    expect(voice.visuals.speakableResponse).toContain('Anything else?');
  });

  test('that is unknown gets the default answer', async () => {
    const fields = { external_user_id: randomUUID() };
    const toaster = await api.ask("what's my balance", { ...fields, device: 'toaster' });
    const none = await api.ask("what's my balance", fields);
    expect(toaster.visuals.speakableResponse).toBe(none.visuals.speakableResponse);
  });
});

describe('ai_version and application', () => {
  test('application selects its assigned version, and is returned in the answer', async () => {
    const answer = await api.ask('hello', { application: demo().application });
    expect(answer).toMatchObject({ ai_version: demo().ai_version, application: demo().application });
  });
});

describe('ai_faq_filters', () => {
  test('limit the documents that can answer, and the answer cites its document', async () => {
    const ai_faq_filters = { tags: ['overdraft'] };
    const { competency, faq } = await api.ask('how much is an overdraft', { ai_faq_filters });
    expect({ competency, faq }).toMatchObject({
      competency: 'faq',
      faq: { title: 'Overdraft protection', source: 'overdraft.en.md', tags: ['fees', 'overdraft'] },
    });
  });
});
