import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { useBank } from './bank-client.ts';

const bank = useBank();

const sumOf = (amounts: Record<string, number>): number => Object.values(amounts).reduce((a, b) => a + b, 0);
const fifty = { amount: 50, account_from: 'checking', account_to: 'savings' };

describe('a transfer', () => {
  it('moves nothing before it is confirmed', async () => {
    const before = await bank.balances();
    const answer = await bank.ask('transfer', fifty);
    expect(answer).toMatchObject({
      state: 'transfer',
      response_slots: { from_name: 'your checking account', to_name: 'your savings account' },
      slots: { _AMOUNT_: { values: [{ resolved: 1, value: 50 }] } },
    });
    expect(await bank.balances()).toEqual(before);
  });

  it('moves the exact cents once it is confirmed', async () => {
    const before = await bank.balances();
    const answer = await bank.ask('transfer_confirmed', { ...fifty, amount: '0.07' });
    expect(answer).toMatchObject({ state: 'transfer_confirmed', response_slots: { from_balance: 1240.43 } });
    const after = await bank.balances();
    expect(after).toEqual({ ...before, checking: 124_043, savings: 530_007 });
  });

  it('of one query id moves money once, and answers the repeat alike', async () => {
    const first = await bank.ask('transfer_confirmed', fifty, { qid: 'same' });
    await bank.ask('transfer_confirmed', { ...fifty, amount: 1190.5 });
    const repeat = await bank.ask('transfer_confirmed', fifty, { qid: 'same' });
    expect(repeat).toEqual(first);
    expect(await bank.balances()).toMatchObject({ checking: 0, savings: 530_000 + 124_050 });
  });

  it('of one order moves money once, even with several yeses at the same time', async () => {
    const { session_info } = await bank.ask('transfer', fifty);
    const yes = () => bank.ask('transfer_confirmed', fifty, { session_info });
    const answers = await Promise.all([yes(), yes(), yes()]);
    expect(await bank.balances()).toMatchObject({ checking: 119_050 });
    expect(new Set(answers.map(({ response_slots }) => JSON.stringify(response_slots))).size).toBe(1);
    const next = await bank.ask('transfer', fifty, { session_info });
    await bank.ask('transfer_confirmed', fifty, { session_info: next.session_info });
    expect(await bank.balances()).toMatchObject({ checking: 114_050 });
  });

  it('of one query id moves money once, even if its order changed meanwhile', async () => {
    await bank.ask('transfer_confirmed', fifty, { qid: 'again', session_info: { order: 'one' } });
    await bank.ask(
      'transfer_confirmed',
      { ...fifty, amount: 60 },
      { qid: 'again', session_info: { order: 'two' } },
    );
    expect(await bank.balances()).toMatchObject({ checking: 119_050 });
  });

  it('of one query id moves money for each customer', async () => {
    await bank.ask('transfer_confirmed', fifty, { qid: 'shared' });
    bank.nextCustomer();
    await bank.ask('transfer_confirmed', fifty, { qid: 'shared' });
    expect(await bank.balances()).toMatchObject({ checking: 119_050 });
  });

  it('may take the last cent, but not one more', async () => {
    const all = { ...fifty, amount: 1240.5 };
    expect(await bank.ask('transfer', all)).toMatchObject({ state: 'transfer' });
    expect(await bank.ask('transfer', { ...all, amount: 1240.51 })).toMatchObject({
      state: 'transfer_other_account',
      response_slots: { available: 1240.5, offer_name: 'your joint account' },
      session_info: { offered_account: 'joint' },
    });
  });

  it('takes the money from the offered account when the user agrees', async () => {
    const slots = { ...fifty, amount: 2000 };
    const { session_info } = await bank.ask('transfer', slots);
    const answer = await bank.ask('transfer_from_other_account', slots, { session_info });
    expect(answer).toMatchObject({
      state: 'transfer_from_other_account',
      slots: { _ACCOUNT_FROM_: { values: [{ resolved: 1, value: 'joint' }] } },
      response_slots: { from_name: 'your joint account', from_balance: 150 },
    });
    expect(await bank.balances()).toMatchObject({ checking: 124_050, joint: 15_000, savings: 730_000 });
  });

  it('ends where no account has enough', async () => {
    const answer = await bank.ask('transfer', { ...fifty, amount: 9000 });
    expect(answer).toMatchObject({ state: 'transfer_no_funds', response_slots: { available: 1240.5 } });
  });

  it('ends where the offered account was emptied meanwhile', async () => {
    const slots = { ...fifty, amount: 2000 };
    const { session_info } = await bank.ask('transfer', slots);
    await bank.ask('transfer_confirmed', { amount: 2150, account_from: 'joint', account_to: 'checking' });
    await bank.ask('transfer_confirmed', { amount: 3390.5, account_from: 'checking', account_to: 'savings' });
    const answer = await bank.ask('transfer_from_other_account', slots, { session_info });
    expect(answer).toMatchObject({ state: 'transfer_no_funds' });
    expect(await bank.balances()).toMatchObject({ checking: 0, joint: 0 });
  });

  it.each([
    [
      'an account that the customer does not have',
      { account_from: 'business' },
      '_ACCOUNT_FROM_',
      'such an account',
    ],
    ['a credit card to take money from', { account_from: 'credit_card' }, '_ACCOUNT_FROM_', 'credit card'],
    [
      'the same account twice',
      { account_from: 'savings', account_to: 'savings' },
      '_ACCOUNT_TO_',
      'comes from',
    ],
    ['half a cent', { ...fifty, amount: 0.004 }, '_AMOUNT_', 'one cent'],
    ['a negative amount', { ...fifty, amount: -5 }, '_AMOUNT_', 'one cent'],
    ['another currency', { ...fifty, amount: { value: 5, currency: 'EUR' } }, '_AMOUNT_', 'US dollars'],
  ])('rejects %s and says why', async (_name, slots, slot, words) => {
    const before = await bank.balances();
    const rejection = { values: [{ resolved: -1, error: expect.stringContaining(words) }] };
    const wish = await bank.ask('transfer', slots);
    expect(wish).toMatchObject({ state: 'transfer', slots: { [slot]: rejection } });
    const confirmed = await bank.ask('transfer_confirmed', { ...fifty, ...slots });
    expect(confirmed).toMatchObject({ state: 'transfer', slots: { [slot]: rejection } });
    expect(await bank.balances()).toEqual(before);
  });
});

