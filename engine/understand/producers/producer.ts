import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import type { View } from '../view.ts';

/** Reads a query in its view and proposes commands. Ours are below. */
export type Producer = (view: View, reading: Reading) => readonly Proposal[] | Promise<readonly Proposal[]>;

/**
 * A producer beside ours, such as one that asks a language model. It is trusted with what a query is about, and with no
 * deed: values are read anew from the words that it names, and yes, no and leaving are not its to tell.
 */
export interface ForeignProducer {
  /** Its name in explanations, where it stands behind `foreign:`. */
  name: string;
  /** What it proposes. `by` of its proposals is written by whoever collects them. */
  propose: (view: View, reading: Reading) => Proposed | Promise<Proposed>;
}

type Proposed = readonly Omit<Proposal, 'by' | 'isForeign'>[];
