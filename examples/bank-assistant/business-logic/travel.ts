import { rangeName, readRange, todayOf } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import { DAY_MS } from './customers.ts';
import type { Answer } from './wire.ts';
import { ERRORS } from './words.ts';

const LONGEST_DAYS = 90;

export const travelStates: States = {
  travel_notice: (turn) => noticed(turn),
  travel_noted: (turn) => {
    const { slots } = turn.request;
    const dates = readRange(slots, 'dates');
    const countries = slots.readAll('country').filter((country) => typeof country === 'string');
    if (dates !== undefined) turn.customer.trips.set(`${countries} ${dates.from}`, { countries, ...dates });
    const answer = noticed(turn);
    return { ...answer, responseSlots: { ...answer.responseSlots, trips: turn.customer.trips.size } };
  },
};

/** How long the journey is; too long a one is rejected. */
function noticed(turn: Turn): Answer {
  const { slots, language } = turn.request;
  const dates = readRange(slots, 'dates');
  if (dates === undefined) return {};
  const days = Math.round((dates.to - dates.from) / DAY_MS) + 1;
  if (days > LONGEST_DAYS) slots.reject('dates', ERRORS.longJourney[language]);
  return { responseSlots: { days, period_name: rangeName(dates, todayOf(turn), language) } };
}
