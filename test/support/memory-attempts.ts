import type {
  AttemptStore,
  Bucket,
  SourceRecord,
  Tally,
  TallyStep,
} from '../../functions/shared/domain/sign-in/throttle.ts';

/** The port of counted attempts, over maps that a test fills and reads. */
export function memoryAttempts() {
  const tallies = new Map<string, SourceRecord>();
  const buckets = new Map<string, Bucket>();

  const mayTake = ({ key, upTo = Number.POSITIVE_INFINITY, unnamed }: TallyStep): boolean => {
    const { attempts = 0, unnamed: seen } = tallies.get(key) ?? {};
    const still = unnamed === undefined || 'counts' in unnamed || (seen?.attempts ?? 0) === unnamed.stillAt;
    return attempts < upTo && still;
  };
  const counted = (tally: Tally | undefined, { forgets }: { forgets?: number }, now: number): Tally => ({
    attempts: (tally?.attempts ?? 0) + 1,
    forgiven: forgets ?? tally?.forgiven ?? 0,
    lastAt: now,
  });

  const store: AttemptStore = {
    async reserve(reservation, now) {
      const level = (key: string) => Math.max(now, buckets.get(key)?.emptyAt ?? 0);
      const roomy = reservation.buckets.every(
        ({ key, rate }) => level(key) <= now + (rate.atOnce - 1) * rate.everyMs,
      );
      if (!roomy || !reservation.tallies.every(mayTake)) return false;
      for (const step of reservation.tallies) {
        const record = tallies.get(step.key);
        const unnamed =
          step.unnamed !== undefined && 'counts' in step.unnamed
            ? counted(record?.unnamed, step.unnamed, now)
            : record?.unnamed;
        tallies.set(step.key, { ...record, ...counted(record, step, now), ...(unnamed && { unnamed }) });
      }
      for (const { key, rate } of reservation.buckets) {
        buckets.set(key, { emptyAt: level(key) + rate.everyMs });
      }
      return true;
    },
    async succeed(success, now) {
      for (const { key, ofName } of success.tallies) {
        const record = tallies.get(key) ?? { attempts: 0, forgiven: 0, lastAt: now };
        const { attempts, unnamed } = record;
        const both = ofName && unnamed && { unnamed: { ...unnamed, forgiven: unnamed.attempts } };
        tallies.set(key, { ...record, forgiven: attempts, signedInAt: now, ...both });
      }
      for (const { key, rate } of success.buckets) {
        buckets.set(key, { emptyAt: (buckets.get(key)?.emptyAt ?? 0) - rate.everyMs });
      }
    },
  };
  return { store, tallies, buckets };
}
