import { ParleyError, type RateState } from '../errors.ts';
import { keptFresh } from '../kept-fresh.ts';
import { NO_SETTINGS, type QuerySettings } from '../query/query-settings.ts';
import { type Allowance, allowanceOf, type Counted, type UseCounter } from './allowance.ts';
import { type Limits, queryRates, type Rate, requestRates } from './limits.ts';

/** A process goes by what it knows of an institution this long: then it reads again. */
export const SETTINGS_FRESH_MS = 5000;

/** An institution that met a limit this long ago has its requests counted before anything else is done for them. */
export const PRESSED_MS = 60_000;

/** The share of its institution's limits that a request takes. */
export interface Weight {
  counted: Exclude<Counted, 'tokens'>;
  /** A whole number from 1 on. */
  units: number;
}

/** A request at the entrance. */
export interface Entry {
  /** True where `admitted` needs the institution's settings, read anew. */
  wantsSettings: boolean;
  /**
   * Settles once the request is counted; undefined where the settings have to be known first.
   * It rejects with what {@link admitted} throws.
   */
  counted?: Promise<unknown>;
  /** `counted` of an institution that met a limit lately: nothing else is begun before it settles. */
  first?: Promise<unknown>;
  /**
   * Lets the request in, or not.
   * @param settings as read anew; counts only where it was wanted
   * @returns the state of the institution's limits
   * @throws {ParleyError} `invalid_token` of a suspended institution, `too_many_requests`
   */
  admitted(settings?: QuerySettings): Promise<readonly RateState[]>;
}

/** @throws {ParleyError} as `Entry.admitted` does, where what is known is fresh enough */
export type Admission = (institution: string, weight: Weight, now: number) => Entry;

const RATES: Readonly<Record<Weight['counted'], (limits: Limits) => Rate[]>> = {
  queries: queryRates,
  requests: requestRates,
};

/**
 * Decides who is let in: nobody of a suspended institution, and of the others no more than their limits. To a query it
 * adds no round trip: the settings come with the opening, and the count is written beside it, or, by the first query
 * that a process has of an institution, beside the assistant's load. Where there is no limit nothing is counted.
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
    // A limit that was raised since is found out of by reading, not by refusing on.
    const isJudged = kept !== undefined && refusal === undefined;
    const counted = isJudged ? take(rates) : undefined;
    // It is awaited in any case, but later than it may reject.
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
  throw new ParleyError(
    'invalid_token',
    'The institution of this credential is suspended; ask its operator.',
  );
}
