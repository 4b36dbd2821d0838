import { addMonths, type Day, nextWorkday, readDay, todayOf, writeDay } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import { DAY_MS, type Frequency, type StandingOrder } from './customers.ts';
import type { AccountId } from './ledger.ts';
import { amountOf, PAYEES, sourceAccount } from './payments.ts';
import type { Answer } from './wire.ts';
import { ACCOUNTS, ERRORS, FREQUENCIES, major, partyName, toParty } from './words.ts';

const TIMES_A_YEAR: Readonly<Record<Frequency, number>> = {
  weekly: 52,
  biweekly: 26,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

const isFrequency = (name: string | undefined): name is Frequency =>
  name !== undefined && Object.hasOwn(TIMES_A_YEAR, name);

export const standingOrderStates: States = {
  standing_order: (turn) => propose(turn),
  standing_order_exists: (turn) => propose(turn),

  standing_order_set: (turn) => {
    const { payee, order } = read(turn);
    if (payee === undefined || order === undefined) return { state: 'standing_order' };
    turn.customer.standingOrders.set(payee, order);
    return { responseSlots: described(payee, order, turn) };
  },

  standing_order_list: (turn) => {
    const orders = [...turn.customer.standingOrders].map(([payee, order]) => described(payee, order, turn));
    const yearly = orders.reduce((sum, order) => sum + order.yearly, 0);
    return {
      responseSlots: { orders, monthly_total: Math.round((yearly * 100) / 12) / 100 },
      visualPayload: { standing_orders: orders },
    };
  },

  standing_order_cancel: (turn) => {
    const { standingOrders } = turn.customer;
    const { language } = turn.request;
    const names = [...standingOrders.keys()].map((payee) => toParty(payee, language));
    if (names.length === 0) return { state: 'standing_order_unknown' };
    const payee = turn.request.slots.readText('payee');
    if (payee === undefined) return { responseSlots: { orders: names } };
    const order = standingOrders.get(payee);
    if (order !== undefined) return { responseSlots: described(payee, order, turn) };
    return {
      state: 'standing_order_unknown',
      responseSlots: { to_payee: toParty(payee, language), orders: names },
    };
  },

  standing_order_cancelled: (turn) => {
    const payee = turn.request.slots.readText('payee');
    if (payee !== undefined) turn.customer.standingOrders.delete(payee);
    return { responseSlots: { to_payee: toParty(payee, turn.request.language) } };
  },
};

/** The question before an order is set up, or replaces the one that there is. */
function propose(turn: Turn): Answer {
  const { payee, from, order } = read(turn);
  const { language } = turn.request;
  const names = {
    ...(payee === undefined ? {} : { to_payee: toParty(payee, language) }),
    ...(from === undefined ? {} : { account_name: ACCOUNTS[from][language] }),
  };
  if (payee === undefined || order === undefined) return { state: 'standing_order', responseSlots: names };
  const responseSlots = { ...names, ...described(payee, order, turn) };
  const old = turn.customer.standingOrders.get(payee);
  if (old === undefined) return { state: 'standing_order', responseSlots };
  const { amount, frequency_name } = described(payee, old, turn);
  return {
    state: 'standing_order_exists',
    responseSlots: { ...responseSlots, old_amount: amount, old_frequency_name: frequency_name },
  };
}

/** The slots, checked; `order` is there once nothing is missing. */
function read(turn: Turn): { payee?: string; from?: AccountId; order?: StandingOrder } {
  const { slots, language } = turn.request;
  const named = slots.readText('payee');
  const payee = named !== undefined && PAYEES.has(named) ? named : undefined;
  if (named !== undefined && payee === undefined) slots.reject('payee', ERRORS.unknownPayee[language]);
  if (slots.read('account') === undefined) slots.fill('account', 'checking');
  const from = sourceAccount(turn, 'account');
  const cents = amountOf(turn);
  const frequency = slots.readText('frequency');
  const known = { ...(payee === undefined ? {} : { payee }), ...(from === undefined ? {} : { from }) };
  if (payee === undefined || from === undefined || cents === undefined || !isFrequency(frequency))
    return known;
  const nextOn = readDay(slots.read('start')) ?? nextWorkday(todayOf(turn));
  return { ...known, order: { cents, frequency, account: from, nextOn } };
}

const described = (payee: string, order: StandingOrder, turn: Turn) => ({
  payee_name: partyName(payee, turn.request.language),
  to_payee: toParty(payee, turn.request.language),
  account_name: ACCOUNTS[order.account][turn.request.language],
  amount: major(order.cents),
  frequency_name: FREQUENCIES[order.frequency][turn.request.language],
  next_date: writeDay(nextDue(order, todayOf(turn))),
  yearly: major(order.cents * TIMES_A_YEAR[order.frequency]),
});

/** The first day from today on that the order is paid. */
function nextDue({ nextOn, frequency }: StandingOrder, today: Day): Day {
  const months = { weekly: 0, biweekly: 0, monthly: 1, quarterly: 3, yearly: 12 }[frequency];
  const days = frequency === 'weekly' ? 7 : 14;
  let due = nextOn;
  for (let times = 1; due < today; times += 1) {
    due = months > 0 ? addMonths(nextOn, months * times) : nextOn + days * times * DAY_MS;
  }
  return due;
}
