import type { Stretch } from '../text/stretch.ts';
import type { Candidate, Meaning } from '../values/recognizer.ts';

/**
 * A command of a query to the conversation. The vocabulary is the field's: Rasa's CALM and the Bot Framework's adaptive
 * dialogs have most of these. Many come from acts, whose names partly differ: `acts/acts.ts` has the map.
 */
export type Command =
  /** Enter the state of a label; `follows`: with what the competency just finished holds; `asks`: once the user has said yes to it. */
  | { do: 'start'; label: string; probability: number | null; query: string; follows?: true; asks?: true }
  /**
   * Fill a slot: as the awaited answer, by a mention, by replacing or moving the held value, or beside it. By its
   * `length`, the value is an ISO 8601 duration from the value of another slot, `details.after`, which is not known yet.
   */
  | { do: 'set'; slot: string; candidate: Candidate; raw: string; way: SetWay }
  /** Empty a slot that holds a value that the user denies; with `value`, take that one out of its list. */
  | { do: 'clear'; slot: string; value?: Meaning['value'] }
  /** Leave the optional slot that is asked for empty. */
  | { do: 'skip' }
  /** Say yes, or no, to what is asked. `said`: the words that may give values too; without it, the whole query. */
  | { do: 'affirm'; said?: string }
  | { do: 'deny' }
  /** Abandon what is under way. */
  | { do: 'cancel' }
  /** Ask anew for a slot whose value the user wants to be another; null: the user has not said which. */
  | { do: 'correct'; slot: string | null }
  /** Ask for the slot before the one that is asked for. */
  | { do: 'back' }
  /** Begin what is under way anew. */
  | { do: 'restart' }
  /** Look for a document that answers. */
  | { do: 'ask_faq'; query: string }
  /** Tell which values a slot can have. */
  | { do: 'ask_values'; slot: string }
  /** The user gave a value that the slot's list does not have. */
  | { do: 'unknown_value'; slot: string; raw: string }
  /** Ask which of two labels is meant. */
  | { do: 'clarify'; labels: [string, string]; probability: number }
  /** Nothing was said. */
  | { do: 'silence' }
  /** Ask again for a yes or no. */
  | { do: 'confirm_again' }
  /** Say again what is asked, with the held values that the user asks about. */
  | { do: 'say_back' }
  /** Say that what was asked at a confirmation is not known. */
  | { do: 'unknown_answer' }
  /** Tell who says yes once more that it is done. */
  | { do: 'already_done' }
  | { do: SmallTalk };

export type SetWay = 'answer' | 'mention' | 'replace' | 'relative' | 'add' | 'length';

/** Commands that are answered, and move nothing. */
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

/** A command that somebody proposes, and the words that it stands on. */
export interface Proposal {
  command: Command;
  /** The stretch of its words in the query, in UTF-16 units. */
  on: Stretch;
  /** The probability that it is meant, 0…1. */
  score: number;
  /** The name of its producer, which the collector gives to what foreign ones propose. */
  by: string;
  /** True if a producer of a deployment's own proposed it. */
  isForeign?: true;
}

/** A proposal and what became of it: `applied`, or why it was not. */
export interface JudgedProposal extends Proposal {
  became: string;
}
