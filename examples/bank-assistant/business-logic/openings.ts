import { createHash } from 'node:crypto';
import type { States, Turn } from './competency.ts';
import type { AccountId } from './ledger.ts';
import { amountOf, keysOf, sourceAccount } from './payments.ts';
import type { Answer } from './wire.ts';
import { ACCOUNTS, ERRORS, major, money, PRODUCTS, percent } from './words.ts';

/** What a year brings on each kind of account. */
const RATES: ReadonlyMap<string, number> = new Map([
  ['checking', 0.001],
  ['savings', 0.0385],
  ['certificate', 0.046],
  ['youth', 0.041],
]);

interface Opening {
  product: string;
  rate: number;
  from: AccountId;
  cents: number;
}

export const openingStates: States = {
  account_opening: (turn) => {
    const opening = read(turn);
    if (opening === undefined) return names(turn);
    return { ...names(turn, opening), sessionInfo: { order: turn.request.qid } };
  },

  /** Moves the deposit once, however often the same order is confirmed. */
  account_opened: (turn) => {
    const keys = keysOf(turn);
    const { ledger } = turn.customer;
    const receipt = ledger.receipt(keys);
    const opening = receipt === undefined ? read(turn) : undefined;
    if (receipt === undefined && opening === undefined) return { state: 'account_opening' };
    const { movement } =
      receipt ??
      ledger.move({
        keys,
        from: opening?.from ?? 'checking',
        to: { party: 'new_account' },
        cents: opening?.cents ?? 0,
        at: turn.now,
      });
    const answer = names(turn, opening);
    return {
      ...answer,
      responseSlots: {
        ...answer.responseSlots,
        account_name: ACCOUNTS[movement.from][turn.request.language],
        last_four: lastFour(movement.keys[0]),
      },
    };
  },
};

/** The slots, checked: undefined while one is missing or the funds are short. */
function read(turn: Turn): Opening | undefined {
  const { slots, language } = turn.request;
  const product = slots.readText('product');
  const rate = RATES.get(product ?? '');
  if (product !== undefined && rate === undefined) {
    const error = product === 'joint' ? ERRORS.jointAccount : ERRORS.unknownProduct;
    slots.reject('product', error[language]);
  }
  const from = sourceAccount(turn, 'account');
  const cents = amountOf(turn, 'deposit');
  if (from === undefined || cents === undefined) return undefined;
  const available = turn.customer.ledger.available(from);
  if (available < cents) {
    slots.reject('account', onlySoMuch(available, from, turn));
    return undefined;
  }
  return product === undefined || rate === undefined ? undefined : { product, rate, from, cents };
}

function onlySoMuch(available: number, from: AccountId, { request: { language } }: Turn): string {
  const amount = money(available, language);
  const name = ACCOUNTS[from][language];
  return language === 'es' ? `En ${name} solo hay ${amount}.` : `There's only ${amount} in ${name}.`;
}

function names(turn: Turn, opening?: Opening): Answer {
  const { language, slots } = turn.request;
  const product = slots.readText('product') ?? '';
  const named = PRODUCTS.get(product)?.[language];
  const responseSlots = {
    ...(named === undefined ? {} : { product_name: named, rate: percent(RATES.get(product) ?? 0, language) }),
    ...(opening === undefined
      ? {}
      : {
          account_name: ACCOUNTS[opening.from][language],
          interest: major(Math.round(opening.cents * opening.rate)),
        }),
  };
  return { responseSlots };
}

const lastFour = (key: string): string =>
  String(createHash('sha256').update(`account.${key}`).digest().readUInt32BE() % 10_000).padStart(4, '0');
