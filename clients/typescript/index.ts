export { type AskOptions, Conversation, type ConversationOptions } from './conversation.ts';
export type { ClientCredential, Credential, IssuedToken } from './credentials.ts';
export { CallError } from './errors.ts';
export type {
  Assignment,
  AssignmentHistory,
  CallOptions,
  ChangeOptions,
  ConversationFilter,
  ConversationPage,
  CreatedKey,
  DeletedKey,
  DraftChange,
  DraftFilter,
  DraftFindings,
  DraftList,
  HistoryFilter,
  InsightFilter,
  InsightsByDay,
  KeyChanges,
  KeyList,
  LoggedConversation,
  NewAssignment,
  NewFeedback,
  NewKey,
  OwnFields,
  QueryAnswer,
  QueryFields,
  QueryOptions,
  QueryRequest,
  StoredFeedback,
  TurnFilter,
  UnhandledFilter,
  UnhandledGroups,
  UpdatedKey,
  VersionDifferences,
  VersionFilter,
  VersionList,
  VersionPair,
  WholeDraft,
  WrittenDraft,
} from './messages.ts';
export { obtainToken, Parley, type ParleyOptions } from './parley.ts';
export type { RateLimit } from './rate-limits.ts';
export {
  type Card,
  type Image,
  type Link,
  plainText,
  type RichAnswer,
  richAnswer,
  type Table,
} from './rich-answer.ts';
export type { Surroundings } from './surroundings.ts';
