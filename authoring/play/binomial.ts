/** The probability that an interval contains the true share. */
const CONFIDENCE = 0.95;

/** The number of halvings that makes an interval's ends exact to nine digits. */
const HALVINGS = 32;

/**
 * The exact confidence interval of a share (Clopper and Pearson, 1934), 0…1, for a number of hits in
 * independent trials. From 0 to 1 without trials.
 */
export function shareInterval(hits: number, trials: number): { low: number; high: number } {
  const tail = (1 - CONFIDENCE) / 2;
  return {
    low: hits === 0 ? 0 : boundary((share) => 1 - atMost(hits - 1, trials, share) < tail),
    high: hits === trials ? 1 : boundary((share) => atMost(hits, trials, share) > tail),
  };
}

/** The largest share for which a condition holds. */
function boundary(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most this number of hits. */
function atMost(hits: number, trials: number, share: number): number {
  // Computes each term's logarithm from the previous term's, since small terms would become 0.
  const odds = Math.log(share) - Math.log1p(-share);
  let term = trials * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let count = 1; count <= hits; count += 1) {
    term += Math.log((trials - count + 1) / count) + odds;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
