import { mayFollow } from './tags.ts';

/** A linear-chain conditional random field (Lafferty, McCallum and Pereira 2001) over `size` tags. */
export interface Chain {
  size: number;
  /** [from][to] */
  transitions: Float32Array;
  start: Float32Array;
  end: Float32Array;
}

/** Scores of the tags of each word of one text, in a larger matrix. */
export interface Emissions {
  values: Float32Array;
  offset: number;
  /** The distance from one word's scores to the next word's. */
  stride: number;
  words: number;
}

const IMPOSSIBLE = -30;

export const newChain = (size: number): Chain => ({
  size,
  transitions: new Float32Array(size * size),
  start: new Float32Array(size),
  end: new Float32Array(size),
});

/** The scores restricted to the allowed tags; forbidden moves get a very low score. */
function restrict(chain: Chain, allowed: readonly number[]) {
  const k = allowed.length;
  const transitions = new Float64Array(k * k);
  for (const [i, from] of allowed.entries()) {
    for (const [j, to] of allowed.entries()) {
      const score = chain.transitions[from * chain.size + to] ?? 0;
      transitions[i * k + j] = mayFollow(from, to) ? score : IMPOSSIBLE;
    }
  }
  const start = Float64Array.from(allowed, (tag) =>
    mayFollow(-1, tag) ? (chain.start[tag] ?? 0) : IMPOSSIBLE,
  );
  const end = Float64Array.from(allowed, (tag) => chain.end[tag] ?? 0);
  return { k, transitions, start, end };
}

/** The best sequence of allowed tags. */
export function viterbi(chain: Chain, emissions: Emissions, allowed: readonly number[]): number[] {
  const { k, transitions, start, end } = restrict(chain, allowed);
  const { words } = emissions;
  const score = scoresOf(emissions, allowed);
  let best = Float64Array.from(start, (value, j) => value + (score[j] ?? 0));
  const back = new Int32Array(words * k);
  for (let t = 1; t < words; t++) {
    const next = new Float64Array(k);
    for (let j = 0; j < k; j++) {
      let from = 0;
      for (let i = 1; i < k; i++) {
        if (
          (best[i] ?? 0) + (transitions[i * k + j] ?? 0) >
          (best[from] ?? 0) + (transitions[from * k + j] ?? 0)
        )
          from = i;
      }
      back[t * k + j] = from;
      next[j] = (best[from] ?? 0) + (transitions[from * k + j] ?? 0) + (score[t * k + j] ?? 0);
    }
    best = next;
  }
  let last = 0;
  for (let j = 1; j < k; j++)
    if ((best[j] ?? 0) + (end[j] ?? 0) > (best[last] ?? 0) + (end[last] ?? 0)) last = j;
  const tags: number[] = [];
  for (let t = words - 1; t >= 0; t--) {
    tags.push(allowed[last] ?? 0);
    last = back[t * k + last] ?? 0;
  }
  return tags.reverse();
}

/** The probability that every word has the same tag, 0…1. */
export function probabilityOfAll(
  tag: number,
  chain: Chain,
  emissions: Emissions,
  allowed: readonly number[],
): number {
  const { k, transitions, start, end } = restrict(chain, allowed);
  const score = scoresOf(emissions, allowed);
  const at = allowed.indexOf(tag);
  let all = Float64Array.from(start, (value, j) => value + (score[j] ?? 0));
  let same = all[at] ?? 0;
  for (let t = 1; t < emissions.words; t++) {
    const before = all;
    all = Float64Array.from(start, (_, j) => {
      const ways = before.map((sum, i) => sum + (transitions[i * k + j] ?? 0));
      return logOfSum(ways) + (score[t * k + j] ?? 0);
    });
    same += (transitions[at * k + at] ?? 0) + (score[t * k + at] ?? 0);
  }
  return Math.exp(same + (end[at] ?? 0) - logOfSum(all.map((sum, j) => sum + (end[j] ?? 0))));
}

/** The logarithm of a sum of exponentials. */
function logOfSum(values: Float64Array): number {
  const highest = rowMaximum(values, 0, values.length);
  return highest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - highest), 0));
}

/**
 * Adds the chain's gradient of −log p(tags) to `gradient`, and replaces the emissions by their gradient.
 * @param weight a factor for the gradient
 */
