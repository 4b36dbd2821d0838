import { describe, expect, test } from 'vitest';
import { accepted, QUERY } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const QUESTION = { query: "what's my balance", external_user_id: 'conformance' };

describe('an explanation', () => {
  const explain = (value: string, headers: Record<string, string>) =>
    api.postJson(`${QUERY}?explain=${value}`, QUESTION, headers);

  test('is given on demand to a credential that may read the model', async () => {
    const answer = accepted(await explain('true', await api.bearer('query ai_model_read')), answerShape);
    expect(answer.explanation).toMatchObject({ ranked: expect.arrayContaining([expect.anything()]) });
  });

  test('is requested only in the address: a field of that name is returned unchanged', async () => {
    expect(await api.ask('hello', { explain: true })).toMatchObject({ explain: true });
  });
});
