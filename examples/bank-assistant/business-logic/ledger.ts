/**
 * The money of one customer, in integer cents. Every movement has two sides, so the sum over the accounts and
 * what was paid out never changes. A movement carries keys, and a key moves money once.
 */
export type AccountId = 'checking' | 'savings' | 'joint' | 'credit_card';

export const ACCOUNT_IDS: readonly AccountId[] = ['checking', 'savings', 'joint', 'credit_card'];

export const isAccountId = (id: string | undefined): id is AccountId =>
  ACCOUNT_IDS.some((known) => known === id);

/** One line of an account's history. */
export interface Entry {
  id: string;
  account: AccountId;
  /** Epoch milliseconds. */
  at: number;
  /** Negative where money left the account. */
  cents: number;
  /** A merchant or payee of `words.ts`; absent for transfers between own accounts. */
  party?: string;
  /** What a spending is summed under; absent for income and transfers. */
  category?: string;
}

export interface Movement {
  /** What makes a repeat recognisable, by any of them: the order that was confirmed, the query that did it. */
  keys: readonly [string, ...string[]];
  from: AccountId;
  /** An own account, or the party that is paid. */
  to: AccountId | { party: string; category?: string };
  /** A positive whole number. */
  cents: number;
  /** Epoch milliseconds. */
  at: number;
}

/** What a movement did, as it stood right after it. */
export interface Receipt {
  movement: Movement;
  fromBalanceCents: number;
}

export class LedgerError extends Error {
  override name = 'LedgerError';
}

export interface Ledger {
  /** The credit card's balance is negative by what is owed. */
  balance(account: AccountId): number;
  /** What can be moved out of an account: nothing out of a credit card. */
  available(account: AccountId): number;
  /** What has left for others since the ledger was opened. */
  paidOut(): number;
  /** Newest first. */
  entries(): readonly Entry[];
  /** Of the movement that carried one of the keys. */
  receipt(keys: readonly string[]): Receipt | undefined;
  /** @throws {LedgerError} where the amount, the accounts or the funds do not allow it; nothing is moved then */
  move(movement: Movement): Receipt;
}

export function openLedger(
  opening: Readonly<Record<AccountId, number>>,
  history: readonly Entry[] = [],
): Ledger {
  const balances = new Map<AccountId, number>(ACCOUNT_IDS.map((id) => [id, opening[id]]));
  const receipts = new Map<string, Receipt>();
  let entries = [...history].sort((a, b) => b.at - a.at);
  let paidOut = 0;

  const balance = (account: AccountId): number => balances.get(account) ?? 0;
  const available = (account: AccountId): number =>
    account === 'credit_card' ? 0 : Math.max(0, balance(account));

  const receipt = (keys: readonly string[]): Receipt | undefined =>
    keys.map((key) => receipts.get(key)).find((found) => found !== undefined);

  const move = (movement: Movement): Receipt => {
    const before = receipt(movement.keys);
    if (before !== undefined) return before;
    const { from, to, cents, at, keys } = movement;
    const [id] = keys;
    if (!Number.isSafeInteger(cents) || cents <= 0) throw new LedgerError('the amount is no number of cents');
    if (from === to) throw new LedgerError('the accounts are the same');
    if (cents > available(from)) throw new LedgerError('the funds are insufficient');
    balances.set(from, balance(from) - cents);
    if (typeof to === 'string') {
      balances.set(to, balance(to) + cents);
      entries = [
        { id: `${id}-out`, account: from, at, cents: -cents },
        { id: `${id}-in`, account: to, at, cents },
        ...entries,
      ];
    } else {
      paidOut += cents;
      entries = [{ id: `${id}-out`, account: from, at, cents: -cents, ...to }, ...entries];
    }
    const done = { movement, fromBalanceCents: balance(from) };
    for (const key of keys) receipts.set(key, done);
    return done;
  };

  return {
    balance,
    available,
    move,
    paidOut: () => paidOut,
    entries: () => entries,
    receipt,
  };
}
