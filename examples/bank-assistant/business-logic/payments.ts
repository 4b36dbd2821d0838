import { createHash } from 'node:crypto';
import type { States, Turn } from './competency.ts';
import { type AccountId, isAccountId, type Movement, type Receipt } from './ledger.ts';
import type { Answer } from './wire.ts';
import { ACCOUNTS, ERRORS, major, toParty } from './words.ts';

/** A movement whose slots are all there and allowed. */
type Order = Pick<Movement, 'from' | 'to' | 'cents'>;

/** Whom bills are paid to, and what that is summed under. */
export const PAYEES: ReadonlyMap<string, string> = new Map([
  ['electricity', 'utilities'],
  ['water', 'utilities'],
  ['internet', 'utilities'],
  ['phone', 'utilities'],
  ['rent', 'housing'],
  ['gym', 'health'],
  ['insurance', 'insurance'],
]);

/** How one competency names its slots, states and response slots. */
interface Payment {
  fromSlot: string;
  /** Reads and checks the slots; `order` is there once nothing is missing. */
  read(turn: Turn): {
    order?: Order;
    responseSlots: Record<string, unknown>;
    /** What the next request of the conversation is to bring back. */
    sessionInfo?: Record<string, unknown>;
  };
  states: { confirm: string; offer: string; noFunds: string };
  /** Told once, when the money has moved. */
  moved?(turn: Turn, order: Order): void;
  balanceSlot: string;
  fromName: string;
}

const transfer: Payment = {
  fromSlot: 'account_from',
  states: { confirm: 'transfer', offer: 'transfer_other_account', noFunds: 'transfer_no_funds' },
  balanceSlot: 'from_balance',
  fromName: 'from_name',
  read(turn) {
    const { slots, language } = turn.request;
    const from = sourceAccount(turn, 'account_from');
    const cents = amountOf(turn);
    const named = slots.readText('account_to');
    const to = isAccountId(named) ? named : undefined;
    if (named !== undefined && to === undefined) {
      slots.reject('account_to', ERRORS.unknownAccount[language]);
    } else if (to !== undefined && to === from) {
      slots.reject('account_to', ERRORS.sameAccount[language]);
    }
    const responseSlots = {
      ...nameOf('from_name', from, turn),
      ...nameOf('to_name', to, turn),
    };
    if (from === undefined || to === undefined || to === from || cents === undefined)
      return { responseSlots };
    return { order: { from, to, cents }, responseSlots };
  },
};

const bill: Payment = {
  fromSlot: 'account',
  states: { confirm: 'bill_payment', offer: 'bill_other_account', noFunds: 'bill_no_funds' },
  balanceSlot: 'account_balance',
  fromName: 'account_name',
  read(turn) {
    const { slots, language } = turn.request;
    const payee = slots.readText('payee');
    const category = PAYEES.get(payee ?? '');
    if (payee !== undefined && category === undefined) {
      slots.reject('payee', ERRORS.unknownPayee[language]);
      return { responseSlots: {} };
    }
    const sessionInfo = fillDue(turn, payee);
    const from = sourceAccount(turn, 'account');
    const cents = amountOf(turn);
    const names = payee === undefined ? {} : { to_payee: toParty(payee, language) };
    const responseSlots = { ...nameOf('account_name', from, turn), ...names };
    if (payee === undefined || category === undefined || from === undefined || cents === undefined) {
      return { responseSlots, sessionInfo };
    }
    return { order: { from, to: { party: payee, category }, cents }, responseSlots, sessionInfo };
  },
  moved(turn, order) {
    if (typeof order.to === 'string') return;
    const left = (turn.customer.bills.get(order.to.party) ?? 0) - order.cents;
    if (left > 0) turn.customer.bills.set(order.to.party, left);
    else turn.customer.bills.delete(order.to.party);
  },
};

export const paymentStates: States = {
  transfer: (turn) => confirm(turn, transfer),
  transfer_other_account: (turn) => confirm(turn, transfer),
  transfer_confirmed: (turn) => carryOut(turn, transfer),
  transfer_from_other_account: (turn) => carryOutFromOffered(turn, transfer),
  bill_payment: (turn) => confirm(turn, bill),
  bill_other_account: (turn) => confirm(turn, bill),
  bill_paid: (turn) => carryOut(turn, bill),
  bill_paid_from_other_account: (turn) => carryOutFromOffered(turn, bill),
};

/** Before anything moves: the question that the funds allow, or the wish of the slots that are missing. */
function confirm(turn: Turn, payment: Payment): Answer {
  const { order, responseSlots, sessionInfo } = payment.read(turn);
  if (order === undefined || turn.customer.ledger.available(order.from) >= order.cents) {
    return {
      state: payment.states.confirm,
      responseSlots,
      sessionInfo: { ...sessionInfo, order: turn.request.qid },
    };
  }
  const answer = insufficient(turn, payment, order, responseSlots);
  return { ...answer, sessionInfo: { ...sessionInfo, ...answer.sessionInfo } };
}

/**
 * Moves the money, or says why not. A repeat of the same query, or a second yes to the same order (two taps
 * at once), gets the first answer and moves nothing.
 */
