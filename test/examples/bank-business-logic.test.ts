import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBank } from '../../examples/bank-assistant/business-logic/bank.ts';
import { createServer } from '../../examples/bank-assistant/business-logic/server.ts';
import { readRequest } from '../../examples/bank-assistant/business-logic/wire.ts';

const NOW = Date.UTC(2026, 4, 20, 15, 0, 0);
const SECRET = `whsec_${Buffer.from('a test secret of some length').toString('base64')}`;

type Json = Record<string, unknown>;
type SlotInput = string | number | { value: unknown; currency: string };

let customers = 0;
let queries = 0;
let customer = '';
let open = '';
let signed = '';
const servers = [createServer({ now: () => NOW }), createServer({ now: () => NOW, secret: SECRET })];

beforeAll(async () => {
  const addresses = servers.map(async (server) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  [open = '', signed = ''] = await Promise.all(addresses);
});

afterAll(() => {
  for (const server of servers) server.close();
});

beforeEach(() => {
  customer = `customer-${++customers}`;
});

const wireSlots = (slots: Record<string, SlotInput>): Json =>
  Object.fromEntries(
    Object.entries(slots).map(([name, input]) => {
      const value = typeof input === 'object' ? input : { value: input };
      return [
        `_${name.toUpperCase()}_`,
        { type: 'string', values: [{ tokens: 'words', resolved: -1, ...value }] },
      ];
    }),
  );

async function ask(state: string, slots: Record<string, SlotInput> = {}, more: Json = {}): Promise<Json> {
  const body = {
    qid: `q-${++queries}`,
    query: 'as spoken',
    external_user_id: customer,
    language: 'en',
    session_info: {},
    state,
    slots: wireSlots(slots),
    ...more,
  };
  const response = await fetch(open, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}

async function balances(): Promise<Record<string, number>> {
  const { response_slots } = (await ask('balance')) as { response_slots: { accounts: Line[]; owed: Line[] } };
  const lines = [
    ...response_slots.accounts,
    ...response_slots.owed.map((line) => ({ ...line, balance: -line.balance })),
  ];
  return Object.fromEntries(lines.map(({ id, balance }) => [id, Math.round(balance * 100)]));
}

interface Line {
  id: string;
  balance: number;
}

const sumOf = (amounts: Record<string, number>): number => Object.values(amounts).reduce((a, b) => a + b, 0);
const fifty = { amount: 50, account_from: 'checking', account_to: 'savings' };

describe('a transfer', () => {
  it('moves nothing before it is confirmed', async () => {
    const before = await balances();
    const answer = await ask('transfer', fifty);
    expect(answer).toMatchObject({
      state: 'transfer',
      response_slots: { from_name: 'your checking account', to_name: 'your savings account' },
      slots: { _AMOUNT_: { values: [{ resolved: 1, value: 50 }] } },
    });
    expect(await balances()).toEqual(before);
  });

  it('moves the exact cents once it is confirmed', async () => {
    const before = await balances();
    const answer = await ask('transfer_confirmed', { ...fifty, amount: '0.07' });
    expect(answer).toMatchObject({ state: 'transfer_confirmed', response_slots: { from_balance: 1240.43 } });
    const after = await balances();
    expect(after).toEqual({ ...before, checking: 124_043, savings: 530_007 });
  });

  it('of one query id moves money once, and answers the repeat alike', async () => {
    const first = await ask('transfer_confirmed', fifty, { qid: 'same' });
    await ask('transfer_confirmed', { ...fifty, amount: 1190.5 });
    const repeat = await ask('transfer_confirmed', fifty, { qid: 'same' });
    expect(repeat).toEqual(first);
    expect(await balances()).toMatchObject({ checking: 0, savings: 530_000 + 124_050 });
  });

  it('of one query id moves money for each customer', async () => {
    await ask('transfer_confirmed', fifty, { qid: 'shared' });
    customer = `${customer}-other`;
    await ask('transfer_confirmed', fifty, { qid: 'shared' });
    expect(await balances()).toMatchObject({ checking: 119_050 });
  });

  it('may take the last cent, and not one more', async () => {
    const all = { ...fifty, amount: 1240.5 };
    expect(await ask('transfer', all)).toMatchObject({ state: 'transfer' });
    expect(await ask('transfer', { ...all, amount: 1240.51 })).toMatchObject({
      state: 'transfer_other_account',
      response_slots: { available: 1240.5, offer_name: 'your joint account' },
      session_info: { offered_account: 'joint' },
    });
  });

  it('takes the money from the offered account when the user agrees', async () => {
    const slots = { ...fifty, amount: 2000 };
    const { session_info } = await ask('transfer', slots);
    const answer = await ask('transfer_from_other_account', slots, { session_info });
    expect(answer).toMatchObject({
      state: 'transfer_from_other_account',
      slots: { _ACCOUNT_FROM_: { values: [{ resolved: 1, value: 'joint' }] } },
      response_slots: { from_name: 'your joint account', from_balance: 150 },
    });
    expect(await balances()).toMatchObject({ checking: 124_050, joint: 15_000, savings: 730_000 });
  });

  it('ends where no account has enough', async () => {
    const answer = await ask('transfer', { ...fifty, amount: 9000 });
    expect(answer).toMatchObject({ state: 'transfer_no_funds', response_slots: { available: 1240.5 } });
  });

  it('ends where the offered account was emptied meanwhile', async () => {
    const slots = { ...fifty, amount: 2000 };
    const { session_info } = await ask('transfer', slots);
    await ask('transfer_confirmed', { amount: 2150, account_from: 'joint', account_to: 'checking' });
    await ask('transfer_confirmed', { amount: 3390.5, account_from: 'checking', account_to: 'savings' });
    const answer = await ask('transfer_from_other_account', slots, { session_info });
    expect(answer).toMatchObject({ state: 'transfer_no_funds' });
    expect(await balances()).toMatchObject({ checking: 0, joint: 0 });
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
    const before = await balances();
    const rejection = { values: [{ resolved: -1, error: expect.stringContaining(words) }] };
    const wish = await ask('transfer', slots);
    expect(wish).toMatchObject({ state: 'transfer', slots: { [slot]: rejection } });
    const confirmed = await ask('transfer_confirmed', { ...fifty, ...slots });
    expect(confirmed).toMatchObject({ state: 'transfer', slots: { [slot]: rejection } });
    expect(await balances()).toEqual(before);
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
      customer = `customer-${++customers}`;
      const total = sumOf(await balances());
      for (const [step, slots, qid] of sequence) await ask(step, slots, { qid: `repeated-${qid}` });
      const after = await balances();
      expect(sumOf(after)).toBe(total);
      for (const id of ['checking', 'savings', 'joint']) expect(after[id]).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 60 },
  );
});

describe('a bill', () => {
  it('is filled with what is due, and paid once', async () => {
    const answer = await ask('bill_payment', { payee: 'electricity', account: 'checking' });
    expect(answer).toMatchObject({
      state: 'bill_payment',
      slots: { _AMOUNT_: { values: [{ resolved: 1, value: 84.2 }] } },
      response_slots: { payee_name: 'the power company' },
    });
    const slots = { payee: 'electricity', account: 'checking', amount: 84.2 };
    const paid = await ask('bill_paid', slots, { qid: 'bill' });
    expect(paid).toMatchObject({ state: 'bill_paid', response_slots: { account_balance: 1156.3 } });
    expect(await ask('bill_paid', slots, { qid: 'bill' })).toEqual(paid);
    expect(await balances()).toMatchObject({ checking: 115_630 });
    const again = await ask('bill_payment', { payee: 'electricity', account: 'checking' });
    expect(again.slots).not.toHaveProperty('_AMOUNT_');
  });

  it('paid in part leaves the rest due', async () => {
    await ask('bill_paid', { payee: 'electricity', account: 'checking', amount: 80 });
    const answer = await ask('bill_payment', { payee: 'electricity' });
    expect(answer).toMatchObject({ slots: { _AMOUNT_: { values: [{ value: 4.2 }] } } });
  });

  it('beyond the balance is offered from another account and paid from there', async () => {
    const slots = { payee: 'rent', account: 'checking', amount: 1300 };
    const answer = await ask('bill_payment', slots);
    expect(answer).toMatchObject({
      state: 'bill_other_account',
      session_info: { offered_account: 'savings' },
    });
    await ask('bill_paid_from_other_account', slots, { session_info: answer.session_info });
    expect(await balances()).toMatchObject({ checking: 124_050, savings: 400_000 });
  });

  it('of an unknown payee is rejected', async () => {
    const answer = await ask('bill_payment', { payee: 'pirates' });
    expect(answer).toMatchObject({ slots: { _PAYEE_: { values: [{ resolved: -1 }] } } });
  });
});

describe('looking things up', () => {
  it('shows one account, or all where the named one is not the customer’s', async () => {
    expect(await ask('balance', { account: 'savings' })).toMatchObject({
      response_slots: { accounts: [{ id: 'savings', balance: 5300 }], owed: [] },
    });
    const answer = await ask('balance', { account: 'business' }, { language: 'es' });
    expect(answer).toMatchObject({
      slots: { _ACCOUNT_: { values: [{ resolved: -1, error: 'No tienes esa cuenta con nosotros.' }] } },
      response_slots: { notice: 'No tienes esa cuenta con nosotros.', owed: [{ balance: 412.37 }] },
    });
    expect(answer.response_slots).toHaveProperty('accounts.length', 3);
  });

  it('sums spending by category over calendar months', async () => {
    const thisMonth = await ask('spending', { category: 'groceries', period: 'this_month' });
    expect(thisMonth).toMatchObject({ response_slots: { total: 195.4, category_name: 'groceries' } });
    const lastMonth = await ask('spending', { category: 'groceries', period: 'last_month' });
    expect(lastMonth).toMatchObject({ response_slots: { total: 67.44, period_name: 'last month' } });
  });

  it('sums to the same total as its categories, and counts no transfer', async () => {
    const { response_slots: before } = await ask('spending', { period: 'this_month' });
    await ask('transfer_confirmed', fifty);
    const { response_slots: after } = await ask('spending', { period: 'this_month' });
    expect(after).toEqual(before);
    const { total, categories } = after as { total: number; categories: { total: number }[] };
    const cents = categories.reduce((sum, category) => sum + Math.round(category.total * 100), 0);
    expect(cents).toBe(Math.round(total * 100));
    expect(cents).toBeGreaterThan(0);
  });

  it('counts the days of a week by the user’s own clock', async () => {
    // Fuel was bought on Sunday, 2026-05-17, at 15:00 UTC: that is Monday fourteen hours further east.
    const fuel = { category: 'transport', period: 'this_week' };
    expect(await ask('spending', fuel)).toMatchObject({ response_slots: { total: 0 } });
    expect(await ask('spending', fuel, { time_offset: '840' })).toMatchObject({
      response_slots: { total: 48 },
    });
    const lastWeek = { ...fuel, period: 'last_week' };
    expect(await ask('spending', lastWeek)).toMatchObject({ response_slots: { total: 48 } });
  });

  it('lists the newest transactions first, of a merchant where one is named', async () => {
    const { response_slots } = await ask('transactions', { merchant: 'corner_market' });
    const { transactions } = response_slots as { transactions: Json[] };
    expect(transactions.map(({ date }) => date)).toEqual(['May 19', 'May 12', 'May 4', 'April 21']);
    expect(transactions[0]).toMatchObject({ description: 'Corner Market', amount: -64.32 });
  });

  it('converts currencies, into dollars where no other is named', async () => {
    const answer = await ask('exchange_rate', { currency_from: 'EUR', quantity: 100 });
    expect(answer).toMatchObject({
      response_slots: { quantity_text: '100 euros', converted_text: '108.50 US dollars', rate_text: '1.085' },
    });
    const unknown = await ask('exchange_rate', { currency_from: 'XXX' });
    expect(unknown).toMatchObject({ slots: { _CURRENCY_FROM_: { values: [{ resolved: -1 }] } } });
  });

  it('knows when the credit card is due and the least to pay', async () => {
    expect(await ask('credit_due')).toMatchObject({
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
    expect(await ask('interest_rate', { account: 'savings' })).toMatchObject({
      response_slots: { rates: [{ name: 'your savings account', rate: '3.85%' }] },
    });
  });
});

describe('a card', () => {
  it('is frozen once confirmed, replaced, and active again', async () => {
    const debit = { card: 'debit' };
    expect(await ask('card_lost', debit)).toMatchObject({
      state: 'card_lost',
      response_slots: { last_four: '4821' },
    });
    await ask('card_frozen', debit);
    expect(await ask('card_lost', debit)).toMatchObject({ state: 'card_already_frozen' });
    expect(await ask('card_activation', debit)).toMatchObject({ state: 'card_not_activatable' });
    expect(await ask('new_card_ordered', debit)).toMatchObject({ response_slots: { arrives_on: 'May 27' } });
    expect(await ask('new_card', debit)).toMatchObject({ state: 'new_card_on_its_way' });
    expect(await ask('card_activation', debit)).toMatchObject({
      state: 'card_activation',
      response_slots: { last_four: '7310' },
    });
    expect(await ask('card_activation', debit)).toMatchObject({ state: 'card_already_active' });
  });

  it('that the bank does not know is rejected', async () => {
    const answer = await ask('pin_change', { card: 'library' });
    expect(answer).toMatchObject({ slots: { _CARD_: { values: [{ resolved: -1 }] } } });
  });
});

describe('a dispute', () => {
  it('finds the charge, opens once and keeps its reference', async () => {
    const slots = { merchant: 'streamly' };
    expect(await ask('dispute', slots)).toMatchObject({
      state: 'dispute',
      response_slots: { charge_amount: 15.99, charge_date: 'May 16' },
    });
    const opened = await ask('dispute_opened', slots);
    expect(opened).toMatchObject({ response_slots: { reference: expect.stringMatching(/^[0-9A-F]{8}$/) } });
    const { reference } = opened.response_slots as { reference: string };
    expect(await ask('dispute', slots)).toMatchObject({
      state: 'dispute_open_already',
      response_slots: { reference },
    });
  });

  it('finds the merchant by the amount', async () => {
    const answer = await ask('dispute', { amount: 218.4 });
    expect(answer).toMatchObject({
      slots: { _MERCHANT_: { values: [{ resolved: 1, value: 'skyhop_air' }] } },
    });
  });

  it('ends where there is no such charge', async () => {
    const answer = await ask('dispute', { merchant: 'streamly', amount: 16 });
    expect(answer).toMatchObject({
      state: 'dispute_not_found',
      response_slots: { merchant_name: 'Streamly' },
    });
  });
});

describe('the wire', () => {
  const request = { qid: 'q', external_user_id: 'someone', state: 'balance', slots: {} };
  const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers });

  function signature(body: string, timestamp: number, key = SECRET): Record<string, string> {
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', bytes).update(`q.${timestamp}.${body}`).digest('base64');
    const older = Buffer.alloc(32).toString('base64');
    return {
      'webhook-id': 'q',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${older} v1,${mac}`,
    };
  }

  it('gives back an unknown state, and every field it does not know, as they came', async () => {
    const body =
      '{"qid":"q","external_user_id":"u","state":"elsewhere","slots":{"_X_":{"values":[{"resolved":-1}]}},"__proto__":{"a":1},"mine":[1]}';
    const answer = await post(open, body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(body);
    const known = await post(open, body.replace('elsewhere', 'balance'));
    expect(await known.text()).toContain('"__proto__":{"a":1},"mine":[1]');
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no state', JSON.stringify({ ...request, state: undefined })],
    ['a state that is no text', JSON.stringify({ ...request, state: 7 })],
    ['no user', JSON.stringify({ ...request, external_user_id: '' })],
    ['no qid', JSON.stringify({ ...request, qid: null })],
    ['slots that are a list', JSON.stringify({ ...request, slots: [] })],
    ['a slot that is a text', JSON.stringify({ ...request, slots: { _A_: 'x' } })],
  ])('answers %s with 400 and a sentence', async (_name, body) => {
    const answer = await post(open, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  it('takes 256 KB, and not a byte more', async () => {
    const length = 262_144;
    const body = JSON.stringify(request);
    expect((await post(open, body.padEnd(length))).status).toBe(200);
    expect((await post(open, body.padEnd(length + 1))).status).toBe(413);
  });

  it('answers other methods with 405', async () => {
    const answer = await fetch(open);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('takes a signature of its secret within five minutes, and no other', async () => {
    const body = JSON.stringify(request);
    const seconds = NOW / 1000;
    const status = async (headers: Record<string, string>, sent = body): Promise<number> =>
      (await post(signed, sent, headers)).status;
    expect(await status(signature(body, seconds))).toBe(200);
    expect(await status(signature(body, seconds - 300))).toBe(200);
    expect(await status(signature(body, seconds - 301))).toBe(401);
    expect(await status(signature(body, seconds + 300))).toBe(200);
    expect(await status(signature(body, seconds + 301))).toBe(401);
    expect(await status({})).toBe(401);
    expect(await status(signature(body, seconds, 'whsec_b3RoZXI='))).toBe(401);
    expect(await status(signature(body, seconds), `${body} `)).toBe(401);
    expect(await status({ ...signature(body, seconds), 'webhook-id': 'r' })).toBe(401);
    expect(await status({ ...signature(body, seconds), 'webhook-signature': 'v1,short' })).toBe(401);
  });
});

describe('the process', () => {
  const path = new URL('../../examples/bank-assistant/business-logic/server.ts', import.meta.url).pathname;

  async function start(): Promise<{ child: ReturnType<typeof spawn>; port: number }> {
    const child = spawn(process.execPath, [path], { env: { ...process.env, PORT: '0' } });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { child, port: (JSON.parse(line) as { listening: number }).listening };
  }

  it('says where it listens, answers, and ends with its standard input', async () => {
    const { child, port } = await start();
    const body = JSON.stringify({ qid: 'q', external_user_id: 'u', state: 'balance', slots: {} });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({
      response_slots: { accounts: [{ balance: 1240.5 }, {}, {}] },
    });
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends when it is told to', async () => {
    const { child } = await start();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
