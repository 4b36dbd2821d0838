import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useApi } from './support/parley.ts';
import type { Answer } from './support/shapes.ts';

const api = useApi();

/** Begins a conversation of a new end user, and returns a function that asks queries in it. */
function conversation(fields: Record<string, unknown> = {}) {
  const user = { external_user_id: randomUUID(), ...fields };
  let dialog = '';
  return async (query: string): Promise<Answer> => {
    const answer = await api.ask(query, { ...user, dialog });
    dialog = answer.dialog;
    return answer;
  };
}

const said = (answer: Answer): string => answer.visuals.speakableResponse;
const slotValues = (answer: Answer, slot: string): unknown => answer.slots[slot];

describe('a conversation in English with the bank assistant', () => {
  test('asks for each missing slot, confirms, and changes the balances', async () => {
    const say = conversation();
    expect(said(await say("what's my balance"))).toMatch(/1,240\.50.*5,300/s);
    expect(said(await say('I want to transfer money between my accounts'))).toMatch(/how much/i);
    expect(said(await say('200 dollars'))).toMatch(/from which account/i);
    expect(said(await say('checking'))).toMatch(/to which account/i);
    const confirm = await say('savings');
    expect(confirm).toMatchObject({ competency: 'transfer', classifier_state: 'transfer' });
    expect(said(confirm)).toMatch(/\$200.*checking.*savings/i);
    const done = await say('yes');
    expect([done.dialog, done.session_id]).toEqual([confirm.dialog, confirm.session_id]);
    expect(done.qid).not.toBe(confirm.qid);
    expect(done.classifier_state).toBe('transfer_confirmed');
    expect(said(done)).toContain('1,040.50');
    expect(said(await say("what's my balance"))).toMatch(/1,040\.50.*5,500/s);
  });

  test('fills all slots from one sentence, and returns them', async () => {
    const say = conversation();
    const confirm = await say('transfer 50 dollars from savings to checking');
    expect(said(confirm)).toMatch(/\$50.*savings.*checking/i);
    expect(slotValues(confirm, '_ACCOUNT_FROM_')).toMatchObject({
      values: [{ value: 'savings', tokens: 'savings' }],
    });
    expect(slotValues(confirm, '_ACCOUNT_TO_')).toMatchObject({ values: [{ value: 'checking' }] });
    expect(slotValues(confirm, '_AMOUNT_')).toBeDefined();
  });
});
