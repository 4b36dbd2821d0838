import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../engine/train/random.ts';
import {
  type Chain,
  chainGradient,
  newChain,
  probabilityOfAll,
  viterbi,
} from '../../../../../engine/values/free-text/tagger/crf.ts';
import { mayFollow } from '../../../../../engine/values/free-text/tagger/tags.ts';

const SIZE = 5;
const ALLOWED = [0, 1, 2, 3, 4];
const WORDS = 4;
const random = seededRandom(8);
const noise = (count: number) => Float32Array.from({ length: count }, () => 4 * random() - 2);
const chain: Chain = { size: SIZE, transitions: noise(SIZE * SIZE), start: noise(SIZE), end: noise(SIZE) };
const scores = noise(WORDS * SIZE);
const emissions = (values: Float32Array) => ({ values, offset: 0, stride: SIZE, words: WORDS });

/** Returns every allowed sequence of tags with its score. */
function sequences(values: Float32Array = scores, of = chain): { tags: number[]; score: number }[] {
  const all: number[][] = Array.from({ length: WORDS }).reduce<number[][]>(
    (some) => some.flatMap((tags) => ALLOWED.map((tag) => [...tags, tag])),
    [[]],
  );
  return all
    .filter((tags) => tags.every((tag, i) => mayFollow(tags[i - 1] ?? -1, tag)))
    .map((tags) => {
      let score = (of.start[tags[0] ?? 0] ?? 0) + (of.end[tags[WORDS - 1] ?? 0] ?? 0);
      for (const [i, tag] of tags.entries()) {
        score += values[i * SIZE + tag] ?? 0;
        if (i > 0) score += of.transitions[(tags[i - 1] ?? 0) * SIZE + tag] ?? 0;
      }
      return { tags, score };
    });
}

const TAGS = [0, 1, 2, 0];
function loss(values: Float32Array, of: Chain): number {
  const all = sequences(values, of);
  const total = Math.log(all.reduce((sum, { score }) => sum + Math.exp(score), 0));
  return total - (all.find(({ tags }) => tags.join() === TAGS.join())?.score ?? 0);
}

describe('the chain', () => {
  it('finds the best of all possible sequences', () => {
    const best = sequences().reduce((a, b) => (b.score > a.score ? b : a));
    expect(viterbi(chain, emissions(scores), ALLOWED)).toEqual(best.tags);
  });

  it('never continues a slot that has not begun, and uses only allowed tags', () => {
    const inside = Float32Array.from({ length: WORDS * SIZE }, (_, i) => (i % SIZE === 2 ? 9 : 0));
    const tags = viterbi(newChain(SIZE), emissions(inside), ALLOWED);
    expect(tags.every((tag, i) => mayFollow(tags[i - 1] ?? -1, tag))).toBe(true);
    expect(viterbi(newChain(SIZE), emissions(inside), [0, 3, 4])).not.toContain(2);
  });

  it('has the share of all sequences for the one with the same tag throughout', () => {
    const all = sequences().map(({ tags, score }) => ({ tags, weight: Math.exp(score) }));
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    const outside = all.find(({ tags }) => tags.every((tag) => tag === 0))?.weight ?? 0;
    expect(probabilityOfAll(0, chain, emissions(scores), ALLOWED)).toBeCloseTo(outside / total, 10);
    expect(outside).toBeGreaterThan(0);
  });

  it('has the gradient that finite differences find', () => {
    const gradient = newChain(SIZE);
    const values = scores.slice();
    chainGradient(chain, emissions(values), ALLOWED, TAGS, gradient, 1);
    const step = 1e-2;
    const slope = (change: (by: number) => number) => (change(step) - change(-step)) / (2 * step);
    for (const at of [0, 1, 6, 12, 19]) {
      const found = slope((by) =>
        loss(
          scores.map((score, i) => (i === at ? score + by : score)),
          chain,
        ),
      );
      expect(values[at]).toBeCloseTo(found, 2);
    }
    for (const at of [1, 7, 0, 15]) {
      const found = slope((by) =>
        loss(scores, { ...chain, transitions: chain.transitions.map((t, i) => (i === at ? t + by : t)) }),
      );
      expect(gradient.transitions[at]).toBeCloseTo(found, 2);
    }
    for (const at of [0, 1]) {
      const moved = (by: number) => ({ ...chain, start: chain.start.map((s, i) => (i === at ? s + by : s)) });
      expect(gradient.start[at]).toBeCloseTo(
        slope((by) => loss(scores, moved(by))),
        2,
      );
    }
  });
});
