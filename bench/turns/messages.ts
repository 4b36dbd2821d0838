import type { ConversationTest } from '../../authoring/forms/test-file.ts';

/** Requests to a player. */
export type Order =
  /** Trains and loads an assistant. `kept` is a folder for artifacts of earlier runs, or null. */
  { do: 'load'; assistant: string; kept: string | null } | { do: 'play'; talk: ConversationTest };

/** The cost of a turn. */
export interface TurnCost {
  query: string;
  /** CPU milliseconds of the whole process, including garbage collection. */
  cpu: number;
  /** Encoder calls and their total tokens. */
  passes: number;
  tokens: number;
  /** Units of work, if the checkout counts them. */
  units: number | null;
  /** The result of the turn: the state that answered, and the text. */
  did: string;
}

export type Reply = { turns: TurnCost[] } | { error: string };
