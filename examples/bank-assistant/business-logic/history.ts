import { type DayRange, isWithin, monthOf, rangeName, readRange, todayOf } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import { type Entry, isAccountId } from './ledger.ts';
import type { Answer } from './wire.ts';
import { ACCOUNTS, CATEGORIES, day, ERRORS, major, partyName } from './words.ts';

const LISTED = 5;
const SPOKEN = 3;

export const historyStates: States = {
  transactions: (turn) => {
    const { slots, language, timeOffsetMinutes } = turn.request;
    const merchant = slots.readText('merchant');
    const period = readRange(slots, 'period');
    const transactions = entriesOf(turn, period)
      .filter((entry) => merchant === undefined || entry.party === merchant)
      .slice(0, LISTED)
      .map((entry) => ({
        date: day(entry.at, language, timeOffsetMinutes),
        description: partyName(entry.party, language),
        amount: major(entry.cents),
      }));
    return {
      responseSlots: { transactions, latest: transactions.slice(0, SPOKEN) },
      visualPayload: { transactions },
    };
  },

  spending: (turn) => {
    const { slots, language } = turn.request;
    const category = slots.readText('category');
    const today = todayOf(turn);
    const period = readRange(slots, 'period') ?? monthOf(today);
    const totals = spentByCategory(turn, period);
    const categories = [...totals]
      .sort(([, a], [, b]) => b - a)
      .map(([id, cents]) => ({ id, name: categoryName(id, turn), total: major(cents) }));
    const allCents = [...totals.values()].reduce((sum, cents) => sum + cents, 0);
    const common = { period_name: rangeName(period, today, language) };
    if (category !== undefined) {
      const total = major(totals.get(category) ?? 0);
      return {
        responseSlots: { ...common, total, category_name: categoryName(category, turn), categories: [] },
      };
    }
    const total = major(allCents);
    return {
      responseSlots: { ...common, total, categories },
      visualPayload: { spending: { total, categories } },
    };
  },

  statement: (turn) => statement(turn),
  statement_sent: (turn) => statement(turn),
};

/** What a statement would hold; one without movements is not sent. */
function statement(turn: Turn): Answer {
  const { slots, language } = turn.request;
  const named = slots.readText('account');
  const period = readRange(slots, 'period');
  const entries = entriesOf(turn, period);
  if (!isAccountId(named) || period === undefined) return {};
  const sum = (sign: 1 | -1): number =>
    entries.reduce((cents, entry) => cents + Math.max(0, sign * entry.cents), 0);
  const responseSlots = {
    account_name: ACCOUNTS[named][language],
    period_name: rangeName(period, todayOf(turn), language),
    count: entries.length,
    is_one: entries.length === 1,
    money_in: major(sum(1)),
    money_out: major(sum(-1)),
    email: turn.customer.email,
  };
  return entries.length === 0 ? { state: 'statement_empty', responseSlots } : { responseSlots };
}

/** The movements of the account that was named, or of all, within a period; newest first. */
function entriesOf(turn: Turn, period: DayRange | undefined): readonly Entry[] {
  const { slots, language } = turn.request;
  const named = slots.readText('account');
  const account = isAccountId(named) ? named : undefined;
  if (named !== undefined && account === undefined) slots.reject('account', ERRORS.unknownAccount[language]);
  return turn.customer.ledger
    .entries()
    .filter((entry) => account === undefined || entry.account === account)
    .filter((entry) => period === undefined || isWithin(entry.at, period, turn));
}

/** Cents spent in the period, by category. Transfers between own accounts and income are none. */
function spentByCategory(turn: Turn, period: DayRange): Map<string, number> {
  const spent = turn.customer.ledger
    .entries()
    .filter((entry): entry is Entry & { category: string } => entry.category !== undefined && entry.cents < 0)
    .filter(({ at }) => isWithin(at, period, turn));
  const totals = new Map<string, number>();
  for (const { category, cents } of spent) totals.set(category, (totals.get(category) ?? 0) - cents);
  return totals;
}

const categoryName = (category: string, { request }: Turn): string =>
  CATEGORIES.get(category)?.[request.language] ?? category;
