import { unpackArtifact } from '../../artifact.ts';
import { readJson } from '../../sections.ts';
import { ACTS, type Act, REPLY_ACTS } from '../../understand/acts/acts.ts';
import type { ActReaderMeta } from '../../understand/acts/network.ts';

/** The networks of a reader that read the same acts, one for each seed. */
export interface Part {
  name: 'plain' | 'reply';
  /** The acts that it learns. */
  acts: readonly Act[];
  /** The acts that it reads, each with the learned act behind it. */
  reads: Readonly<Partial<Record<Act, Act>>>;
  hasCompounds: boolean;
  hidden: { encoder: number; words: number };
  /** The share of a word's features that each training step uses. */
  kept: { encoder: number; words: number };
  /** Words alone need more steps; with the data sets or compounds, an epoch has more steps. */
  epochs: { encoder: number; words: number; dataSets: number };
}

const PLAIN_ACTS = ACTS.filter((act) => !REPLY_ACTS.includes(act));

/** Reads everything that people say. */
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
 * Reads replies before a deed. Half of its examples are compounds, which are unlike what people say elsewhere: a
 * network that learns from them reads everything else less well. It still learns all acts, since replies contain them.
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

/** In the order of a reader's networks. */
export const PARTS: readonly Part[] = [PLAIN, REPLY];

/** The networks of a part in a reader that `joinActReaders` wrote. */
export const networksOf = (reader: Uint8Array, { hasCompounds }: Part): Uint8Array[] =>
  [...unpackArtifact(reader).values()].filter((bytes) => {
    const { readsBeside = false } = readJson<ActReaderMeta>(unpackArtifact(bytes), 'meta');
    return readsBeside === hasCompounds;
  });
