import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import type { View } from '../view.ts';

/** Proposes commands for a query. */
export type Producer = (reading: Reading) => readonly Proposal[];

/**
 * A producer outside the engine, such as a language model. It may propose topics but no deeds: values are re-read from
 * the words it names, and it may not propose yes, no or cancel.
 */
export interface ForeignProducer {
  /** Its name, shown in explanations after `foreign:`. */
  name: string;
  /** The proposals; the caller sets their `by`. */
  propose: (view: View, reading: Reading) => Proposed | Promise<Proposed>;
}

type Proposed = readonly Omit<Proposal, 'by' | 'isForeign'>[];
