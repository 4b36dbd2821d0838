import { describe, expect, it } from 'vitest';
import { payment } from '../../examples/bank-assistant/business-logic/loans.ts';
import { useBank } from './bank-client.ts';

const bank = useBank();

const rejection = (words: string) => ({
  values: [{ resolved: -1, error: expect.stringContaining(words) }],
});

describe('a loan', () => {
  it('is paid back with its interest by the monthly rate, to a cent a month', () => {
    const cents = payment(1_000_000, 0.064, 36);
    let owed = 1_000_000;
    for (let month = 0; month < 36; month += 1) owed += (owed * 0.064) / 12 - cents;
    expect(owed).toBeLessThanOrEqual(0);
    expect(owed).toBeGreaterThan(-40);
  });

  it('has a rate that depends on its purpose', async () => {
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
  it('knows the branch of each city, and whether it is open by the user’s clock', async () => {
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

  it('finds the nearest city from the user’s location', async () => {
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

  it('rejects a city without a branch', async () => {
    expect(await bank.ask('branch_finder', { city: 'seattle' })).toMatchObject({
      slots: { _CITY_: rejection("aren't in that city") },
    });
  });
});

describe('contact details', () => {
  it('show only the end of a number, and send links to the new one', async () => {
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

  it('require ten digits of a telephone number', async () => {
    expect(await bank.ask('phone_update', { phone: '5035550177' })).toMatchObject({
      slots: { _PHONE_: { values: [{ resolved: 1 }] } },
    });
    expect(await bank.ask('phone_update', { phone: '503555017' })).toMatchObject({
      slots: { _PHONE_: rejection('ten digits') },
    });
  });

  it('name the town of a known ZIP code, and reject an unknown one', async () => {
    const street = '12 Elm Street';
    expect(await bank.ask('address_update', { street, zip: '97201' })).toMatchObject({
      response_slots: { town: 'Ashford', valid_from: '2026-05-21' },
    });
    expect(await bank.ask('address_update', { street, zip: '00012' })).toMatchObject({
      slots: { _ZIP_: rejection('no such ZIP code') },
    });
  });
});