function carryOut(turn: Turn, payment: Payment): Answer {
  const receipt = turn.customer.ledger.receipt(keysOf(turn));
  const { order, responseSlots } = payment.read(turn);
  if (receipt !== undefined) return done(turn, payment, receipt, responseSlots);
  if (order === undefined) return { state: payment.states.confirm, responseSlots };
  if (turn.customer.ledger.available(order.from) < order.cents) {
    return insufficient(turn, payment, order, responseSlots);
  }
  const moved = turn.customer.ledger.move({ ...order, keys: keysOf(turn), at: turn.now });
  payment.moved?.(turn, order);
  return done(turn, payment, moved, responseSlots);
}

/** The user took the account that was offered: it becomes the source. Funds that left meanwhile end it. */
function carryOutFromOffered(turn: Turn, payment: Payment): Answer {
  const receipt = turn.customer.ledger.receipt(keysOf(turn));
  const { order } = payment.read(turn);
  const offered = turn.request.sessionInfo.offered_account;
  const source =
    receipt?.movement.from ??
    (typeof offered === 'string' && isAccountId(offered) ? offered : order && otherAccount(turn, order));
  if (source !== undefined) turn.request.slots.fill(payment.fromSlot, source);
  const answer = carryOut(turn, payment);
  return answer.state === payment.states.offer ? { ...answer, state: payment.states.noFunds } : answer;
}

/** An order is named by the query that asked for its confirmation. */
export function keysOf({ request }: Turn): [string, ...string[]] {
  const { order } = request.sessionInfo;
  return typeof order === 'string' && order !== '' ? [order, request.qid] : [request.qid];
}

function insufficient(turn: Turn, payment: Payment, order: Order, names: Record<string, unknown>): Answer {
  const responseSlots = { ...names, available: major(turn.customer.ledger.available(order.from)) };
  const offer = otherAccount(turn, order);
  if (offer === undefined) return { state: payment.states.noFunds, responseSlots };
  return {
    state: payment.states.offer,
    responseSlots: { ...responseSlots, offer_name: ACCOUNTS[offer][turn.request.language] },
    sessionInfo: { order: turn.request.qid, offered_account: offer },
  };
}

function done(turn: Turn, payment: Payment, receipt: Receipt, names: Record<string, unknown>): Answer {
  const { movement, fromBalanceCents } = receipt;
  const responseSlots = {
    ...names,
    ...nameOf(payment.fromName, movement.from, turn),
    [payment.balanceSlot]: major(fromBalanceCents),
    reference: reference(movement.keys[0]),
  };
  return { responseSlots, visualPayload: { reference: reference(movement.keys[0]) } };
}

/** An account that neither gives nor gets the money and has enough of it. */
function otherAccount(turn: Turn, { from, to, cents }: Order): AccountId | undefined {
  const candidates: AccountId[] = ['checking', 'savings', 'joint'];
  return candidates.find((id) => id !== from && id !== to && turn.customer.ledger.available(id) >= cents);
}

/**
 * Fills in what is due where the customer names no amount, and anew where a bill takes the place of the one that the
 * amount was filled in for.
 * @returns the session info that tells so later
 */
function fillDue({ request, customer }: Turn, payee: string | undefined): Record<string, unknown> {
  const { slots, sessionInfo, language } = request;
  if (payee === undefined) return {};
  const amount = slots.readNumber('amount');
  const isOfOther =
    sessionInfo.due_to !== payee && sessionInfo.due !== undefined && amount === sessionInfo.due;
  if (amount !== undefined && !isOfOther) return {};
  const due = customer.bills.get(payee);
  if (due === undefined) {
    if (isOfOther) slots.reject('amount', ERRORS.otherBill[language]);
    return {};
  }
  slots.fill('amount', major(due));
  return { due_to: payee, due: major(due) };
}

export function sourceAccount({ request }: Turn, slot: string): AccountId | undefined {
  const named = request.slots.readText(slot);
  if (named === undefined) return undefined;
  if (isAccountId(named) && named !== 'credit_card') return named;
  const error = named === 'credit_card' ? ERRORS.fromCreditCard : ERRORS.unknownAccount;
  request.slots.reject(slot, error[request.language]);
  return undefined;
}

/** The cents of a slot of money; what is no amount of dollars is rejected. */
export function amountOf({ request }: Turn, slot = 'amount'): number | undefined {
  const { slots, language } = request;
  const cents = slots.readCents(slot);
  if (cents === undefined) return undefined;
  const currency = slots.detail(slot, 'currency') ?? 'USD';
  const error =
    currency !== 'USD'
      ? ERRORS.otherCurrency
      : Number.isSafeInteger(cents) && cents > 0
        ? undefined
        : ERRORS.badAmount;
  if (error === undefined) return cents;
  slots.reject(slot, error[language]);
  return undefined;
}

const nameOf = (key: string, account: AccountId | undefined, { request }: Turn): Record<string, string> =>
  account === undefined ? {} : { [key]: ACCOUNTS[account][request.language] };

/** What the customer can quote; the same for a repeat. */
const reference = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase();
