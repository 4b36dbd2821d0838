import type { States, Turn } from './competency.ts';
import { DAY_MS } from './customers.ts';
import { type Entry, isAccountId } from './ledger.ts';
import { CATEGORIES, day, ERRORS, major, partyName } from './words.ts';

const LISTED = 5;
const SPOKEN = 3;

const PERIODS = {
  this_week: { en: 'this week', es: 'esta semana' },
  last_week: { en: 'last week', es: 'la semana pasada' },
  this_month: { en: 'this month', es: 'este mes' },
  last_month: { en: 'last month', es: 'el mes pasado' },
} as const;

type Period = keyof typeof PERIODS;

const isPeriod = (name: string | undefined): name is Period =>
  name !== undefined && Object.hasOwn(PERIODS, name);

export const historyStates: States = {
  transactions: (turn) => {
    const { slots, language, timeOffsetMinutes } = turn.request;
    const named = slots.readText('account');
    const merchant = slots.readText('merchant');
    const account = isAccountId(named) ? named : undefined;
    if (named !== undefined && account === undefined)
      slots.reject('account', ERRORS.unknownAccount[language]);
    const transactions = turn.customer.ledger
      .entries()
      .filter((entry) => account === undefined || entry.account === account)
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
    const asked = slots.readText('period');
    const period = isPeriod(asked) ? asked : 'this_month';
    const totals = spentByCategory(turn, period);
    const categories = [...totals]
      .sort(([, a], [, b]) => b - a)
      .map(([id, cents]) => ({ id, name: categoryName(id, turn), total: major(cents) }));
    const allCents = [...totals.values()].reduce((sum, cents) => sum + cents, 0);
    const common = { period_name: PERIODS[period][language] };
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
};

/** Cents spent in the period, by category. Transfers between own accounts and income are none. */
function spentByCategory(turn: Turn, period: Period): Map<string, number> {
  const [start, end] = boundaries(period, turn.now, turn.request.timeOffsetMinutes);
  const spent = turn.customer.ledger
    .entries()
    .filter((entry): entry is Entry & { category: string } => entry.category !== undefined && entry.cents < 0)
    .filter(({ at }) => at >= start && at < end);
  const totals = new Map<string, number>();
  for (const { category, cents } of spent) totals.set(category, (totals.get(category) ?? 0) - cents);
  return totals;
}

/** Start (inclusive) and end (exclusive) in epoch milliseconds; weeks begin on Monday, by the user's clock. */
function boundaries(period: Period, now: number, offsetMinutes: number): [number, number] {
  const offset = offsetMinutes * 60_000;
  const local = new Date(now + offset);
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const monday = Date.UTC(year, month, date) - ((local.getUTCDay() + 6) % 7) * DAY_MS;
  const bounds: Record<Period, [number, number]> = {
    this_week: [monday, monday + 7 * DAY_MS],
    last_week: [monday - 7 * DAY_MS, monday],
    this_month: [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)],
    last_month: [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)],
  };
  const [start, end] = bounds[period];
  return [start - offset, end - offset];
}

const categoryName = (category: string, { request }: Turn): string =>
  CATEGORIES.get(category)?.[request.language] ?? category;
