import type { Place } from '../../functions/shared/domain/places.ts';
import { Refusal } from './refusal.ts';

/** Requests processed concurrently: enough that one computes while others wait for the store. */
export const MAX_CONCURRENT = 8;
/** While the service is overloaded: the maximum number of waiting requests, and their maximum wait. */
export const LINE = 64;
export const WAIT_MS = 500;
/**
 * The service counts as overloaded once this many requests have waited for this long. Shorter or briefer
 * queues are served completely, however slow the machine is.
 */
export const BURST = 100;
export const BURST_MS = 1000;

/** The maximum wait in the queue, about as long as a request may take. */
export const PATIENCE_MS = 20_000;

export interface EntranceOptions {
  /** Default {@link MAX_CONCURRENT}. */
  maxConcurrent?: number;
  /** Maximum queue length during a burst. */
  longest: number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Runs the work after a delay. @returns a function that cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
}

/** An admitted request. */
export interface Entered extends Place {
  /** Ends the request, whether it is in progress or waiting. */
  end(): void;
}

export interface Entrance {
  /**
   * Checks for room before any part of the request is read.
   * @throws {Refusal} 503 if the service is overloaded
   */
  check(): void;
  /** Waits for a slot. @throws {Refusal} like `check` */
  enter(): Promise<Entered>;
}

interface Waiting {
  since: number;
  begin: () => void;
  refuse: () => void;
}

/**
 * Limits the number of requests in progress; further requests wait in a queue. A long-lasting queue means
 * that more requests arrive than can be answered. From then until the queue is empty, the newest request goes
 * first and requests that have waited too long are refused. So admitted requests are answered quickly,
 * instead of all being late.
 */
export function createEntrance({
  maxConcurrent = MAX_CONCURRENT,
  longest,
  now,
  after,
}: EntranceOptions): Entrance {
  let working = 0;
  const line: Waiting[] = [];
  let longSince: number | undefined;
  let isOverloaded = false;

  /** Called whenever the queue may have changed or time has passed. */
  function judge(): boolean {
    if (line.length < BURST) longSince = undefined;
    else longSince ??= now();
    if (line.length === 0) isOverloaded = false;
    else if (longSince !== undefined && now() - longSince >= BURST_MS) isOverloaded = true;
    return isOverloaded;
  }

  function shorten(): void {
    if (!judge()) return;
    const late = line.filter(({ since }) => now() - since >= WAIT_MS);
    for (const { refuse } of late) refuse();
    while (line.length > LINE) line[0]?.refuse();
  }

  function beginNext(): void {
    shorten();
    while (working < maxConcurrent && line.length > 0) line.at(judge() ? -1 : 0)?.begin();
  }

  function wait(): Promise<void> {
    const place = Promise.withResolvers<void>();
    const since = now();
    let cancel = (): void => undefined;
    const leaveLine = () => {
      line.splice(line.indexOf(waiting), 1);
      cancel();
    };
    const waiting: Waiting = {
      since,
      begin: () => {
        leaveLine();
        working += 1;
        place.resolve();
      },
      refuse: () => {
        leaveLine();
        place.reject(overloaded());
      },
    };
    const look = () => {
      if (judge() || now() - since >= PATIENCE_MS) waiting.refuse();
      else cancel = after(WAIT_MS, look);
    };
    line.push(waiting);
    judge();
    cancel = after(WAIT_MS, look);
    return place.promise;
  }

  function check(): void {
    shorten();
    if (line.length >= (judge() ? LINE : longest)) throw overloaded();
  }

  function entered(): Entered {
    let isAway = false;
    let isOver = false;
    const leave = () => {
      if (isAway) return;
      isAway = true;
      working -= 1;
      beginNext();
    };
    return {
      leave,
      // An operation may outlast the request that waits for it; the request's time limit then ends the
      // request.
      comeBack: () => {
        if (!isAway || isOver) return;
        isAway = false;
        working += 1;
      },
      end: () => {
        isOver = true;
        leave();
      },
    };
  }

  return {
    check,
    async enter() {
      check();
      if (working < maxConcurrent) working += 1;
      else await wait();
      return entered();
    },
  };
}

const overloaded = (): Refusal => new Refusal('INTEGRATION_FAILURE');
