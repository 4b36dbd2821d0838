import type { Place } from '../../functions/shared/domain/places.ts';
import { Refusal } from './refusal.ts';

/** Requests that are worked on at once: enough that one computes while others wait for the store. */
export const AT_WORK = 8;
/** Requests that wait for a place while the service is overloaded, and the longest that one of them waits. */
export const LINE = 64;
export const WAIT_MS = 500;
/**
 * The service is overloaded once so many have waited for so long. A smaller line, or one that is soon shorter, is answered
 * whole, however slow the machine is.
 */
export const BURST = 100;
export const BURST_MS = 1000;

/** Nobody waits longer for a place: about as long as a request has for its work. */
export const PATIENCE_MS = 20_000;

export interface EntranceOptions {
  /** Default {@link AT_WORK}. */
  atWork?: number;
  /** The longest line of a burst, in requests. */
  longest: number;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** Does the work after so many milliseconds. @returns what cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
}

/** A request that was let in. */
export interface Entered extends Place {
  /** Ends its stay, wherever it is. */
  end(): void;
}

export interface Entrance {
  /**
   * Asks whether there is room, before anything of the request is read.
   * @throws {Refusal} 503 where more come than are answered
   */
  check(): void;
  /** Waits for a place. @throws {Refusal} as `check` does */
  enter(): Promise<Entered>;
}

interface Waiting {
  since: number;
  begin: () => void;
  refuse: () => void;
}

/**
 * Bounds what is under way. So many requests are worked on at once, and others wait in a line. Once that has been long for
 * a while more come than can be answered: until it is empty who came last is begun first then, and who waits for long is
 * refused, so that those who are let in are answered soon, and not each of them too late.
 */
export function createEntrance({ atWork = AT_WORK, longest, now, after }: EntranceOptions): Entrance {
  let working = 0;
  const line: Waiting[] = [];
  let longSince: number | undefined;
  let isOverloaded = false;

  /** To be asked whenever the line may have changed, or time has passed. */
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
    while (working < atWork && line.length > 0) line.at(judge() ? -1 : 0)?.begin();
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
      // What it waited for can outlast the request, which its budget ends.
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
      if (working < atWork) working += 1;
      else await wait();
      return entered();
    },
  };
}

const overloaded = (): Refusal => new Refusal('INTEGRATION_FAILURE');
