import { nextWorkday, todayOf, writeDay } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import { amountOf } from './payments.ts';
import type { Answer } from './wire.ts';
import { ERRORS, major, percent } from './words.ts';

/** The annual rate by what the loan is for. */
const RATES: ReadonlyMap<string, number> = new Map([
  ['car', 0.064],
  ['home', 0.072],
  ['studies', 0.059],
  ['debts', 0.099],
]);
const OTHER_RATE = 0.084;

const SHORTEST_MONTHS = 6;
const LONGEST_MONTHS = 84;

export const loanStates: States = {
  loan_estimate: (turn) => estimate(turn),
  loan_callback: (turn) => {
    const answer = estimate(turn);
    const call = { call_on: writeDay(nextWorkday(todayOf(turn))), phone_ending: turn.customer.phoneEnding };
    return { ...answer, responseSlots: { ...answer.responseSlots, ...call } };
  },
};

function estimate(turn: Turn): Answer {
  const { slots, language } = turn.request;
  const rate = RATES.get(slots.readText('purpose') ?? '') ?? OTHER_RATE;
  const cents = amountOf(turn);
  const months = monthsOf(slots.readText('term'));
  if (slots.read('term') !== undefined && !isAllowed(months)) {
    slots.reject('term', ERRORS.loanTerm[language]);
    return {};
  }
  if (cents === undefined || months === undefined) return {};
  const monthly = payment(cents, rate, months);
  return {
    responseSlots: {
      rate: percent(rate, language),
      months,
      monthly: major(monthly),
      interest: major(monthly * months - cents),
    },
    visualPayload: { loan: { months, rate, monthly: major(monthly) } },
  };
}

const isAllowed = (months: number | undefined): boolean =>
  months !== undefined && months >= SHORTEST_MONTHS && months <= LONGEST_MONTHS;

/** Cents a month, by the formula of an annuity, rounded up. */
export function payment(cents: number, annualRate: number, months: number): number {
  const rate = annualRate / 12;
  return Math.ceil((cents * rate) / (1 - (1 + rate) ** -months));
}

/** The months of an ISO 8601 duration of years and months, such as `P1Y6M`. */
function monthsOf(duration: string | undefined): number | undefined {
  const [, years, months] = /^P(?:(\d+)Y)?(?:(\d+)M)?$/.exec(duration ?? '') ?? [];
  if (years === undefined && months === undefined) return undefined;
  return Number(years ?? 0) * 12 + Number(months ?? 0);
}
