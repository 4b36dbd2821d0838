import { describe, expect, it } from 'vitest';
import { createBank } from '../../examples/bank-assistant/business-logic/bank.ts';
import { readRequest } from '../../examples/bank-assistant/business-logic/wire.ts';
import { type Json, useBank } from './bank-client.ts';

const bank = useBank();

describe('looking things up', () => {
  it('shows one account, or all if the named one is not the customer’s', async () => {
    expect(await bank.ask('balance', { account: 'savings' })).toMatchObject({
      response_slots: { accounts: [{ id: 'savings', balance: 5300 }], owed: [] },
    });
    const answer = await bank.ask('balance', { account: 'business' }, { language: 'es' });
    expect(answer).toMatchObject({
      slots: { _ACCOUNT_: { values: [{ resolved: -1, error: 'No tienes esa cuenta con nosotros.' }] } },
      response_slots: { owed: [{ balance: 412.37 }] },
    });
    expect(answer.response_slots).toHaveProperty('accounts.length', 3);
  });

  it('sums spending by category over the given days, by default this month', async () => {
    const groceries = { category: 'groceries' };
    const thisMonth = await bank.ask('spending', groceries);
    expect(thisMonth).toMatchObject({
      response_slots: { total: 195.4, category_name: 'groceries', period_name: 'this month' },
    });
    const april = { value: '2026-04-01', end: '2026-04-30' };
    const lastMonth = await bank.ask('spending', { ...groceries, period: april });
    expect(lastMonth).toMatchObject({ response_slots: { total: 67.44, period_name: 'last month' } });
    const days = { value: '2026-05-04', end: '2026-05-12' };
    const between = await bank.ask('spending', { ...groceries, period: days });
    expect(between).toMatchObject({
      response_slots: { total: 131.08, period_name: 'from May 4 to May 12' },
    });
  });

  it('sums to the same total as its categories, and counts no transfer', async () => {
    const { response_slots: before } = await bank.ask('spending');
    await bank.ask('transfer_confirmed', { amount: 50, account_from: 'checking', account_to: 'savings' });
    const { response_slots: after } = await bank.ask('spending');
    expect(after).toEqual(before);
    const { total, categories } = after as { total: number; categories: { total: number }[] };
    const cents = categories.reduce((sum, category) => sum + Math.round(category.total * 100), 0);
    expect(cents).toBe(Math.round(total * 100));
    expect(cents).toBeGreaterThan(0);
  });

  it('counts the days of a week by the user’s own clock', async () => {
    // Fuel was bought on Sunday, 2026-05-17, at 15:00 UTC, which is already Monday at UTC+14.
    const fuel = { category: 'transport', period: { value: '2026-05-18', end: '2026-05-24' } };
    expect(await bank.ask('spending', fuel)).toMatchObject({ response_slots: { total: 0 } });
    expect(await bank.ask('spending', fuel, { time_offset: '840' })).toMatchObject({
      response_slots: { total: 48 },
    });
    const lastWeek = { ...fuel, period: { value: '2026-05-11', end: '2026-05-17' } };
    expect(await bank.ask('spending', lastWeek)).toMatchObject({ response_slots: { total: 48 } });
  });

  it('lists the newest transactions first, optionally of one merchant', async () => {
    const { response_slots } = await bank.ask('transactions', { merchant: 'corner_market' });
    const { transactions } = response_slots as { transactions: Json[] };
    expect(transactions.map(({ date }) => date)).toEqual(['May 19', 'May 12', 'May 4', 'April 21']);
    expect(transactions[0]).toMatchObject({ description: 'Corner Market', amount: -64.32 });
  });

  it('lists the transactions of the given days', async () => {
    const period = { value: '2026-05-18', end: '2026-05-18' };
    const { response_slots } = await bank.ask('transactions', { period });
    expect(response_slots).toMatchObject({ transactions: [{ description: 'Gusto Pizza' }] });
    expect(response_slots).toHaveProperty('transactions.length', 1);
  });

  it('converts currencies, by default into dollars', async () => {
    const answer = await bank.ask('exchange_rate', { currency_from: 'EUR', quantity: 100 });
    expect(answer).toMatchObject({
      response_slots: { quantity_text: '100 euros', converted_text: '108.50 US dollars', rate_text: '1.085' },
    });
    const unknown = await bank.ask('exchange_rate', { currency_from: 'XXX' });
    expect(unknown).toMatchObject({ slots: { _CURRENCY_FROM_: { values: [{ resolved: -1 }] } } });
  });

  it('knows when the credit card is due and the least to pay', async () => {
    expect(await bank.ask('credit_due')).toMatchObject({
      response_slots: { due_on: 'June 5', minimum: 25, statement_balance: 412.37 },
    });
  });

  it('counts the due day itself as still due', () => {
    const dueOn = (now: number): unknown => {
      const bank = createBank(() => now);
      const body = { qid: 'q', external_user_id: 'u', state: 'credit_due', language: 'es' };
      return bank(readRequest(JSON.stringify(body))).response_slots;
    };
    expect(dueOn(Date.UTC(2026, 11, 5, 23))).toMatchObject({ due_on: '5 de diciembre' });
    expect(dueOn(Date.UTC(2026, 11, 6))).toMatchObject({ due_on: '5 de enero' });
  });

  it('gives the rate of an account', async () => {
    expect(await bank.ask('interest_rate', { account: 'savings' })).toMatchObject({
      response_slots: { rates: [{ name: 'your savings account', rate: '3.85%' }] },
    });
  });
});