it('never creates or loses money, whatever is transferred', { timeout: 60_000 }, async () => {
  const account = fc.constantFrom('checking', 'savings', 'joint', 'credit_card', 'business');
  const transfer = fc.record({
    account_from: account,
    account_to: account,
    amount: fc.integer({ min: -100, max: 1_000_000 }).map((cents) => cents / 100),
  });
  const state = fc.constantFrom('transfer', 'transfer_confirmed', 'transfer_from_other_account');
  const steps = fc.array(fc.tuple(state, transfer, fc.integer({ min: 0, max: 3 })), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      bank.nextCustomer();
      const total = sumOf(await bank.balances());
      for (const [step, slots, qid] of sequence) await bank.ask(step, slots, { qid: `repeated-${qid}` });
      const after = await bank.balances();
      expect(sumOf(after)).toBe(total);
      for (const id of ['checking', 'savings', 'joint']) expect(after[id]).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: runs(15) },
  );
});

describe('a bill', () => {
  it('is filled with what is due, and paid once', async () => {
    const answer = await bank.ask('bill_payment', { payee: 'electricity', account: 'checking' });
    expect(answer).toMatchObject({
      state: 'bill_payment',
      slots: { _AMOUNT_: { values: [{ resolved: 1, value: 84.2 }] } },
      response_slots: { to_payee: 'to the power company' },
    });
    const slots = { payee: 'electricity', account: 'checking', amount: 84.2 };
    const paid = await bank.ask('bill_paid', slots, { qid: 'bill' });
    expect(paid).toMatchObject({ state: 'bill_paid', response_slots: { account_balance: 1156.3 } });
    expect(await bank.ask('bill_paid', slots, { qid: 'bill' })).toEqual(paid);
    expect(await bank.balances()).toMatchObject({ checking: 115_630 });
    const again = await bank.ask('bill_payment', { payee: 'electricity', account: 'checking' });
    expect(again.slots).not.toHaveProperty('_AMOUNT_');
  });

  it.each([
    { said: undefined, expected: { resolved: 1, value: 31.75 } },
    { said: 20, expected: { resolved: 1, value: 20 } },
  ])('that replaces another has its own amount due, unless one was said ($said)', async (row) => {
    const named = row.said === undefined ? {} : { amount: row.said };
    const first = await bank.ask('bill_payment', { payee: 'electricity', ...named });
    const slots = { payee: 'water', amount: row.said ?? 84.2 };
    const { session_info } = first;
    const answer = await bank.ask('bill_payment', slots, { session_info });
    expect(answer).toMatchObject({ slots: { _AMOUNT_: { values: [row.expected] } } });
  });

  it('that replaces another and is already paid makes the bank ask for the amount', async () => {
    await bank.ask('bill_paid', { payee: 'water', account: 'checking', amount: 100 });
    const { session_info } = await bank.ask('bill_payment', { payee: 'electricity' });
    const answer = await bank.ask('bill_payment', { payee: 'water', amount: 84.2 }, { session_info });
    expect(answer).toMatchObject({ slots: { _AMOUNT_: { values: [{ resolved: -1 }] } } });
  });

  it('paid in part leaves the rest due', async () => {
    await bank.ask('bill_paid', { payee: 'electricity', account: 'checking', amount: 80 });
    const answer = await bank.ask('bill_payment', { payee: 'electricity' });
    expect(answer).toMatchObject({ slots: { _AMOUNT_: { values: [{ value: 4.2 }] } } });
  });

  it('beyond the balance is offered from another account and paid from there', async () => {
    const slots = { payee: 'rent', account: 'checking', amount: 1300 };
    const answer = await bank.ask('bill_payment', slots);
    expect(answer).toMatchObject({
      state: 'bill_other_account',
      session_info: { offered_account: 'savings' },
    });
    await bank.ask('bill_paid_from_other_account', slots, { session_info: answer.session_info });
    expect(await bank.balances()).toMatchObject({ checking: 124_050, savings: 400_000 });
  });

  it.each(['pirates', 'corner_market', '__proto__'])(
    'of %s, who sends no bills, is rejected',
    async (payee) => {
      const answer = await bank.ask('bill_payment', { payee });
      expect(answer).toMatchObject({ slots: { _PAYEE_: { values: [{ resolved: -1 }] } } });
    },
  );
});
