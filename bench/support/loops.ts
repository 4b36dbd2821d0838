import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../report.ts';
import type { Outcome } from './outcomes.ts';

/** Enough connections for all callers of a loop. */
export const CONNECTIONS = 512;

/** Callers of the closed loop; each asks again when answered. */
export const CLOSED_CALLERS = 8;

/** Each caller asks again when answered. */
export async function closedLoop(
  send: (index: number) => Promise<Outcome>,
  callers: number,
  seconds: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const caller = async () => {
    while (performance.now() < end) {
      outcomes.push(await send(next));
      next += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return outcomes;
}

/** A request at every tick, independent of earlier ones; an answer's time counts from its tick. */
export async function openLoop(
  send: (index: number, since: number) => Promise<Outcome>,
  perSecond: number,
  seconds: number,
): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = [];
  const begin = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = begin + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await delay(early);
    sent.push(send(index, due));
  }
  return Promise.all(sent);
}

/**
 * Many callers ask at once and retry as `Retry-After` says. Each waits up to twice that time, so that they do not all
 * return at once.
 * @param seconds after which nobody retries
 * @returns each caller's last outcome, the total number of tries, and the seconds until the last answer
 */
export async function atOnce(
  send: (index: number) => Promise<Outcome>,
  people: number,
  seconds: number,
): Promise<{ outcomes: Outcome[]; tries: number; seconds: number }> {
  const begin = performance.now();
  let tries = 0;
  const person = async (index: number): Promise<Outcome> => {
    for (;;) {
      tries += 1;
      const outcome = await send(index);
      const { retryAfterSeconds = 0 } = outcome;
      const isOver = performance.now() - begin > 1000 * seconds;
      if (isAnswered(outcome) || retryAfterSeconds === 0 || isOver) return outcome;
      await delay(1000 * retryAfterSeconds * (1 + Math.random()));
    }
  };
  const outcomes = await Promise.all(Array.from({ length: people }, (_, index) => person(index)));
  return { outcomes, tries, seconds: (performance.now() - begin) / 1000 };
}

export const isAnswered = ({ status }: Outcome): boolean => status === 200;

/** Figures of the outcomes; times only of answered requests. */
export function figuresOf(outcomes: readonly Outcome[]) {
  const answered = outcomes.filter(isAnswered);
  const times = answered.map(({ milliseconds }) => milliseconds);
  const refusals = new Map<number, number>();
  for (const { status } of outcomes)
    if (status !== 200) refusals.set(status, (refusals.get(status) ?? 0) + 1);
  return {
    asked: outcomes.length,
    share: (100 * answered.length) / Math.max(1, outcomes.length),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refusals: [...refusals].map(([status, count]) => `${status || 'none'} ×${count}`).join(', ') || '–',
  };
}
