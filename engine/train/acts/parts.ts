import { unpackArtifact } from '../../artifact.ts';
import { readJson } from '../../sections.ts';
import { ACTS, type Act, REPLY_ACTS } from '../../understand/acts/acts.ts';
import type { ActReaderMeta } from '../../understand/acts/network.ts';

/** The networks of a reader that read the same acts, one for each seed. */
export interface Part {
  name: 'plain' | 'reply';
  /** The acts that it learns. */
  acts: readonly Act[];
  /** Those that it reads, each by the name of the one that was learned. */
  reads: Readonly<Partial<Record<Act, Act>>>;
  hasCompounds: boolean;
  hidden: { encoder: number; words: number };
  /** The share of a word's features that is learned from at a time. */
  kept: { encoder: number; words: number };
  /** Words alone take more steps to learn; with the data sets or with compounds, an epoch has more of them. */
  epochs: { encoder: number; words: number; dataSets: number };
}

const PLAIN_ACTS = ACTS.filter((act) => !REPLY_ACTS.includes(act));

/** Reads all that people say. */
const PLAIN: Part = {
  name: 'plain',
  acts: PLAIN_ACTS,
  reads: Object.fromEntries(PLAIN_ACTS.map((act) => [act, act])),
  hasCompounds: false,
  hidden: { encoder: 112, words: 64 },
  kept: { encoder: 0.8, words: 1 },
  epochs: { encoder: 10, words: 30, dataSets: 12 },
};

/**
 * Reads replies before a deed. Compounds are half of its examples and nothing like what people say otherwise: a network
 * that learns from them reads all else less well. It learns all acts all the same, since replies are made of them.
 */
const REPLY: Part = {
  name: 'reply',
  acts: [...PLAIN_ACTS, 'reservation'],
  reads: { assent: 'affirm', reservation: 'reservation' },
  hasCompounds: true,
  hidden: { encoder: 112, words: 64 },
  kept: { encoder: 0.8, words: 0.6 },
  epochs: { encoder: 8, words: 16, dataSets: 10 },
};

/** In the order in which a reader has them. */
export const PARTS: readonly Part[] = [PLAIN, REPLY];

/** The networks of a part in a reader, as `joinActReaders` wrote it. */
export const networksOf = (reader: Uint8Array, { hasCompounds }: Part): Uint8Array[] =>
  [...unpackArtifact(reader).values()].filter((bytes) => {
    const { readsBeside = false } = readJson<ActReaderMeta>(unpackArtifact(bytes), 'meta');
    return readsBeside === hasCompounds;
  });
