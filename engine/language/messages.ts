/** The texts that every assistant has. */
export const MESSAGE_NAMES = [
  'cancelled',
  'nothing_to_cancel',
  'clarify',
  'not_understood',
  'too_many_retries',
  'ambiguous',
  'help',
  'nothing_to_repeat',
  'resumed',
  'restarted',
  'change_what',
  'needed',
  'unknown_value',
  'values',
  'later',
  'next_wish',
  'wait',
  'greet',
  'thank',
  'goodbye',
  'hand_off',
  'robot',
  'abuse',
] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];

/**
 * The texts of a language, written as an author's are. `ambiguous` names the two competencies as `{{first}}` and
 * `{{second}}`. An author's `messages` win.
 */
export type Messages = Readonly<Record<MessageName, string>>;
