import type { Stretch } from '../text/stretch.ts';
import type { Candidate, Meaning } from '../values/recognizer.ts';

/**
 * What a query asks the conversation to do. The vocabulary follows the field: Rasa's CALM and the Bot Framework's
 * adaptive dialogs have most of these commands. Many commands come from acts with different names: `acts/acts.ts` maps
 * them.
 */
export type Command =
  /**
   * Enter a label's state. `follows`: with the values of the competency just finished. `asks`: only after the user says
   * yes.
   */
  | { do: 'start'; label: string; probability: number | null; query: string; follows?: true; asks?: true }
  /**
   * Fill a slot. `way` says how the user gave the value: as the answer, as a mention, as a replacement, as a change to
   * the held value, or as an addition. With `length`, the value is an ISO 8601 duration from the still unknown value of
   * the slot `details.after`.
   */
  | { do: 'set'; slot: string; candidate: Candidate; raw: string; way: SetWay }
  /**
   * Empty a slot whose value the user denies. With `value`, remove only this value from the list. With `isDeclined`, the
   * user wants no value, and the optional slot is not asked for.
   */
  | { do: 'clear'; slot: string; value?: Meaning['value']; isDeclined?: true }
  /** Leave the optional slot being asked for empty. */
  | { do: 'skip' }
  /** Say yes or no to the open question. `said`: the words that may also give values; by default the whole query. */
  | { do: 'affirm'; said?: string }
  | { do: 'deny' }
  /** Abandon the current competency. */
  | { do: 'cancel' }
  /** Ask again for a slot whose value the user wants to change; null if the user named no slot. */
  | { do: 'correct'; slot: string | null }
  /** Ask again for the slot before the slot being asked for. */
  | { do: 'back' }
  /** Restart the current competency. */
  | { do: 'restart' }
  /** Look for a document that answers the query. */
  | { do: 'ask_faq'; query: string }
  /** List the values that a slot can have. */
  | { do: 'ask_values'; slot: string }
  /** The user gave a value that the slot's list lacks. */
  | { do: 'unknown_value'; slot: string; raw: string }
  /** Ask which of two labels the user means. */
  | { do: 'clarify'; labels: [string, string]; probability: number }
  /** The query is empty. */
  | { do: 'silence' }
  /** Repeat the yes/no question. */
  | { do: 'confirm_again' }
  /** Repeat the question, with the held values that the user asks about. */
  | { do: 'say_back' }
  /** Say that the answer to a question asked during a confirmation is not known. */
  | { do: 'unknown_answer' }
  /** Answer a repeated yes: the deed is already done. */
  | { do: 'already_done' }
  | { do: SmallTalk };

export type SetWay = 'answer' | 'mention' | 'replace' | 'relative' | 'add' | 'length';

/** Commands that get a reply and change nothing. */
export const SMALL_TALK = [
  'acknowledge',
  'greet',
  'thank',
  'goodbye',
  'wait',
  'repeat',
  'help',
  'hand_off',
  'robot',
  'abuse',
  'remark',
  'cannot_answer',
  'not_understood',
] as const;
export type SmallTalk = (typeof SMALL_TALK)[number];

export const isSmallTalk = (command: Command): command is Command & { do: SmallTalk } =>
  SMALL_TALK.some((talk) => talk === command.do);

/** True for a value that is set or cleared. */
export const givesValue = (command: Command): command is Command & { do: 'set' | 'clear' } =>
  command.do === 'set' || command.do === 'clear';

/** A proposed command and the words that support it. */
export interface Proposal {
  command: Command;
  /** The stretch of these words in the query, in UTF-16 units. */
  on: Stretch;
  /** The probability that the user means the command, 0…1. */
  score: number;
  /** The name of the producer. The collector sets it for foreign producers. */
  by: string;
  /** True if a deployment's own producer proposed it. */
  isForeign?: true;
}

/** A proposal and its outcome: `applied`, or the reason why it was not. */
export interface JudgedProposal extends Proposal {
  became: string;
}
