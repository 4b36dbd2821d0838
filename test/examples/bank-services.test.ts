import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payment } from '../../examples/bank-assistant/business-logic/loans.ts';
import { createServer } from '../../examples/bank-assistant/business-logic/server.ts';
import { type BankClient, bankClient, type Json, listen } from './bank-client.ts';

/** Wednesday, 20 May 2026, 15:00 UTC. */
let now = 0;

const server = createServer({ now: () => now });
let url = '';
let customers = 0;
let bank: BankClient;

beforeAll(async () => {
  url = await listen(server);
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  now = Date.UTC(2026, 4, 20, 15, 0, 0);
  bank = bankClient(url, `customer-${++customers}`);
});

const rejection = (words: string) => ({
  values: [{ resolved: -1, error: expect.stringContaining(words) }],
});

describe('a standing order', () => {
  const rent = { payee: 'rent', amount: 1150, frequency: 'monthly' };

  it('comes from checking on the next working day, unless it is told otherwise', async () => {
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
    now = Date.UTC(2026, 4, 22, 15);
    const friday = await bank.ask('standing_order', rent);
    expect(friday).toMatchObject({ response_slots: { next_date: '2026-05-25' } });
    const told = await bank.ask('standing_order', { ...rent, start: '2026-06-01', account: 'savings' });
    expect(told).toMatchObject({
      response_slots: { next_date: '2026-06-01', account_name: 'your savings account' },
    });
  });

  it('that there is already is replaced only when the user agrees', async () => {
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
      now = at;
      const { response_slots } = await bank.ask('standing_order_list');
      return (response_slots as { orders: Json[] }).orders.at(-1)?.next_date;
    };
    expect(await dueOn(Date.UTC(2026, 4, 31, 23))).toBe('2026-05-31');
    expect(await dueOn(Date.UTC(2026, 5, 1))).toBe('2026-06-30');
    expect(await dueOn(Date.UTC(2026, 6, 1))).toBe('2026-07-31');
    await bank.ask('standing_order_set', { ...rent, frequency: 'biweekly', start: '2026-07-06' });
    expect(await dueOn(Date.UTC(2026, 6, 7))).toBe('2026-07-20');
  });

  it('is stopped once, and one that there is not is named', async () => {
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
  it('counts what went in and out of an account between two days, both within', async () => {
    const period = { value: '2026-05-04', end: '2026-05-06' };
    expect(await bank.ask('statement', { account: 'checking', period })).toMatchObject({
      state: 'statement',
      response_slots: { count: 2, is_one: false, money_in: 2600, money_out: 59.88, email: 'm…@example.com' },
    });
  });

  it('is not sent where nothing moved, nor of an account that the customer has not', async () => {
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

  it('tells what it earns, and moves the deposit once it is confirmed, once', async () => {
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

  it('may take the last cent, and not one more', async () => {
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

  it('for two is left to the two', async () => {
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
  it('lasts ninety days, and not one more', async () => {
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

describe('a loan', () => {
  it('is paid back with its interest by the monthly rate, to a cent a month', () => {
    const cents = payment(1_000_000, 0.064, 36);
    let owed = 1_000_000;
    for (let month = 0; month < 36; month += 1) owed += (owed * 0.064) / 12 - cents;
    expect(owed).toBeLessThanOrEqual(0);
    expect(owed).toBeGreaterThan(-40);
  });

  it('costs by what it is for', async () => {
    const loan = { amount: 10_000, term: 'P3Y' };
    expect(await bank.ask('loan_estimate', { ...loan, purpose: 'car' })).toMatchObject({
      response_slots: { rate: '6.40%', months: 36, monthly: 306.04, interest: 1017.44 },
    });
    expect(await bank.ask('loan_estimate', loan)).toMatchObject({ response_slots: { rate: '8.40%' } });
    expect(await bank.ask('loan_callback', loan)).toMatchObject({
      response_slots: { call_on: '2026-05-21', phone_ending: '42' },
    });
  });

  it.each([
    ['P6M', 6],
    ['P1Y6M', 18],
    ['P7Y', 84],
  ])('may run for %s', async (term, months) => {
    const answer = await bank.ask('loan_estimate', { amount: 1000, term });
    expect(answer).toMatchObject({ response_slots: { months } });
  });

  it.each(['P5M', 'P7Y1M', 'P3W', 'PT48H'])('may not run for %s', async (term) => {
    const answer = await bank.ask('loan_estimate', { amount: 1000, term });
    expect(answer).toMatchObject({ slots: { _TERM_: rejection('six months to seven years') } });
  });
});

describe('finding the bank', () => {
  it('knows the place of each city, and whether the branch is open by the user’s clock', async () => {
    const ashford = { city: 'ashford', place: 'branch' };
    const at = (time_offset: number) => bank.ask('branch_finder', ashford, { time_offset });
    expect(await at(0)).toMatchObject({
      response_slots: { is_branch: true, is_open: true, address: '12 Market Square', city_name: 'Ashford' },
    });
    expect(await at(119)).toMatchObject({ response_slots: { is_open: true } });
    expect(await at(120)).toMatchObject({ response_slots: { is_open: false } });
    expect(await at(-361)).toMatchObject({ response_slots: { is_open: false } });
    expect(await bank.ask('branch_finder', { city: 'ashford', place: 'atm' })).toMatchObject({
      response_slots: { is_branch: false, is_open: false, address: '40 Station Road' },
    });
  });

  it('takes the nearest city from where the user is', async () => {
    const here = { lat: 45.44, lon: -122.76 };
    expect(await bank.ask('branch_finder', { place: 'atm' }, here)).toMatchObject({
      slots: { _CITY_: { values: [{ resolved: 1, value: 'brookdale' }] } },
      response_slots: { address: '77 Orchard Mall', distance: '0.2 miles' },
    });
    const spanish = await bank.ask('branch_finder', { place: 'atm' }, { ...here, language: 'es' });
    expect(spanish).toMatchObject({ response_slots: { distance: '0,3 kilómetros' } });
    const far = await bank.ask('branch_finder', { place: 'atm' }, { lat: 40.4, lon: -3.7 });
    expect(far.slots).not.toHaveProperty('_CITY_');
  });

  it('says where it is not', async () => {
    expect(await bank.ask('branch_finder', { city: 'seattle' })).toMatchObject({
      slots: { _CITY_: rejection("aren't in that city") },
    });
  });
});

describe('contact details', () => {
  it('say the end of a number only, and send links to the new one', async () => {
    const phone = { phone: '+1 503-555-0177' };
    expect(await bank.ask('phone_update', phone)).toMatchObject({
      response_slots: { phone_ending: '42', new_ending: '77' },
    });
    expect(await bank.ask('pin_change', { card: 'debit' })).toMatchObject({
      response_slots: { phone_ending: '42' },
    });
    await bank.ask('phone_updated', phone);
    expect(await bank.ask('pin_change', { card: 'debit' })).toMatchObject({
      response_slots: { phone_ending: '77' },
    });
  });

  it('need ten digits, and no fewer', async () => {
    expect(await bank.ask('phone_update', { phone: '5035550177' })).toMatchObject({
      slots: { _PHONE_: { values: [{ resolved: 1 }] } },
    });
    expect(await bank.ask('phone_update', { phone: '503555017' })).toMatchObject({
      slots: { _PHONE_: rejection('ten digits') },
    });
  });

  it('name the town of a known code, and refuse one that is none', async () => {
    const street = '12 Elm Street';
    expect(await bank.ask('address_update', { street, zip: '97201' })).toMatchObject({
      response_slots: { town: 'Ashford', valid_from: '2026-05-21' },
    });
    expect(await bank.ask('address_update', { street, zip: '00012' })).toMatchObject({
      slots: { _ZIP_: rejection('no such ZIP code') },
    });
  });
});
