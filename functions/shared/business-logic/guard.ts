import {
  type ServerHealth,
  type ServerHealthStore,
  type ServerId,
  SLOW_MS,
  WINDOW_MS,
} from '../domain/institutions/server-health.ts';
import type { CallFailure, CallOutcome } from './client.ts';

/**
 * The limit of concurrent slow calls per server, counted within one window: a twentieth of an account's concurrent
 * executions, unless the deployment sets another limit.
 */
export const MAX_SLOW = 50;
/** Concurrent calls of a server per process. In Lambda there is never more than one. */
export const MAX_IN_FLIGHT = 50;
/**
 * The breaker opens after this many failed calls in one window, if they are also at least this share of the counted
 * calls.
 */
export const MIN_FAILED = 5;
const FAILED_SHARE = 0.5;
/** How long the breaker first stays open, and the longest it stays open. The time doubles each time a probe fails. */
export const OPEN_MS = 5000;
export const MAX_OPEN_MS = 60_000;
/** How long other calls wait for the probe's result. */
export const PROBE_MS = 21_000;
/** How long a process caches a server's health. */
const FRESH_MS = 250;
/** How long a turn waits to read or write a server's health before it continues without. */
export const PATIENCE_MS = 100;
/** How many servers a process caches. */
const MAX_SERVERS = 1000;

/** Reasons why a call is not made. */
export type Refusal = Extract<CallFailure, 'breaker_open' | 'too_many_slow' | 'too_many_in_flight'>;

/**
 * Failures that show that a server is down or overloaded. Servers also answer 500 and 501 for states they do not
 * handle, so these are left out.
 */
const BREAKING_FAILURES: readonly CallFailure[] = [
  'timeout',
  'connection',
  'status_429',
  'status_502',
  'status_503',
  'status_504',
];

/** The check before a call. */
export interface Look {
  /** @returns a pass, or the reason why the call must not be made */
  enter(): Promise<Pass | Refusal>;
}

export interface Pass {
  /**
   * Records the outcome of the call; never throws.
   * @param outcome undefined if the call was not made
   */
  leave(outcome: CallOutcome | undefined): Promise<void>;
}

/** Starts reading a server's health, so that the call does not have to wait for it. */
export type Guard = (server: ServerId) => Look;

export interface GuardDependencies {
  store: ServerHealthStore;
  /** Default {@link MAX_SLOW}. */
  maxSlow?: number;
  now: () => number;
  /** Runs the work after a delay. @returns a function that cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Called each time a breaker opens, or stays open after a failed probe. */
  opened: (server: ServerId, openings: number) => void;
  /** Called for each call that is refused. */
  refused: (server: ServerId, reason: Refusal) => void;
  /** Called with each failed read or write; the guard then uses what the process has cached. */
  lost: (error: unknown) => void;
}

interface Known {
  readAt: number;
  health: ServerHealth | undefined;
  inFlight: number;
  /** Answered calls of one window that are not yet written to the store. */
  answered: { windowBeginsAt: number; calls: number };
}

/**
 * Keeps calls to one server from occupying all execution environments: a circuit breaker shared by all processes, which
 * admits one probe at a time, and a limit on slow calls. A healthy server costs one small read per turn, made while the
 * query is understood, and no write.
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
    if (servers.size >= MAX_SERVERS) servers.clear();
    const begun: Known = {
      readAt: Number.NEGATIVE_INFINITY,
      health: undefined,
      inFlight: 0,
      answered: { windowBeginsAt: 0, calls: 0 },
    };
    servers.set(key, begun);
    return begun;
  }

  /** The result of the work, or undefined if it fails or takes too long. */
  async function withinPatience<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const late = Promise.withResolvers<undefined>();
    const cancel = after(PATIENCE_MS, () => late.resolve(undefined));
    const settled = work().catch((error: unknown) => {
      lost(error);
      return undefined;
    });
    const result = await Promise.race([settled, late.promise]);
    cancel();
    return result;
  }

  function keep(known: Known, health: ServerHealth | undefined): void {
    known.health = health;
    known.readAt = now();
  }

  async function read(server: ServerId, known: Known): Promise<void> {
    if (now() - known.readAt < FRESH_MS) return;
    await withinPatience(async () => keep(known, await store.read(server)));
  }

  const windowOf = (time: number): number => time - (time % WINDOW_MS);

  async function report(server: ServerId, known: Known, what: { failed?: number; slow?: number }) {
    const windowBeginsAt = windowOf(now());
    const { answered } = known;
    const calls = windowBeginsAt - answered.windowBeginsAt <= WINDOW_MS ? answered.calls : 0;
    known.answered = { windowBeginsAt, calls: 0 };
    const counts = { ...what, ...(calls > 0 && { answered: calls }) };
    return withinPatience(async () => {
      const health = await store.report(server, windowBeginsAt, counts);
      keep(known, health);
      return health;
    });
  }

  async function open(server: ServerId, known: Known, openings: number, seen: number | undefined) {
    const until = now() + Math.min(MAX_OPEN_MS, OPEN_MS * 2 ** (openings - 1));
    const isOurs = await withinPatience(() => store.open(server, until, openings, seen));
    if (isOurs !== true) return;
    keep(known, { ...(known.health ?? NOTHING), openUntil: until, openings });
    opened(server, openings);
  }

  /**
   * @returns when the probe ends if this call is the probe, `closed` if the breaker is closed, or why the call is
   * refused
   */
  async function admit(server: ServerId, known: Known): Promise<number | 'closed' | Refusal> {
    if (known.inFlight > MAX_IN_FLIGHT) return 'too_many_in_flight';
    const { health } = known;
    if (health === undefined) return 'closed';
    const time = now();
    if (health.openUntil !== undefined) {
      if (time < health.openUntil) return 'breaker_open';
      const until = time + PROBE_MS;
      const isOurs = await withinPatience(() => store.open(server, until, health.openings, health.openUntil));
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
        let reported: Promise<unknown> = Promise.resolve();
        let slowIn: number | undefined;
        const cancel = after(SLOW_MS, () => {
          slowIn = windowOf(now());
          reported = report(server, known, { slow: 1 });
        });
        return {
          async leave(outcome) {
            cancel();
            known.inFlight -= 1;
            await reported;
            // A later window counts only calls that became slow in it.
            const isCounted = slowIn === windowOf(now());
            const noLonger = isCounted ? { slow: -1 } : {};
            if (outcome === undefined) {
              if (isCounted) await report(server, known, noLonger);
              return;
            }
            const isBroken = outcome.status === 'failed' && BREAKING_FAILURES.includes(outcome.reason);
            if (probeUntil !== undefined) {
              if (isBroken) return open(server, known, (known.health?.openings ?? 0) + 1, probeUntil);
              await withinPatience(() => store.close(server, probeUntil));
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
