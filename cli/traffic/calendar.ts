import { dayOf, daysBefore } from '../../functions/shared/domain/days.ts';
import type { Chance } from './chance.ts';

/** The shares of queries by the hour of the day, in UTC. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 11, 9, 10, 11, 11, 12, 13, 12, 10, 8, 6, 5, 3];
/** The queries of a day of the weekend, as a share of another day's. */
const WEEKEND = 0.5;
/** The growth from the first day to the last, as a share of the first. */
const GROWTH = 0.6;

const MINUTE_MS = 60_000;
/** The time before now in which no session begins, so that all of them are over. */
const QUIET_MS = 15 * MINUTE_MS;

/**
 * The moment at which a made-up session begins, in epoch milliseconds: on one of the days up to now, as people come.
 */
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
  // Today has only the time that has passed; in its first minutes, the session begins the day before.
  const passed = now - QUIET_MS - Date.parse(`${dayOf(now)}T00:00:00Z`);
  return passed <= 0 ? at - 86_400_000 : now - QUIET_MS - Math.floor(chance.next() * passed);
}

/** The place of a weight, as often as it weighs. */
function weighted(weights: readonly number[], { next }: Chance): number {
  let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return weights.length - 1;
}
