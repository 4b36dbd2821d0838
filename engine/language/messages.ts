import type { MessageName } from '../assistant.ts';

/**
 * A language's default texts, which an author's `messages` override. `ambiguous` names its two competencies as
 * `{{first}}` and `{{second}}`.
 */
export type Messages = Readonly<Record<MessageName, string>>;
