import type { States, Turn } from './competency.ts';
import { ACCOUNT_IDS, type AccountId, isAccountId } from './ledger.ts';
import { ACCOUNT_TITLES, ACCOUNTS, day, ERRORS, major, percent } from './words.ts';

const ANNUAL_RATES: Readonly<Record<AccountId, number>> = {
  checking: 0.001,
  savings: 0.0385,
  joint: 0.005,
  credit_card: 0.219,
};

/** Day of the month on which the credit card is paid. */
const DUE_DAY = 5;
const MINIMUM_CENTS = 2_500;
const MINIMUM_PERCENT = 3;

export const accountStates: States = {
  balance: (turn) => {
    const { ledger } = turn.customer;
    const lines = askedAccounts(turn).map((id) => ({ ...named(id, turn), cents: ledger.balance(id) }));
    const isOwed = ({ id, cents }: { id: AccountId; cents: number }): boolean =>
      id === 'credit_card' && cents <= 0;
    const shown = ({ cents, ...line }: (typeof lines)[number]) => ({
      ...line,
      balance: major(Math.abs(cents)),
    });
    const accounts = lines.filter((line) => !isOwed(line)).map(shown);
    const owed = lines.filter(isOwed).map(shown);
    return { responseSlots: { accounts, owed }, visualPayload: { accounts, owed } };
  },

  interest_rate: (turn) => {
    const { language } = turn.request;
    const rates = askedAccounts(turn).map((id) => ({
      ...named(id, turn),
      rate: percent(ANNUAL_RATES[id], language),
    }));
    return { responseSlots: { rates } };
  },

  credit_due: ({ request, customer, now }) => {
    const owed = Math.max(0, -customer.ledger.balance('credit_card'));
    const share = Math.ceil((owed * MINIMUM_PERCENT) / 100);
    return {
      responseSlots: {
        due_on: day(nextDueDay(now, request.timeOffsetMinutes), request.language, 0),
        minimum: major(Math.min(owed, Math.max(MINIMUM_CENTS, share))),
        statement_balance: major(owed),
      },
    };
  },
};

/** The account that was named, or all of them; a name that the customer has no account for is rejected. */
function askedAccounts({ request }: Turn): readonly AccountId[] {
  const asked = request.slots.readText('account');
  if (asked === undefined) return ACCOUNT_IDS;
  if (isAccountId(asked)) return [asked];
  request.slots.reject('account', ERRORS.unknownAccount[request.language]);
  return ACCOUNT_IDS;
}

const named = (id: AccountId, { request: { language } }: Turn) => ({
  id,
  name: ACCOUNTS[id][language],
  title: ACCOUNT_TITLES[id][language],
});

/** Midnight UTC of the user's next due day, today included; epoch milliseconds. */
function nextDueDay(now: number, offsetMinutes: number): number {
  const local = new Date(now + offsetMinutes * 60_000);
  const month = local.getUTCMonth() + (local.getUTCDate() > DUE_DAY ? 1 : 0);
  return Date.UTC(local.getUTCFullYear(), month, DUE_DAY);
}
