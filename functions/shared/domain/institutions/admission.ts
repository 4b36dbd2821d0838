import { ParleyError, type RateState } from '../errors.ts';
import { keptFresh } from '../kept-fresh.ts';
import { NO_SETTINGS, type QuerySettings } from '../query/query-settings.ts';
import { type Allowance, allowanceOf, type Counted, type UseCounter } from './allowance.ts';
import { type Limits, queryRates, type Rate, requestRates } from './limits.ts';

/** How long a process caches an institution's settings. */
export const SETTINGS_FRESH_MS = 5000;

/** How long after meeting a limit an institution's requests are counted before any other work. */
export const PRESSED_MS = 60_000;

/** The share of its institution's limits that a request uses. */
export interface Weight {
  counted: Exclude<Counted, 'tokens'>;
  /** A positive integer. */
  units: number;
}

/** A request waiting for admission. */
export interface Entry {
  /** True if `admitted` needs the institution's settings, freshly read. */
  wantsSettings: boolean;
  /**
   * Settles when the request is counted; undefined if the settings must be read first. Rejects as {@link admitted}
   * throws.
   */
  counted?: Promise<unknown>;
  /** `counted` for an institution that recently met a limit: no other work starts before it settles. */
  first?: Promise<unknown>;
  /**
   * Admits the request or throws.
   * @param settings freshly read; ignored unless `wantsSettings`
   * @returns the state of the institution's limits
   * @throws {ParleyError} `invalid_token` if the institution is suspended, `too_many_requests`
   */
  admitted(settings?: QuerySettings): Promise<readonly RateState[]>;
}

/** @throws {ParleyError} as `Entry.admitted`, if the cached settings are fresh enough */
export type Admission = (institution: string, weight: Weight, now: number) => Entry;

const RATES: Readonly<Record<Weight['counted'], (limits: Limits) => Rate[]>> = {
  queries: queryRates,
  requests: requestRates,
};

/**
 * Decides which requests are admitted: no request of a suspended institution, and other requests up to their
 * institution's limits. A query needs no extra round trip: its settings come with the read of the session. The count
 * is written concurrently with that read or, for a process's first query of an institution, with the loading of the
 * assistant. Nothing is counted if there is no limit.
 */
export function createAdmission(counter: UseCounter, uncounted: (error: unknown) => void): Admission {
  const known = keptFresh<QuerySettings>(SETTINGS_FRESH_MS);
  const pressed = keptFresh<true>(PRESSED_MS);
  const allowances: Readonly<Record<Weight['counted'], Allowance>> = {
    queries: allowanceOf(counter, 'queries', uncounted),
    requests: allowanceOf(counter, 'requests', uncounted),
  };

  return (institution, { counted: kind, units }, now) => {
    const allowance = allowances[kind];
    const ratesOf = RATES[kind];
    const take = async (rates: readonly Rate[]) => {
      try {
        return await allowance.take(institution, rates, now, units);
      } catch (error) {
        pressed.keep(`${kind}#${institution}`, true, now);
        throw error;
      }
    };
    const kept = known.of(institution, now);
    const isFresh = kept?.isFresh === true;
    if (isFresh) refuseSuspended(kept.value);
    const rates = ratesOf(kept?.value.limits ?? {});
    const refusal = allowance.refusal(institution, rates, now, units);
    if (isFresh && refusal !== undefined) throw refusal;
    // If the limit is known to be used up, the settings are read first, so that a raised limit takes effect.
    const isJudged = kept !== undefined && refusal === undefined;
    const counted = isJudged ? take(rates) : undefined;
    // Awaited later; this keeps an earlier rejection from being reported as unhandled.
    counted?.catch(() => undefined);
    const isPressed = pressed.of(`${kind}#${institution}`, now)?.isFresh === true;
    return {
      wantsSettings: !isFresh,
      ...(counted && { counted }),
      ...(counted && isPressed && { first: counted }),
      async admitted(settings = NO_SETTINGS) {
        if (isFresh) return (await counted) ?? [];
        known.keep(institution, settings, now);
        refuseSuspended(settings);
        return counted ?? take(ratesOf(settings.limits));
      },
    };
  };
}

function refuseSuspended({ isSuspended }: QuerySettings): void {
  if (!isSuspended) return;
  throw new ParleyError('invalid_token', "This credential's institution is suspended. Ask its operator.");
}
