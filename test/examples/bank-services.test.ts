import { describe, expect, it } from 'vitest';
import { type Json, useBank } from './bank-client.ts';

const bank = useBank();

const rejection = (words: string) => ({
  values: [{ resolved: -1, error: expect.stringContaining(words) }],
});

describe('a standing order', () => {
  const rent = { payee: 'rent', amount: 1150, frequency: 'monthly' };

  it('is paid from checking on the next working day by default', async () => {
    expect(await bank.ask('standing_order', rent)).toMatchObject({
      state: 'standing_order',
      slots: { _ACCOUNT_: { values: [{ resolved: 1, value: 'checking' }] } },
      response_slots: {
        to_payee: 'to your landlord',
        account_name: 'your checking account',
        frequency_name: 'every month',
        next_date: '2026-05-21',
        yearly: 13_800,
      },
    });
    bank.clock.now = Date.UTC(2026, 4, 22, 15);
    const friday = await bank.ask('standing_order', rent);
    expect(friday).toMatchObject({ response_slots: { next_date: '2026-05-25' } });
    const told = await bank.ask('standing_order', { ...rent, start: '2026-06-01', account: 'savings' });
    expect(told).toMatchObject({
      response_slots: { next_date: '2026-06-01', account_name: 'your savings account' },
    });
  });

  it('that exists already is replaced only if the user agrees', async () => {
    const gym = { payee: 'gym', amount: 40, frequency: 'weekly' };
    expect(await bank.ask('standing_order', gym)).toMatchObject({
      state: 'standing_order_exists',
      response_slots: { old_amount: 35, old_frequency_name: 'every month', amount: 40 },
    });
    expect(await bank.ask('standing_order_list')).toMatchObject({
      response_slots: { orders: [{ payee_name: 'the gym', amount: 35 }, {}], monthly_total: 55.8 },
    });
    await bank.ask('standing_order_set', gym);
    const { response_slots } = await bank.ask('standing_order_list');
    expect(response_slots).toMatchObject({ orders: [{ amount: 40, frequency_name: 'every week' }, {}] });
    expect(await bank.ask('standing_order_exists', { ...gym, payee: 'water' })).toMatchObject({
      state: 'standing_order',
    });
  });

  it('is next due after today, on the last day of a month that is too short for it', async () => {
    await bank.ask('standing_order_set', { ...rent, start: '2026-05-31' });
    const dueOn = async (at: number): Promise<unknown> => {
      bank.clock.now = at;
      const { response_slots } = await bank.ask('standing_order_list');
      return (response_slots as { orders: Json[] }).orders.at(-1)?.next_date;
    };
    expect(await dueOn(Date.UTC(2026, 4, 31, 23))).toBe('2026-05-31');
    expect(await dueOn(Date.UTC(2026, 5, 1))).toBe('2026-06-30');
    expect(await dueOn(Date.UTC(2026, 6, 1))).toBe('2026-07-31');
    await bank.ask('standing_order_set', { ...rent, frequency: 'biweekly', start: '2026-07-06' });
    expect(await dueOn(Date.UTC(2026, 6, 7))).toBe('2026-07-20');
  });

  it('is cancelled once, and an unknown one is answered with the existing ones', async () => {
    expect(await bank.ask('standing_order_cancel')).toMatchObject({
      response_slots: { orders: ['to the gym', 'to the insurance company'] },
    });
    const spanish = await bank.ask('standing_order_cancel', {}, { language: 'es' });
    expect(spanish).toMatchObject({ response_slots: { orders: ['al gimnasio', 'a la aseguradora'] } });
    const gym = { payee: 'gym' };
    expect(await bank.ask('standing_order_cancel', gym)).toMatchObject({ state: 'standing_order_cancel' });
    await bank.ask('standing_order_cancelled', gym);
    expect(await bank.ask('standing_order_cancel', gym)).toMatchObject({
      state: 'standing_order_unknown',
      response_slots: { to_payee: 'to the gym', orders: ['to the insurance company'] },
    });
    await bank.ask('standing_order_cancelled', { payee: 'insurance' });
    expect(await bank.ask('standing_order_cancel')).toMatchObject({ state: 'standing_order_unknown' });
  });

  it.each([
    ['a payee who sends no bills', { payee: 'pirates' }, '_PAYEE_', "don't know that payee"],
    ['a credit card', { account: 'credit_card' }, '_ACCOUNT_', 'credit card'],
    ['another currency', { amount: { value: 5, currency: 'EUR' } }, '_AMOUNT_', 'US dollars'],
  ])('is not set up for %s', async (_name, slots, slot, words) => {
    const wish = await bank.ask('standing_order_set', { ...rent, ...slots });
    expect(wish).toMatchObject({ state: 'standing_order', slots: { [slot]: rejection(words) } });
  });
});

