import {
  type ServerHealth,
  type ServerHealthStore,
  type ServerId,
  SLOW_MS,
  WINDOW_MS,
} from '../domain/institutions/server-health.ts';
import type { CallFailure, CallOutcome } from './client.ts';

/**
 * Slow calls of a server under way, beyond which no other is begun, as far as they became slow in the same window: a
 * twentieth of the executions that an account has, unless a deployment says otherwise.
 */
export const MAX_SLOW = 50;
/** Calls of a server that one process has under way; in Lambda it never has two. */
export const MAX_IN_FLIGHT = 50;
/** The breaker opens where this many calls failed in one window, and half of those that were told. */
export const MIN_FAILED = 5;
const FAILED_SHARE = 0.5;
/** The time for which the breaker opens, twice as long each time that a probe fails, and the longest. */
export const OPEN_MS = 5000;
export const MAX_OPEN_MS = 60_000;
/** The time for which others leave the one call alone that tries. */
export const PROBE_MS = 21_000;
/** A process goes by what it read of a server this long. */
const FRESH_MS = 250;
/** The longest that a turn waits for what is known of a server, or to tell something: it goes on without. */
export const PATIENCE_MS = 100;
/** The number of servers that a process remembers. */
const REMEMBERED = 1000;

/** Reasons why a call is not made. */
export type Refusal = Extract<CallFailure, 'breaker_open' | 'too_many_slow' | 'too_many_in_flight'>;

/**
 * Failures that say that a server is down or overloaded. 500 and 501 are not among them, which servers answer for
 * states that they do not handle.
 */
const BREAKS: readonly CallFailure[] = [
  'timeout',
  'connection',
  'status_429',
  'status_502',
  'status_503',
  'status_504',
];

/** The entrance to a server. */
export interface Look {
  /** @returns a pass, or the reason why the call is not made: nothing has happened then */
  enter(): Promise<Pass | Refusal>;
}

export interface Pass {
  /**
   * Records the outcome of the call; never throws.
   * @param outcome undefined if the call was not made
   */
  leave(outcome: CallOutcome | undefined): Promise<void>;
}

/** Begins to ask how a server does, so that the call need not wait for it. */
export type Guard = (server: ServerId) => Look;

export interface GuardDependencies {
  store: ServerHealthStore;
  /** Default {@link MAX_SLOW}. */
  maxSlow?: number;
  now: () => number;
  /** Does the work after so many milliseconds. @returns what cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Told each time that a breaker opens, or that a probe leaves it open. */
  opened: (server: ServerId, openings: number) => void;
  /** Told of each call that is not made. */
  refused: (server: ServerId, reason: Refusal) => void;
  /** Told of what could not be read or written; the call goes by what the process knows. */
  lost: (error: unknown) => void;
}

interface Known {
  readAt: number;
  health: ServerHealth | undefined;
  inFlight: number;
  /** Answered calls that nobody was told of, of one window. */
  answered: { windowBeginsAt: number; calls: number };
}

/**
 * Keeps the calls of one server from taking everybody's environments: a breaker over all processes, which lets one call
 * try in a while, and a bound on slow calls. A healthy server costs a small read for each turn that may call it, which
 * is under way while the query is understood, and no write.
 */
