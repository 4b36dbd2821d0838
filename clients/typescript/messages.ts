import type { paths } from './openapi.ts';

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<Operation> = Operation extends { requestBody: infer Message } ? Json<Message> : never;
type Answer<Operation> = Operation extends { responses: { 200: infer Message } } ? Json<Message> : never;

type Query = paths['/v1/query']['post'];
type Keys = paths['/v1/apps/applicationtoken'];
type Key = paths['/v1/apps/applicationtoken/{token_id}'];

/** The fields that the service knows. */
export type QueryFields = Body<Query>;
/** Fields of your own beside them: they reach the business logic and come back with the answer. */
export type OwnFields = { [field: string]: unknown };
export type QueryRequest = QueryFields & OwnFields;
export type QueryAnswer = Answer<Query>;

export type NewKey = Body<Keys['post']>;
export type CreatedKey = Answer<Keys['post']>;
export type KeyChanges = Body<Key['post']>;
export type UpdatedKey = Answer<Key['post']>;
export type KeyList = Answer<Keys['get']>;
export type DeletedKey = Answer<Key['delete']>;

export interface CallOptions {
  /** Ends the call, whatever it waits for; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters: for 24 hours the same request under it is answered as it was, and changes nothing. Default: a new one. */
  idempotencyKey?: string | undefined;
}
