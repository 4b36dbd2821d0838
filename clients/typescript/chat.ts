import type { CallError } from './errors.ts';
import type { QueryAnswer, StoredFeedback } from './messages.ts';

/** The attributes of `<parley-chat>`; clients/chat/README.md describes them. */
export interface ChatAttributes {
  'app-key'?: string | undefined;
  'token-url'?: string | undefined;
  service?: string | undefined;
  application?: string | undefined;
  language?: string | undefined;
  lang?: string | undefined;
  user?: string | undefined;
  id?: string | undefined;
  'chat-title'?: string | undefined;
  greeting?: string | undefined;
  welcome?: boolean | undefined;
  launcher?: boolean | 'start' | undefined;
  open?: boolean | undefined;
  theme?: 'light' | 'dark' | 'system' | undefined;
  feedback?: boolean | undefined;
  speech?: boolean | undefined;
}

/** The element `<parley-chat>`. */
export interface ChatElement extends HTMLElement {
  /** Whether a chat with a launcher is open. Setting it leaves the focus where it is. */
  open: boolean;
  /** Opens a chat with a launcher and moves the focus into it. */
  show(): void;
  /** Closes a chat with a launcher. */
  close(): void;
  /** Forgets the conversation and begins a new one. */
  newConversation(): void;
  /** The conversation as plain text. */
  transcript(): string;
}

/** The events that `<parley-chat>` emits. */
export interface ChatEvents {
  'parley-answer': CustomEvent<QueryAnswer>;
  'parley-error': CustomEvent<CallError>;
  'parley-feedback': CustomEvent<Pick<StoredFeedback, 'session_id' | 'rating'> & { qid: string }>;
  'parley-toggle': CustomEvent<{ open: boolean }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'parley-chat': ChatElement;
  }
  interface HTMLElementEventMap extends ChatEvents {}
}
