import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import type { View } from '../view.ts';

/**
 * Reads a query in its view and proposes commands. Ours are below; one of your own, such as one that asks a language
 * model, stands beside them: what it proposes is admitted and arbitrated as theirs is.
 */
export type Producer = (view: View, reading: Reading) => readonly Proposal[] | Promise<readonly Proposal[]>;
