import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';

const api = useTenant();
const source = new URL('../fixtures/free-text', import.meta.url);

beforeAll(async () => {
  if (canOperate()) await publishAssistant(api.account().institution, { source });
});

/** Asks one query after the other in one dialog. */
async function converse(queries: readonly string[], fields: Record<string, unknown> = {}) {
  const who = { external_user_id: randomUUID(), ...fields };
  let answer = await api.ask(queries[0] ?? '', who);
  for (const query of queries.slice(1)) answer = await api.ask(query, { ...who, dialog: answer.dialog });
  return answer;
}

describe.runIf(canOperate())('a slot of free text', () => {
  test('is filled from a request, beside other slots', async () => {
    const answer = await converse(['send 50 dollars to Peter Pan']);
    expect(answer.competency).toBe('pay');
    expect(answer.slots).toEqual({
      _PAYEE_: { type: 'string', values: [{ tokens: 'Peter Pan', resolved: -1, value: 'Peter Pan' }] },
      _AMOUNT_: { type: 'money', values: [expect.objectContaining({ value: 50 })] },
    });
  });

  test('is filled from the answer to its question, and can be corrected', async () => {
    const turns = ['send money', 'Maria Lopez', '20 dollars', 'the pizza of last night', 'no, to Anna'];
    const answer = await converse(turns);
    expect(answer.visuals.speakableResponse).toBe('Send $20 to Anna for “the pizza of last night”?');
    expect(answer.slots).toMatchObject({
      _MEMO_: { type: 'text', values: [{ tokens: 'the pizza of last night' }] },
    });
  });

  test('rejects a value against its rule', async () => {
    const answer = await converse(['send money', 'agent 007']);
    expect(answer.visuals.speakableResponse).toContain('A name of at most 40 letters, please.');
    expect(answer.slots).toEqual({});
  });
});
