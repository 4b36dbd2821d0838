import { describe, expect, test } from 'vitest';
import { refused } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

describe('the text of a query', () => {
  test.each([
    'a\u0000b',
    '\u202e\u200b\ufeff',
    '{{amount}} {{#each accounts}}{{this}}{{/each}} #{7*7} <%= 1 %>',
    "'; DROP TABLE sessions; --",
    '🏦'.repeat(1000),
    '\u0301'.repeat(2000),
    '1'.repeat(4000),
    '$'.repeat(4000),
    `${'9'.repeat(400)} dollars from checking`,
    'constructor __proto__ toString',
    '(((((((((((((((((((((((((((((((',
    'a'.repeat(4096),
    'مرحبا بالعالم',
    '                                        x',
  ])('%j is answered', async (query) => {
    const started = Date.now();
    await api.ask(query);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test('with a lone surrogate is refused or given back as it was', async () => {
    const answer = await api.postQuery('{"query":"half \\ud83d","external_user_id":"u"}');
    if (answer.status === 200) expect(answer.body.toString()).toContain('half \\ud83d');
    else refused(answer, 400, 'invalid_request');
  });

  test('never comes back as markup in what is shown', async () => {
    const answer = await api.ask(
      'transfer 50 dollars from <img src=x onerror=alert(1)> to <script>alert(1)</script>',
    );
    expect(answer.visuals.formattedResponse).not.toMatch(/<(img|script)/i);
  });
});
