import { dayOf, daysBefore } from '../../functions/shared/domain/days.ts';
import type { Chance } from './chance.ts';

/** Relative number of queries for each hour of the day, UTC. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 11, 9, 10, 11, 11, 12, 13, 12, 10, 8, 6, 5, 3];
/** Queries on a weekend day, relative to a weekday. */
const WEEKEND = 0.5;
/** Growth from the first to the last day, relative to the first. */
const GROWTH = 0.6;

const MINUTE_MS = 60_000;
/** No session begins within this time before now, so that all sessions have ended. */
const QUIET_MS = 15 * MINUTE_MS;

/** The start of a made-up session in epoch milliseconds, distributed realistically over the given days. */
export function beginningOf(chance: Chance, now: number, days: number): number {
  const weights = Array.from({ length: days }, (_, index) => {
    const weekday = new Date(`${daysBefore(dayOf(now), days - 1 - index)}T12:00:00Z`).getUTCDay();
    const growth = 1 + (GROWTH * index) / Math.max(1, days - 1);
    return growth * (weekday === 0 || weekday === 6 ? WEEKEND : 1);
  });
  const day = Date.parse(`${daysBefore(dayOf(now), days - 1 - weighted(weights, chance))}T00:00:00Z`);
  const minutes = weighted(HOURS, chance) * 60 + chance.between(0, 59);
  const at = day + minutes * MINUTE_MS + chance.between(0, MINUTE_MS - 1);
  if (at <= now - QUIET_MS) return at;
  // Today's weight is the part of the day that has passed. In the first minutes of a day, the session begins
  // on the previous day.
  const passed = now - QUIET_MS - Date.parse(`${dayOf(now)}T00:00:00Z`);
  return passed <= 0 ? at - 86_400_000 : now - QUIET_MS - Math.floor(chance.next() * passed);
}

/** A random index, with probabilities in proportion to the weights. */
function weighted(weights: readonly number[], { next }: Chance): number {
  let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return weights.length - 1;
}
