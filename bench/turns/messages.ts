import type { ConversationTest } from '../../authoring/forms/test-file.ts';

/** What a player is asked to do. */
export type Order =
  /** Trains and loads an assistant. `kept` is a folder for artifacts of earlier runs, or null. */
  { do: 'load'; assistant: string; kept: string | null } | { do: 'play'; talk: ConversationTest };

/** What a turn cost. */
export interface TurnCost {
  query: string;
  /** Milliseconds of CPU of the whole process, its collector of garbage included. */
  cpu: number;
  /** Calls of the encoder, and the tokens of all of them. */
  passes: number;
  tokens: number;
  /** Units of work, where the checkout counts them. */
  units: number | null;
  /** What the turn led to: the state that spoke, and the words. */
  did: string;
}

export type Reply = { turns: TurnCost[] } | { error: string };
