import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createServer } from '../../examples/bank-assistant/business-logic/server.ts';

export type Json = Record<string, unknown>;
/** A value alone, or with the `currency` of an amount of money or the `end` of a period. */
export type SlotInput = string | number | { value: unknown; currency?: string; end?: string };

interface Line {
  id: string;
  balance: number;
}

/** One customer who talks to a business-logic server, as the service would on their behalf. */
interface BankClient {
  /** Returns the whole answer for a state and its slots; `more` replaces or adds fields of the request. */
  ask(state: string, slots?: Record<string, SlotInput>, more?: Json): Promise<Json>;
  /** Returns signed cents by account; credit-card debt is negative. */
  balances(): Promise<Record<string, number>>;
}

/** Listens on a free loopback port, and returns the URL. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function bankClient(url: string, externalUserId: string): BankClient {
  let queries = 0;

  const ask: BankClient['ask'] = async (state, slots = {}, more = {}) => {
    const body = {
      qid: `q-${++queries}`,
      query: 'as spoken',
      external_user_id: externalUserId,
      language: 'en',
      session_info: {},
      state,
      slots: wireSlots(slots),
      ...more,
    };
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`the bank answered ${response.status}`);
    return (await response.json()) as Json;
  };

  const balances: BankClient['balances'] = async () => {
    const answer = (await ask('balance')) as { response_slots: { accounts: Line[]; owed: Line[] } };
    const { accounts, owed } = answer.response_slots;
    const lines = [...accounts, ...owed.map((line) => ({ ...line, balance: 0 - line.balance }))];
    return Object.fromEntries(lines.map(({ id, balance }) => [id, Math.round(balance * 100)]));
  };

  return { ask, balances };
}

/** Wednesday, 20 May 2026, 15:00 UTC. */
export const BANK_TIME = Date.UTC(2026, 4, 20, 15, 0, 0);

/** Starts the example's server for a test file, with a new customer per test and the clock at `BANK_TIME`. */
export function useBank() {
  const clock = { now: BANK_TIME };
  const server = createServer({ now: () => clock.now });
  let url = '';
  let customers = 0;
  let customer: BankClient;
  const nextCustomer = () => {
    customer = bankClient(url, `customer-${++customers}`);
  };

  beforeAll(async () => {
    url = await listen(server);
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(() => {
    clock.now = BANK_TIME;
    nextCustomer();
  });

  const ask: BankClient['ask'] = (...request) => customer.ask(...request);
  return { clock, nextCustomer, ask, balances: () => customer.balances() };
}

const wireSlots = (slots: Record<string, SlotInput>): Json =>
  Object.fromEntries(
    Object.entries(slots).map(([name, input]) => {
      const value = typeof input === 'object' ? input : { value: input };
      const values = [{ tokens: 'words', resolved: -1, ...value }];
      return [`_${name.toUpperCase()}_`, { type: 'string', values }];
    }),
  );