export function chainGradient(
  chain: Chain,
  emissions: Emissions,
  allowed: readonly number[],
  tags: readonly number[],
  gradient: Chain,
  weight: number,
): void {
  const sums = sumOver(chain, emissions, allowed);
  const { k, forward, backward } = sums;
  const { words, values, offset, stride } = emissions;
  for (let t = 0; t < words; t++) {
    const row = values.subarray(offset + t * stride, offset + (t + 1) * stride).fill(0);
    const marginal = new Float64Array(k);
    for (let j = 0; j < k; j++) marginal[j] = (forward[t * k + j] ?? 0) * (backward[t * k + j] ?? 0);
    scaleRow(marginal, 0, k);
    for (const [j, tag] of allowed.entries()) {
      const share = (marginal[j] ?? 0) * weight;
      row[tag] = share;
      if (t === 0) bump(gradient.start, tag, share);
      if (t === words - 1) bump(gradient.end, tag, share);
    }
    bump(row, tags[t] ?? 0, -weight);
    if (t === 0) continue;
    const pairs = pairsAt(sums, t);
    for (const [i, from] of allowed.entries()) {
      for (const [j, to] of allowed.entries()) {
        bump(gradient.transitions, from * chain.size + to, (pairs[i * k + j] ?? 0) * weight);
      }
    }
    bump(gradient.transitions, (tags[t - 1] ?? 0) * chain.size + (tags[t] ?? 0), -weight);
  }
  bump(gradient.start, tags[0] ?? 0, -weight);
  bump(gradient.end, tags[words - 1] ?? 0, -weight);
}

/**
 * Sums over all tag sequences up to each word and from each word on, [word][tag]. The sums of each word are scaled to
 * add up to 1.
 */
interface Sums {
  k: number;
  /** e^transition, [from][to]. */
  power: Float64Array;
  /** e^emission, [word][tag], scaled so that each word's largest is 1. */
  potentials: Float64Array;
  forward: Float64Array;
  backward: Float64Array;
}

/** The forward–backward algorithm. */
function sumOver(chain: Chain, emissions: Emissions, allowed: readonly number[]): Sums {
  const { k, transitions, start, end } = restrict(chain, allowed);
  const { words } = emissions;
  const power = transitions.map(Math.exp);
  const score = scoresOf(emissions, allowed);
  const potentials = score.map((value, at) => Math.exp(value - rowMaximum(score, at, k)));
  const forward = new Float64Array(words * k);
  const backward = new Float64Array(words * k);
  for (let j = 0; j < k; j++) {
    forward[j] = Math.exp(start[j] ?? 0) * (potentials[j] ?? 0);
    backward[(words - 1) * k + j] = Math.exp(end[j] ?? 0);
  }
  scaleRow(forward, 0, k);
  scaleRow(backward, words - 1, k);
  for (let t = 1; t < words; t++) {
    for (let j = 0; j < k; j++) {
      let sum = 0;
      for (let i = 0; i < k; i++) sum += (forward[(t - 1) * k + i] ?? 0) * (power[i * k + j] ?? 0);
      forward[t * k + j] = sum * (potentials[t * k + j] ?? 0);
    }
    scaleRow(forward, t, k);
  }
  for (let t = words - 2; t >= 0; t--) {
    const next = (t + 1) * k;
    for (let i = 0; i < k; i++) {
      let sum = 0;
      for (let j = 0; j < k; j++) {
        sum += (power[i * k + j] ?? 0) * (potentials[next + j] ?? 0) * (backward[next + j] ?? 0);
      }
      backward[t * k + i] = sum;
    }
    scaleRow(backward, t, k);
  }
  return { k, power, potentials, forward, backward };
}

/** The probability of each pair of tags of the words t − 1 and t. */
function pairsAt({ k, power, potentials, forward, backward }: Sums, t: number): Float64Array {
  const pairs = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    const from = forward[(t - 1) * k + i] ?? 0;
    for (let j = 0; j < k; j++) {
      const to = (potentials[t * k + j] ?? 0) * (backward[t * k + j] ?? 0);
      pairs[i * k + j] = from * (power[i * k + j] ?? 0) * to;
    }
  }
  scaleRow(pairs, 0, k * k);
  return pairs;
}

function scoresOf({ values, offset, stride, words }: Emissions, allowed: readonly number[]): Float64Array {
  const scores = new Float64Array(words * allowed.length);
  for (let t = 0; t < words; t++) {
    for (const [j, tag] of allowed.entries())
      scores[t * allowed.length + j] = values[offset + t * stride + tag] ?? 0;
  }
  return scores;
}

function rowMaximum(values: Float64Array, at: number, k: number): number {
  const from = at - (at % k);
  let highest = values[from] ?? 0;
  for (let i = from + 1; i < from + k; i++) highest = Math.max(highest, values[i] ?? 0);
  return highest;
}

/** Makes a row sum to 1. */
function scaleRow(values: Float64Array, row: number, k: number): void {
  let sum = 0;
  for (let i = row * k; i < (row + 1) * k; i++) sum += values[i] ?? 0;
  for (let i = row * k; i < (row + 1) * k; i++) values[i] = (values[i] ?? 0) / (sum || 1);
}

function bump(values: Float32Array, at: number, by: number): void {
  values[at] = (values[at] ?? 0) + by;
}
