import type { MessageName } from '../assistant.ts';

/**
 * The texts of a language, written as an author's are. `ambiguous` names the two competencies as `{{first}}` and
 * `{{second}}`. An author's `messages` win.
 */
export type Messages = Readonly<Record<MessageName, string>>;