export function createGuard({
  store,
  maxSlow = MAX_SLOW,
  now,
  after,
  opened,
  refused,
  lost,
}: GuardDependencies): Guard {
  const servers = new Map<string, Known>();

  function knownOf({ institution, address }: ServerId): Known {
    const key = JSON.stringify([institution, address]);
    const known = servers.get(key);
    if (known !== undefined) return known;
    if (servers.size >= REMEMBERED) servers.clear();
    const begun: Known = {
      readAt: Number.NEGATIVE_INFINITY,
      health: undefined,
      inFlight: 0,
      answered: { windowBeginsAt: 0, calls: 0 },
    };
    servers.set(key, begun);
    return begun;
  }

  /** The result of the work, or undefined where it fails or takes too long. */
  async function patiently<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const late = Promise.withResolvers<undefined>();
    const cancel = after(PATIENCE_MS, () => late.resolve(undefined));
    const told = work().catch((error: unknown) => {
      lost(error);
      return undefined;
    });
    const result = await Promise.race([told, late.promise]);
    cancel();
    return result;
  }

  function keep(known: Known, health: ServerHealth | undefined): void {
    known.health = health;
    known.readAt = now();
  }

  async function read(server: ServerId, known: Known): Promise<void> {
    if (now() - known.readAt < FRESH_MS) return;
    await patiently(async () => keep(known, await store.read(server)));
  }

  const windowOf = (time: number): number => time - (time % WINDOW_MS);

  async function report(server: ServerId, known: Known, what: { failed?: number; slow?: number }) {
    const windowBeginsAt = windowOf(now());
    const { answered } = known;
    const calls = windowBeginsAt - answered.windowBeginsAt <= WINDOW_MS ? answered.calls : 0;
    known.answered = { windowBeginsAt, calls: 0 };
    const told = { ...what, ...(calls > 0 && { answered: calls }) };
    return patiently(async () => {
      const health = await store.report(server, windowBeginsAt, told);
      keep(known, health);
      return health;
    });
  }

  async function open(server: ServerId, known: Known, openings: number, seen: number | undefined) {
    const until = now() + Math.min(MAX_OPEN_MS, OPEN_MS * 2 ** (openings - 1));
    const isOurs = await patiently(() => store.open(server, until, openings, seen));
    if (isOurs !== true) return;
    keep(known, { ...(known.health ?? NOTHING), openUntil: until, openings });
    opened(server, openings);
  }

  /** @returns the end of the probe where this call is the one that tries, `closed`, or the reason why it is not made */
  async function admit(server: ServerId, known: Known): Promise<number | 'closed' | Refusal> {
    if (known.inFlight > MAX_IN_FLIGHT) return 'too_many_in_flight';
    const { health } = known;
    if (health === undefined) return 'closed';
    const time = now();
    if (health.openUntil !== undefined) {
      if (time < health.openUntil) return 'breaker_open';
      const until = time + PROBE_MS;
      const isOurs = await patiently(() => store.open(server, until, health.openings, health.openUntil));
      return isOurs === true ? until : 'breaker_open';
    }
    const isCurrent = health.windowBeginsAt === windowOf(time);
    return isCurrent && health.slow >= maxSlow ? 'too_many_slow' : 'closed';
  }

  return (server) => {
    const known = knownOf(server);
    const looked = read(server, known);
    return {
      async enter() {
        await looked;
        known.inFlight += 1;
        const admitted = await admit(server, known);
        if (typeof admitted === 'string' && admitted !== 'closed') {
          known.inFlight -= 1;
          refused(server, admitted);
          return admitted;
        }
        const probeUntil = admitted === 'closed' ? undefined : admitted;
        let told: Promise<unknown> = Promise.resolve();
        let slowIn: number | undefined;
        const cancel = after(SLOW_MS, () => {
          slowIn = windowOf(now());
          told = report(server, known, { slow: 1 });
        });
        return {
          async leave(outcome) {
            cancel();
            known.inFlight -= 1;
            await told;
            // Another window counts only what became slow in it.
            const isCounted = slowIn === windowOf(now());
            const noLonger = isCounted ? { slow: -1 } : {};
            if (outcome === undefined) {
              if (isCounted) await report(server, known, noLonger);
              return;
            }
            const isBroken = outcome.status === 'failed' && BREAKS.includes(outcome.reason);
            if (probeUntil !== undefined) {
              if (isBroken) return open(server, known, (known.health?.openings ?? 0) + 1, probeUntil);
              await patiently(() => store.close(server, probeUntil));
              return keep(known, undefined);
            }
            if (!isBroken) {
              const windowBeginsAt = windowOf(now());
              const before = known.answered.windowBeginsAt === windowBeginsAt ? known.answered.calls : 0;
              known.answered = { windowBeginsAt, calls: before + 1 };
              if (isCounted) await report(server, known, noLonger);
              return;
            }
            const health = await report(server, known, { failed: 1, ...noLonger });
            if (health !== undefined && isDown(health)) await open(server, known, 1, undefined);
          },
        };
      },
    };
  };
}

const NOTHING: ServerHealth = { windowBeginsAt: 0, failed: 0, answered: 0, slow: 0, openings: 0 };

const isDown = ({ failed, answered, openUntil }: ServerHealth): boolean =>
  openUntil === undefined && failed >= MIN_FAILED && failed >= FAILED_SHARE * (failed + answered);
