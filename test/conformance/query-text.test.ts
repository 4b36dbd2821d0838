import { describe, expect, test } from 'vitest';
import { refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

describe('the text of a query', () => {
  test.each([
    ['control and direction marks', '\u202e\u200b\ufeff\u0007 hello'],
    ['template marks', '{{amount}} {{#each accounts}}{{this}}{{/each}} #{7*7} <%= 1 %>'],
    ['SQL', "'; DROP TABLE sessions; --"],
    ['a thousand emoji', '🏦'.repeat(1000)],
    ['two thousand combining accents', '\u0301'.repeat(2000)],
    ['four thousand digits', '1'.repeat(4000)],
    ['four thousand dollar signs', '$'.repeat(4000)],
    ['an amount of four hundred digits', `${'9'.repeat(400)} dollars from checking`],
    ['names of every object', 'constructor __proto__ toString'],
    ['open brackets', '('.repeat(400)],
    ['one word of 4,096 letters', 'a'.repeat(4096)],
    ['two thousand words', 'one '.repeat(1000)],
    ['another script', 'مرحبا بالعالم'],
    ['mostly white space', `${' '.repeat(40)}x`],
  ])('%s is answered', async (_name, query) => {
    await api.ask(query);
  });

  test.each([
    ['a NUL', 'half \\u0000'],
    ['half a surrogate pair', 'half \\ud83d'],
    ['a pair in the wrong order', 'half \\ude00\\ud83d'],
  ])('%s is refused by name', async (_name, query) => {
    refusedField(await api.postQuery(`{"query":"${query}","external_user_id":"u"}`), 'query');
  });

  test('is never returned as markup in the formatted response', async () => {
    const answer = await api.ask(
      'transfer 50 dollars from <img src=x onerror=alert(1)> to <script>alert(1)</script>',
    );
    expect(answer.visuals.formattedResponse).not.toMatch(/<(img|script)/i);
  });
});
