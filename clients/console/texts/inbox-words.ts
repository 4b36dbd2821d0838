/** Why a conversation was handed over. */
type Reason = 'state' | 'wish' | 'business_logic' | 'failures';

/** The texts of the inbox in one language. */
export interface InboxWords {
  about: string;
  empty: string;
  /** The numbers of waiting and claimed conversations. */
  counted: (waiting: number, claimed: number) => string;
  since: string;
  state: string;
  reason: string;
  queue: string;
  allQueues: string;
  language: string;
  last: string;
  waiting: string;
  overdue: string;
  answerBy: string;
  claimedBy: (name: string) => string;
  claimedByYou: (name: string) => string;
  returned: string;
  closed: string;
  reasons: Readonly<Record<Reason, string>>;
  back: string;
  one: string;
  conversation: string;
  speakers: Readonly<Record<'user' | 'assistant' | 'person' | 'note' | 'business_logic', string>>;
  noteBy: string;
  name: string;
  nameHint: string;
  claim: string;
  takeOver: string;
  takeOverQuestion: (name: string) => string;
  answer: string;
  answerHint: string;
  note: string;
  noteHint: string;
  send: string;
  leaveNote: string;
  handBack: string;
  handBackHint: string;
  slots: string;
  noSlots: string;
  lastWords: string;
  close: string;
  closeQuestion: string;
  closeHint: string;
  suggestions: string;
  noSuggestions: string;
  use: (title: string) => string;
  changed: string;
  gone: string;
  details: string;
}