describe('a card', () => {
  it('is frozen once confirmed, replaced, and active again', async () => {
    const debit = { card: 'debit' };
    expect(await bank.ask('card_lost', debit)).toMatchObject({
      state: 'card_lost',
      response_slots: { last_four: '4821' },
    });
    expect(await bank.ask('card_found', debit)).toMatchObject({ state: 'card_not_frozen' });
    await bank.ask('card_frozen', debit);
    expect(await bank.ask('card_found', debit)).toMatchObject({ state: 'card_found' });
    expect(await bank.ask('card_lost', debit)).toMatchObject({ state: 'card_already_frozen' });
    expect(await bank.ask('card_activation', debit)).toMatchObject({ state: 'card_not_activatable' });
    expect(await bank.ask('new_card_ordered', debit)).toMatchObject({
      response_slots: { arrives_on: 'May 27' },
    });
    expect(await bank.ask('new_card', debit)).toMatchObject({ state: 'new_card_on_its_way' });
    expect(await bank.ask('card_found', debit)).toMatchObject({ state: 'card_replaced' });
    expect(await bank.ask('card_frozen', debit)).toMatchObject({ state: 'new_card_on_its_way' });
    expect(await bank.ask('card_activation', debit)).toMatchObject({
      state: 'card_activation',
      response_slots: { last_four: '7310' },
    });
    expect(await bank.ask('card_activation', debit)).toMatchObject({ state: 'card_already_active' });
  });

  it('that was frozen and found again works as before', async () => {
    await bank.ask('card_frozen', { card: 'debit' });
    expect(await bank.ask('card_unfrozen', { card: 'debit' })).toMatchObject({
      response_slots: { last_four: '4821' },
    });
    expect(await bank.ask('card_activation', { card: 'debit' })).toMatchObject({
      state: 'card_already_active',
    });
  });

  it('that the bank does not know is rejected', async () => {
    const answer = await bank.ask('pin_change', { card: 'library' });
    expect(answer).toMatchObject({ slots: { _CARD_: { values: [{ resolved: -1 }] } } });
  });
});

describe('a dispute', () => {
  it('finds the charge, opens once and keeps its reference', async () => {
    const slots = { merchant: 'streamly' };
    expect(await bank.ask('dispute', slots)).toMatchObject({
      state: 'dispute',
      response_slots: { charge_amount: 15.99, charge_date: 'May 16' },
    });
    const opened = await bank.ask('dispute_opened', slots);
    expect(opened).toMatchObject({ response_slots: { reference: expect.stringMatching(/^[0-9A-F]{8}$/) } });
    const { reference } = opened.response_slots as { reference: string };
    expect(await bank.ask('dispute', slots)).toMatchObject({
      state: 'dispute_open_already',
      response_slots: { reference },
    });
  });

  it('finds the merchant by the amount', async () => {
    const answer = await bank.ask('dispute', { amount: 218.4 });
    expect(answer).toMatchObject({
      slots: { _MERCHANT_: { values: [{ resolved: 1, value: 'skyhop_air' }] } },
    });
  });

  it('ends where there is no such charge', async () => {
    const answer = await bank.ask('dispute', { merchant: 'streamly', amount: 16 });
    expect(answer).toMatchObject({
      state: 'dispute_not_found',
      response_slots: { merchant_name: 'Streamly' },
    });
  });
});
