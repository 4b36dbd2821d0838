import { ParleyError } from '../shared/domain/errors.ts';
import { type Allowance, allowanceOf, type UseCounter } from '../shared/domain/institutions/allowance.ts';
import { queryRates } from '../shared/domain/institutions/limits.ts';
import { keptFresh } from '../shared/domain/kept-fresh.ts';
import { NO_SETTINGS, type QuerySettings } from '../shared/domain/query/query-settings.ts';

/** A process goes by what it knows of an institution this long: then it reads again, in the batch that it reads anyway. */
export const SETTINGS_FRESH_MS = 5000;

/** A query at the entrance. */
export interface Entry {
  /** True where the opening has to bring the institution's settings along. */
  wantsSettings: boolean;
  /**
   * Settles once the query is counted, beside the opening; undefined where the settings have to be known first.
   * It rejects with what {@link admitted} throws.
   */
  counted?: Promise<void>;
  /**
   * Lets the query in, or not, once the opening is there.
   * @param settings what the opening brought; counts only where it was wanted
   * @throws {ParleyError} `invalid_token` of a suspended institution, `too_many_requests`
   */
  admitted(settings: QuerySettings | undefined): Promise<void>;
}

/** @throws {ParleyError} as `Entry.admitted` does, where what is known is fresh enough */
export type Admission = (institution: string, now: number) => Entry;

/**
 * Decides who is let in: nobody of a suspended institution, and of the others no more than their limits. It adds no
 * round trip: the settings come with the opening, and the count is written beside it, or, by the first query that a
 * process has of an institution, beside the assistant's load. An institution without limits has nothing counted.
 */
export function createAdmission(counter: UseCounter, uncounted: (error: unknown) => void): Admission {
  const known = keptFresh<QuerySettings>(SETTINGS_FRESH_MS);
  const allowance: Allowance = allowanceOf(counter, 'queries', uncounted);

  return (institution, now) => {
    const kept = known.of(institution, now);
    const isFresh = kept?.isFresh === true;
    if (isFresh) refuseSuspended(kept.value);
    const rates = queryRates(kept?.value.limits ?? {});
    const refusal = allowance.refusal(institution, rates, now);
    if (isFresh && refusal !== undefined) throw refusal;
    // A limit that was raised since is found out of by reading, not by refusing on.
    const isJudged = kept !== undefined && refusal === undefined;
    const counted = isJudged ? allowance.take(institution, rates, now) : undefined;
    return {
      wantsSettings: !isFresh,
      ...(counted && { counted }),
      async admitted(settings = NO_SETTINGS) {
        if (isFresh) return counted;
        known.keep(institution, settings, now);
        refuseSuspended(settings);
        return counted ?? allowance.take(institution, queryRates(settings.limits), now);
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
