import type { paths } from './openapi.ts';

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<Operation> = Operation extends { requestBody: infer Message } ? Json<Message> : never;
type Filter<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;
type Answer<Operation> = Operation extends { responses: { 200: infer Message } } ? Json<Message> : never;

type Query = paths['/v1/query']['post'];
type Keys = paths['/v1/apps/applicationtoken'];
type Key = paths['/v1/apps/applicationtoken/{token_id}'];

/** The fields that the service knows. */
export type QueryFields = Body<Query>;
/** Additional fields of your own, passed to the business logic and returned with the answer. */
export type OwnFields = { [field: string]: unknown };
export type QueryRequest = QueryFields & OwnFields;
export type QueryAnswer = Answer<Query>;

export type NewKey = Body<Keys['post']>;
export type CreatedKey = Answer<Keys['post']>;
export type KeyChanges = Body<Key['post']>;
export type UpdatedKey = Answer<Key['post']>;
export type KeyList = Answer<Keys['get']>;
export type DeletedKey = Answer<Key['delete']>;

type Conversations = paths['/v1/conversations']['get'];
type Insights = paths['/v1/insights']['get'];
type Unhandled = paths['/v1/unhandled']['get'];
type Versions = paths['/v1/versions']['get'];
type Comparison = paths['/v1/versions/diff']['get'];

export type ConversationFilter = Filter<Conversations>;
export type ConversationPage = Answer<Conversations>;
/** A page of a session's turns, if there are several. */
export type TurnFilter = Filter<paths['/v1/conversations/{session_id}']['get']>;
export type LoggedConversation = Answer<paths['/v1/conversations/{session_id}']['get']>;
export type InsightFilter = Filter<Insights>;
export type InsightsByDay = Answer<Insights>;
export type UnhandledFilter = Filter<Unhandled>;
export type UnhandledGroups = Answer<Unhandled>;
/** A rating of an answer or, without `qid`, of a session. */
export type NewFeedback = Body<paths['/v1/feedback']['post']>;
export type StoredFeedback = Answer<paths['/v1/feedback']['post']>;
type Messages = paths['/v1/dialog/messages'];
type HandedOver = paths['/v1/handoffs/{session_id}'];

/** From which message on, and how long to wait for one. */
export type MessageFilter = Filter<Messages['get']>;
export type MessagePage = Answer<Messages['get']>;
/** A message to an end user that answers no query. */
export type NewMessage = Body<Messages['post']>;
export type SentMessage = Answer<Messages['post']>;
export type HandoffFilter = Filter<paths['/v1/handoffs']['get']>;
export type HandoffPage = Answer<paths['/v1/handoffs']['get']>;
export type WholeHandoff = Answer<HandedOver['get']>;
/** A person's action on a conversation. */
export type HandoffAct = Body<HandedOver['post']>;
export type Handoff = Answer<HandedOver['post']>;
/** Passages that may answer the end user's last query. */
export type Suggestions = Answer<paths['/v1/handoffs/{session_id}/suggestions']['get']>;
type AWebhook = paths['/v1/webhooks/{webhook_id}'];
export type WebhookList = Answer<paths['/v1/webhooks']['get']>;
/** A new webhook: its address and its events. */
export type NewWebhook = Body<paths['/v1/webhooks']['post']>;
export type MadeWebhook = Answer<paths['/v1/webhooks']['post']>;
export type WebhookAct = Body<AWebhook['post']>;
export type ActedWebhook = Answer<AWebhook['post']>;
export type RemovedWebhook = Answer<AWebhook['delete']>;
type AServer = paths['/v1/business-logic/{name}'];
export type BusinessLogicList = Answer<paths['/v1/business-logic']['get']>;
/** A change of the address or the secret behind a name. */
export type BusinessLogicChange = Body<AServer['post']>;
export type ChangedBusinessLogic = Answer<AServer['post']>;
/** The application in which alone the name is removed. */
export type BusinessLogicPlace = Filter<AServer['delete']>;
export type RemovedBusinessLogic = Answer<AServer['delete']>;
export type DismissedPhrases = Body<paths['/v1/unhandled/dismiss']['post']>;
export type Dismissal = Answer<paths['/v1/unhandled/dismiss']['post']>;

/** A page of versions, if there are several. */
export type VersionFilter = Filter<Versions>;
export type VersionList = Answer<Versions>;
/** Two versions to compare. */
export type VersionPair = Filter<Comparison>;
export type VersionDifferences = Answer<Comparison>;
export type NewVersionNote = Body<paths['/v1/versions/note']['post']>;
export type VersionNote = Answer<paths['/v1/versions/note']['post']>;
export type HistoryFilter = Filter<paths['/v1/versions/history']['get']>;
export type AssignmentHistory = Answer<paths['/v1/versions/history']['get']>;
export type NewAssignment = Body<paths['/v1/versions/assign']['post']>;
export type Assignment = Answer<paths['/v1/versions/assign']['post']>;

/** A text to search for, and where. */
export type SearchFilter = Filter<paths['/v1/search']['get']>;
export type FoundTurns = Answer<paths['/v1/search']['get']>;
export type ConversationTest = Answer<paths['/v1/conversations/{session_id}/test']['get']>;
/** A page of the changes of the institution. */
export type ChangeFilter = Filter<paths['/v1/audit']['get']>;
export type ChangeList = Answer<paths['/v1/audit']['get']>;

export type DraftList = Answer<paths['/v1/drafts']['get']>;
/** An earlier revision of a draft. */
export type DraftFilter = Filter<paths['/v1/drafts/{draft}']['get']>;
export type WholeDraft = Answer<paths['/v1/drafts/{draft}']['get']>;
export type DraftChange = Body<paths['/v1/drafts/{draft}']['post']>;
export type WrittenDraft = Answer<paths['/v1/drafts/{draft}']['post']>;
export type DraftFindings = Answer<paths['/v1/drafts/{draft}/check']['get']>;
export type DeletedDraft = Answer<paths['/v1/drafts/{draft}']['delete']>;
export type DraftPublication = Body<paths['/v1/drafts/{draft}/publish']['post']>;
export type DraftTrialRequest = Body<paths['/v1/drafts/{draft}/try']['post']>;
export type DraftTrial = Answer<paths['/v1/drafts/{draft}/try']['post']>;
export type DraftJob = Answer<paths['/v1/drafts/{draft}/job']['get']>;

export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. For 24 hours, retries with the same key get the same answer and change nothing.
   * Default: a new one.
   */
  idempotencyKey?: string | undefined;
}

export interface QueryOptions extends ChangeOptions {
  /** Requests an explanation of the answer, which requires the scope `ai_model_read`. */
  explain?: boolean | undefined;
}
