import { type AccountId, type Entry, type Ledger, openLedger } from './ledger.ts';

export type CardId = 'debit' | 'credit';

export const isCardId = (id: string | undefined): id is CardId => id === 'debit' || id === 'credit';

export interface Card {
  lastFour: string;
  status: 'active' | 'inactive' | 'frozen';
  /** What it may spend: a day with the debit card, a month with the credit card. */
  limitCents: number;
  /** A new card that was ordered and not yet activated. `arrivesAt` is epoch milliseconds. */
  replacement?: { lastFour: string; arrivesAt: number };
}

export interface Dispute {
  reference: string;
  /** Epoch milliseconds by which the bank answers. */
  answerBy: number;
}

export type Frequency = 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly';

export interface StandingOrder {
  cents: number;
  frequency: Frequency;
  account: AccountId;
  /** A day that it is paid on, from which the others are counted: midnight UTC of its date. */
  nextOn: number;
}

export interface Trip {
  countries: readonly string[];
  from: number;
  to: number;
}

export interface Customer {
  ledger: Ledger;
  cards: Record<CardId, Card>;
  /** Open bills in cents, by payee; none is open where a payee is missing. */
  bills: Map<string, number>;
  /** By the id of the disputed entry. */
  disputes: Map<string, Dispute>;
  /** By payee. */
  standingOrders: Map<string, StandingOrder>;
  /** By countries and first day. */
  trips: Map<string, Trip>;
  phoneEnding: string;
  /** As it is shown. */
  email: string;
  address?: { street: string; zip: string };
}

export const DAY_MS = 86_400_000;

const GYM_DAY = Date.UTC(2026, 0, 1);
const INSURANCE_DAY = Date.UTC(2026, 0, 15);

/** Everyone starts with these: days ago, account, cents, party, category. */
const HISTORY: readonly [number, Entry['account'], number, string, string?][] = [
  [1, 'credit_card', -1_250, 'bluebird_cafe', 'restaurants'],
  [1, 'checking', -6_432, 'corner_market', 'groceries'],
  [2, 'credit_card', -2_890, 'gusto_pizza', 'restaurants'],
  [3, 'checking', -4_800, 'harbor_fuel', 'transport'],
  [4, 'credit_card', -1_599, 'streamly', 'entertainment'],
  [6, 'checking', -1_845, 'linden_pharmacy', 'health'],
  [8, 'checking', -7_120, 'corner_market', 'groceries'],
  [9, 'credit_card', -980, 'bluebird_cafe', 'restaurants'],
  [11, 'credit_card', -3_675, 'ferry_books', 'shopping'],
  [12, 'checking', -2_750, 'city_transit', 'transport'],
  [14, 'checking', 260_000, 'employer'],
  [16, 'checking', -5_988, 'corner_market', 'groceries'],
  [19, 'credit_card', -21_840, 'skyhop_air', 'travel'],
  [23, 'checking', -115_000, 'rent', 'housing'],
  [25, 'checking', -8_215, 'electricity', 'utilities'],
  [29, 'checking', -6_744, 'corner_market', 'groceries'],
  [33, 'credit_card', -3_120, 'gusto_pizza', 'restaurants'],
  [35, 'credit_card', -1_599, 'streamly', 'entertainment'],
  [38, 'checking', -4_560, 'harbor_fuel', 'transport'],
  [44, 'checking', 260_000, 'employer'],
  [53, 'checking', -115_000, 'rent', 'housing'],
];

/** A new customer as the bank knows them at `now` (epoch milliseconds). */
export function openCustomer(now: number): Customer {
  const history = HISTORY.map(([daysAgo, account, cents, party, category], index): Entry => {
    const entry = { id: `opening-${index}`, account, at: now - daysAgo * DAY_MS, cents, party };
    return category === undefined ? entry : { ...entry, category };
  });
  return {
    ledger: openLedger(
      { checking: 124_050, savings: 530_000, joint: 215_000, credit_card: -41_237 },
      history,
    ),
    cards: {
      debit: { lastFour: '4821', status: 'active', limitCents: 100_000 },
      credit: { lastFour: '9034', status: 'inactive', limitCents: 300_000 },
    },
    bills: new Map([
      ['electricity', 8_420],
      ['water', 3_175],
      ['internet', 5_500],
      ['phone', 4_200],
      ['rent', 115_000],
      ['gym', 3_500],
    ]),
    disputes: new Map(),
    standingOrders: new Map([
      ['gym', { cents: 3_500, frequency: 'monthly', account: 'checking', nextOn: GYM_DAY }],
      ['insurance', { cents: 6_240, frequency: 'quarterly', account: 'checking', nextOn: INSURANCE_DAY }],
    ]),
    trips: new Map(),
    phoneEnding: '42',
    email: 'm…@example.com',
  };
}

/** The customers in memory, by `external_user_id`. Beyond `limit` the longest unseen one is forgotten. */
export function createCustomers(limit = 10_000): (externalUserId: string, now: number) => Customer {
  const customers = new Map<string, Customer>();
  return (externalUserId, now) => {
    const customer = customers.get(externalUserId) ?? openCustomer(now);
    customers.delete(externalUserId);
    customers.set(externalUserId, customer);
    const [oldest] = customers.keys();
    if (customers.size > limit && oldest !== undefined) customers.delete(oldest);
    return customer;
  };
}
