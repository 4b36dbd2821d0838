import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useApi } from './support/parley.ts';
import type { Answer } from './support/shapes.ts';

const api = useApi();

/** One end user's conversation with the bank, whom it has never met. */
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
  test('asks for what is missing, one by one, confirms and transfers; the accounts say so', async () => {
    const say = conversation();
    expect(said(await say("what's my balance"))).toMatch(/1,240\.50.*5,300/s);
    expect(said(await say('I want to transfer money between my accounts'))).toMatch(/how much/i);
    expect(said(await say('200 dollars'))).toMatch(/from which account/i);
    expect(said(await say('checking'))).toMatch(/to which account/i);
    const confirm = await say('savings');
    expect(confirm).toMatchObject({ competency: 'transfer', classifier_state: 'transfer' });
    expect(said(confirm)).toMatch(/\$200.*checking.*savings/i);
    const done = await say('yes');
    expect(done.classifier_state).toBe('transfer_confirmed');
    expect(said(done)).toContain('1,040.50');
    expect(said(await say("what's my balance"))).toMatch(/1,040\.50.*5,500/s);
  });

  test('takes everything from one sentence, and puts its slots on the wire', async () => {
    const say = conversation();
    const confirm = await say('transfer 50 dollars from savings to checking');
    expect(said(confirm)).toMatch(/\$50.*savings.*checking/i);
    expect(slotValues(confirm, '_ACCOUNT_FROM_')).toMatchObject({
      values: [{ value: 'savings', tokens: 'savings' }],
    });
    expect(slotValues(confirm, '_ACCOUNT_TO_')).toMatchObject({ values: [{ value: 'checking' }] });
    expect(slotValues(confirm, '_AMOUNT_')).toBeDefined();
  });

  test('moves nothing where the user says no', async () => {
    const say = conversation();
    await say('transfer 50 dollars from savings to checking');
    const no = await say('no');
    expect(no.classifier_state).toBe('root');
    expect(said(await say("what's my balance"))).toMatch(/1,240\.50.*5,300/s);
  });

  test('moves nothing where the user cancels', async () => {
    const say = conversation();
    await say('transfer 50 dollars from savings to checking');
    expect(said(await say('never mind'))).toMatch(/cancel/i);
    expect(said(await say('yes'))).not.toMatch(/done/i);
    expect(said(await say("what's my balance"))).toContain('1,240.50');
  });

  test('rejects a value that cannot be and asks again', async () => {
    const say = conversation();
    await say('I want to transfer money between my accounts');
    expect(said(await say('50000 dollars'))).toMatch(/ten thousand/i);
    expect(said(await say('100 dollars'))).toMatch(/from which account/i);
  });

  test('lets another question come between', async () => {
    const say = conversation();
    await say('I want to transfer money between my accounts');
    const between = await say('what are your opening hours');
    expect(between.competency).toBe('branch_hours');
  });

  test.each(["what's the weather like tomorrow", 'tell me a joke', 'asdf qwer zxcv'])(
    'knows that it cannot help with "%s"',
    async (query) => {
      const answer = await conversation()(query);
      expect(answer.competency).toBe('out_of_scope');
      expect(said(answer)).toMatch(/balance|accounts/i);
    },
  );

  test('keeps each end user’s accounts apart', async () => {
    const [one, two] = [conversation(), conversation()];
    await one('transfer 200 dollars from checking to savings');
    await one('yes');
    expect(said(await two("what's my balance"))).toContain('1,240.50');
  });
});

describe('a conversation in Spanish with the bank assistant', () => {
  test('asks for what is missing, confirms and transfers', async () => {
    const say = conversation({ language: 'es' });
    expect(said(await say('quiero transferir dinero'))).toMatch(/cuánto/i);
    expect(said(await say('200 dólares'))).toMatch(/desde qué cuenta/i);
    expect(said(await say('la cuenta corriente'))).toMatch(/a qué cuenta/i);
    expect(said(await say('ahorros'))).toMatch(/correcto/i);
    const done = await say('sí');
    expect(done.classifier_state).toBe('transfer_confirmed');
    expect(said(done)).toMatch(/Hecho.*1[.,]?040[.,]50/s);
  });

  test('cancels', async () => {
    const say = conversation({ language: 'es' });
    await say('transfiere 50 dólares de ahorros a la corriente');
    expect(said(await say('cancelar'))).toMatch(/cancelad/i);
  });

  test('knows that it cannot help with everything', async () => {
    expect(said(await conversation({ language: 'es' })('qué tiempo va a hacer mañana'))).toMatch(
      /saldo|cuentas/,
    );
  });
});