describe('a statement', () => {
  it('sums what went in and out of an account between two days, inclusive', async () => {
    const period = { value: '2026-05-04', end: '2026-05-06' };
    expect(await bank.ask('statement', { account: 'checking', period })).toMatchObject({
      state: 'statement',
      response_slots: { count: 2, is_one: false, money_in: 2600, money_out: 59.88, email: 'm…@example.com' },
    });
  });

  it('is not sent if nothing moved or the customer does not have the account', async () => {
    const period = { value: '2026-05-04', end: '2026-05-06' };
    expect(await bank.ask('statement', { account: 'joint', period })).toMatchObject({
      state: 'statement_empty',
    });
    expect(await bank.ask('statement', { account: 'business', period })).toMatchObject({
      state: 'statement',
      slots: { _ACCOUNT_: rejection('such an account') },
    });
  });
});

describe('opening an account', () => {
  const savings = { product: 'savings', deposit: 800, account: 'checking' };

  it('shows the interest, and moves the deposit exactly once after confirmation', async () => {
    const wish = await bank.ask('account_opening', savings);
    expect(wish).toMatchObject({
      response_slots: { product_name: 'savings account', rate: '3.85%', interest: 30.8 },
    });
    expect(await bank.balances()).toMatchObject({ checking: 124_050 });
    const { session_info } = wish;
    const first = await bank.ask('account_opened', savings, { session_info });
    expect(first).toMatchObject({
      state: 'account_opened',
      response_slots: { last_four: expect.stringMatching(/^\d{4}$/) },
    });
    const again = await bank.ask('account_opened', savings, { session_info });
    expect(again).toMatchObject({ state: 'account_opened' });
    expect((again.response_slots as Json).last_four).toBe((first.response_slots as Json).last_four);
    expect(await bank.balances()).toMatchObject({ checking: 44_050 });
  });

  it('may take the last cent, but not one more', async () => {
    expect(await bank.ask('account_opening', { ...savings, deposit: 1240.5 })).not.toHaveProperty(
      'slots._ACCOUNT_.values.0.error',
    );
    const more = { ...savings, deposit: 1240.51 };
    expect(await bank.ask('account_opening', more)).toMatchObject({
      slots: { _ACCOUNT_: rejection('only $1,240.50 in your checking account') },
    });
    expect(await bank.ask('account_opened', more)).toMatchObject({ state: 'account_opening' });
    expect(await bank.balances()).toMatchObject({ checking: 124_050 });
  });

  it('is rejected for a joint account and an unknown product', async () => {
    expect(await bank.ask('account_opening', { product: 'joint' })).toMatchObject({
      slots: { _PRODUCT_: rejection('Both owners') },
    });
    expect(await bank.ask('account_opening', { product: 'castle' })).toMatchObject({
      slots: { _PRODUCT_: rejection("don't offer") },
    });
  });
});

describe('a card’s limit', () => {
  it.each([
    ['credit', 5200],
    ['debit', 2600],
  ])('of the %s card goes up to %d by the income, and not beyond', async (card, most) => {
    const slots = { card, limit: most };
    expect(await bank.ask('card_limit', slots)).toMatchObject({
      state: 'card_limit',
      slots: { _LIMIT_: { values: [{ resolved: 1 }] } },
    });
    expect(await bank.ask('card_limit', { card, limit: most + 0.01 })).toMatchObject({
      slots: { _LIMIT_: rejection('With your income') },
    });
    expect(await bank.ask('card_limit_changed', { card, limit: most + 0.01 })).toMatchObject({
      state: 'card_limit',
    });
    await bank.ask('card_limit_changed', slots);
    expect(await bank.ask('card_limit', slots)).toMatchObject({
      state: 'card_limit_same',
      response_slots: { current_limit: most },
    });
  });
});

describe('a travel notice', () => {
  it('lasts at most ninety days', async () => {
    const journey = (end: string) => ({ country: 'japan', dates: { value: '2026-06-01', end } });
    expect(await bank.ask('travel_notice', journey('2026-08-29'))).toMatchObject({
      slots: { _DATES_: { values: [{ resolved: 1 }] } },
      response_slots: { days: 90 },
    });
    expect(await bank.ask('travel_notice', journey('2026-08-30'))).toMatchObject({
      slots: { _DATES_: rejection('90 days') },
    });
  });

  it('is kept once for the same journey', async () => {
    const journey = { country: 'japan', dates: { value: '2026-06-01', end: '2026-06-09' } };
    await bank.ask('travel_noted', journey);
    expect(await bank.ask('travel_noted', journey)).toMatchObject({ response_slots: { trips: 1 } });
    expect(await bank.ask('travel_noted', { ...journey, country: 'peru' })).toMatchObject({
      response_slots: { trips: 2 },
    });
  });
});
