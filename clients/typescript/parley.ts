import { Conversation, type ConversationOptions } from './conversation.ts';
import {
  type Authorizer,
  type ClientCredential,
  type Credential,
  clientCredentials,
  createAuthorizer,
  type IssuedToken,
} from './credentials.ts';
import { CallError } from './errors.ts';
import { exchange, isObject, type JsonObject, type OnLimits, type Request } from './exchange.ts';
import type {
  ActedWebhook,
  Assignment,
  AssignmentHistory,
  BusinessLogicChange,
  BusinessLogicList,
  BusinessLogicPlace,
  CallOptions,
  ChangedBusinessLogic,
  ChangeFilter,
  ChangeList,
  ChangeOptions,
  ConversationFilter,
  ConversationPage,
  ConversationTest,
  CreatedKey,
  DeletedDraft,
  DeletedKey,
  Dismissal,
  DismissedPhrases,
  DraftChange,
  DraftFilter,
  DraftFindings,
  DraftJob,
  DraftList,
  DraftPublication,
  DraftTrial,
  DraftTrialRequest,
  FoundTurns,
  Handoff,
  HandoffAct,
  HandoffFilter,
  HandoffPage,
  HistoryFilter,
  InsightFilter,
  InsightsByDay,
  KeyChanges,
  KeyList,
  LoggedConversation,
  MadeWebhook,
  MessageFilter,
  MessagePage,
  NewAssignment,
  NewFeedback,
  NewKey,
  NewMessage,
  NewVersionNote,
  NewWebhook,
  QueryAnswer,
  QueryOptions,
  QueryRequest,
  RemovedBusinessLogic,
  RemovedWebhook,
  SearchFilter,
  SentMessage,
  StoredFeedback,
  Suggestions,
  TurnFilter,
  UnhandledFilter,
  UnhandledGroups,
  UpdatedKey,
  VersionDifferences,
  VersionFilter,
  VersionList,
  VersionNote,
  VersionPair,
  WebhookAct,
  WebhookList,
  WholeDraft,
  WholeHandoff,
  WrittenDraft,
} from './messages.ts';
import { DEFAULT_PATIENCE, type Patience, waitBeforeNext } from './retries.ts';
import { OWN_SURROUNDINGS, type Surroundings } from './surroundings.ts';

export interface ParleyOptions extends Partial<Patience> {
  /** The service's address, up to `/v1`. */
  baseUrl: string | URL;
  credential: Credential;
  /** The time limit of an attempt. Default 35,000: the service takes at most 29 seconds. */
  timeoutMs?: number;
  /** Called with the institution's remaining limits from each answer that contains them. */
  onLimits?: OnLimits;
  /** Replaces functions of the platform. */
  surroundings?: Partial<Surroundings>;
}

/**
 * Obtains a new token with client credentials, for example for a page whose server knows the page's user.
 * @throws {CallError}
 */
export async function obtainToken(
  {
    baseUrl,
    credential,
    timeoutMs = TIMEOUT_MS,
    surroundings,
    ...patience
  }: ParleyOptions & {
    credential: ClientCredential;
  },
  { signal }: CallOptions = {},
): Promise<IssuedToken> {
  const settings = {
    tokenUrl: new URL(rootOf(baseUrl) + TOKEN_PATH),
    patience: { ...DEFAULT_PATIENCE, ...patience },
    surroundings: { ...OWN_SURROUNDINGS, ...surroundings },
  };
  return clientCredentials(credential, settings, { signal, timeoutMs });
}

const TIMEOUT_MS = 35_000;
const TOKEN_PATH = '/v1/oauth/';

const rootOf = (baseUrl: string | URL): string => String(baseUrl).replace(/\/+$/, '');

interface Call extends ChangeOptions {
  method: Request['method'];
  path: string;
  /** The query string; undefined and empty values are omitted. */
  filter?: Readonly<Record<string, string | number | undefined>>;
  /** Additional headers of the call. */
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** True if repeating the call could have further effects. */
  once?: boolean;
}

/**
 * The service from a caller's point of view. Every call obtains its credential, retries where that is safe,
 * and rejects with a {@link CallError} if it fails.
 */
export class Parley {
  readonly #root: string;
  readonly #authorizer: Authorizer;
  readonly #patience: Patience;
  readonly #timeoutMs: number;
  readonly #onLimits: OnLimits | undefined;
  readonly #surroundings: Surroundings;

  constructor({
    baseUrl,
    credential,
    timeoutMs = TIMEOUT_MS,
    onLimits,
    surroundings,
    ...patience
  }: ParleyOptions) {
    this.#onLimits = onLimits;
    this.#root = rootOf(baseUrl);
    this.#patience = { ...DEFAULT_PATIENCE, ...patience };
    this.#timeoutMs = timeoutMs;
    this.#surroundings = { ...OWN_SURROUNDINGS, ...surroundings };
    this.#authorizer = createAuthorizer(credential, {
      tokenUrl: this.#url(TOKEN_PATH),
      patience: this.#patience,
      surroundings: this.#surroundings,
    });
  }

  /** A conversation: each query continues from the last answer. */
  conversation(options: ConversationOptions): Conversation {
    return new Conversation((request, asked) => this.query(request, asked), options);
  }

  /** Sends one query. It is answered once, since all attempts have the same Idempotency-Key. */
  async query(body: QueryRequest, { explain, ...options }: QueryOptions = {}): Promise<QueryAnswer> {
    const filter = { explain: explain ? 'true' : undefined };
    const answer = await this.#call({ method: 'POST', path: '/v1/query', filter, body, ...options });
    if (isAnswer(answer)) return answer;
    throw new CallError('unreadable', 'The answer is not an answer to a query.', { status: 200 });
  }

  /**
   * Messages to the end user that do not answer a query: people's answers, and messages of business logic.
   * Pass the `cursor` of each answer to the next call as `after`. With `wait` (up to 20 seconds) the call
   * returns when the first message arrives.
   */
  async messages(
    dialog: string,
    filter: MessageFilter = {},
    options: CallOptions = {},
  ): Promise<MessagePage> {
    const headers = { Dialog: dialog };
    return this.#told<MessagePage>({
      method: 'GET',
      path: '/v1/dialog/messages',
      filter,
      headers,
      ...options,
    });
  }

  /** Sends an end user a message that does not answer a query. Retries do not send it twice. */
  async sendMessage(body: NewMessage, options: ChangeOptions = {}): Promise<SentMessage> {
    return this.#told<SentMessage>({ method: 'POST', path: '/v1/dialog/messages', body, ...options });
  }

  /** The conversations that people own. */
  async listHandoffs(filter: HandoffFilter = {}, options: CallOptions = {}): Promise<HandoffPage> {
    return this.#told<HandoffPage>({ method: 'GET', path: '/v1/handoffs', filter, ...options });
  }

  /** A conversation that was handed over, with its messages and notes. */
  async readHandoff(
    sessionId: string,
    filter: MessageFilter = {},
    options: CallOptions = {},
  ): Promise<WholeHandoff> {
    return this.#told<WholeHandoff>({ method: 'GET', path: handoffPath(sessionId), filter, ...options });
  }

  /**
   * Claims a conversation, answers, leaves a note, hands it back or closes it. Retries do not repeat the
   * action.
   */
  async actOnHandoff(sessionId: string, body: HandoffAct, options: ChangeOptions = {}): Promise<Handoff> {
    return this.#told<Handoff>({ method: 'POST', path: handoffPath(sessionId), body, ...options });
  }

  /** Passages of the version's documents that may answer the last query of a conversation that people own. */
  async suggestAnswers(sessionId: string, options: CallOptions = {}): Promise<Suggestions> {
    return this.#told<Suggestions>({
      method: 'GET',
      path: `${handoffPath(sessionId)}/suggestions`,
      ...options,
    });
  }

  /** The webhooks to which events of conversations are sent. */
  async listWebhooks(options: CallOptions = {}): Promise<WebhookList> {
    return this.#told<WebhookList>({ method: 'GET', path: '/v1/webhooks', ...options });
  }

  /** The servers of the institution's business logic, by the names that assistants use. */
  async listBusinessLogic(options: CallOptions = {}): Promise<BusinessLogicList> {
    return this.#told<BusinessLogicList>({ method: 'GET', path: '/v1/business-logic', ...options });
  }

  /** Sets the address behind a name, or changes its secret. Only this answer contains a new secret. */
  async changeBusinessLogic(
    name: string,
    body: BusinessLogicChange,
    options: CallOptions = {},
  ): Promise<ChangedBusinessLogic> {
    return this.#told<ChangedBusinessLogic>({ method: 'POST', path: serverPath(name), body, ...options });
  }

  /** Removes a name with its address and its secrets. */
  async removeBusinessLogic(
    name: string,
    place: BusinessLogicPlace = {},
    options: CallOptions = {},
  ): Promise<RemovedBusinessLogic> {
    return this.#told<RemovedBusinessLogic>({
      method: 'DELETE',
      path: serverPath(name),
      filter: place,
      ...options,
    });
  }

  /** Adds a webhook for events. Only this answer contains the secret that signs them. */
  async addWebhook(body: NewWebhook, options: CallOptions = {}): Promise<MadeWebhook> {
    return this.#told<MadeWebhook>({ method: 'POST', path: '/v1/webhooks', body, ...options });
  }

  /** Sends a webhook a test event, or changes its secret. */
  async actOnWebhook(webhookId: string, body: WebhookAct, options: CallOptions = {}): Promise<ActedWebhook> {
    return this.#told<ActedWebhook>({ method: 'POST', path: webhookPath(webhookId), body, ...options });
  }

  /** Removes a webhook, with its undelivered events. */
  async removeWebhook(webhookId: string, options: CallOptions = {}): Promise<RemovedWebhook> {
    return this.#told<RemovedWebhook>({ method: 'DELETE', path: webhookPath(webhookId), ...options });
  }

  /** Rates an answer, or a session, of the same user. A new rating replaces the earlier one. */
  async giveFeedback(feedback: NewFeedback, options: CallOptions = {}): Promise<StoredFeedback> {
    return this.#told<StoredFeedback>({ method: 'POST', path: '/v1/feedback', body: feedback, ...options });
  }

  /** Creates a key. Retries do not create a second one. */
  async createKey(body: NewKey, options: ChangeOptions = {}): Promise<CreatedKey> {
    return this.#keys<CreatedKey>({ method: 'POST', body, ...options });
  }

  async updateKey(id: string, body: KeyChanges, options: ChangeOptions = {}): Promise<UpdatedKey> {
    return this.#keys<UpdatedKey>({ method: 'POST', body, ...options }, id);
  }

  async listKeys(options: CallOptions = {}): Promise<KeyList> {
    return this.#keys<KeyList>({ method: 'GET', ...options });
  }

  /** Deletes a key. Not retried if the first attempt's outcome is unknown, since the key may then no longer exist. */
  async deleteKey(id: string, options: CallOptions = {}): Promise<DeletedKey> {
    return this.#keys<DeletedKey>({ method: 'DELETE', ...options }, id);
  }

  /** Logged sessions, newest first. */
  async listConversations(
    filter: ConversationFilter = {},
    options: CallOptions = {},
  ): Promise<ConversationPage> {
    return this.#told<ConversationPage>({ method: 'GET', path: '/v1/conversations', filter, ...options });
  }

  /** A logged session, turn by turn. */
  async readConversation(
    sessionId: string,
    filter: TurnFilter = {},
    options: CallOptions = {},
  ): Promise<LoggedConversation> {
    const path = `/v1/conversations/${encodeURIComponent(sessionId)}`;
    return this.#told<LoggedConversation>({ method: 'GET', path, filter, ...options });
  }

  /** The turns whose query or answer contains a text. */
  async searchConversations(filter: SearchFilter, options: CallOptions = {}): Promise<FoundTurns> {
    return this.#told<FoundTurns>({ method: 'GET', path: '/v1/search', filter, ...options });
  }

  /** A session as a conversation test, for the `tests` folder of a draft. */
  async writeConversationTest(sessionId: string, options: CallOptions = {}): Promise<ConversationTest> {
    const path = `/v1/conversations/${encodeURIComponent(sessionId)}/test`;
    return this.#told<ConversationTest>({ method: 'GET', path, ...options });
  }

  /** Conversation figures, by day and in total. */
  async readInsights(filter: InsightFilter = {}, options: CallOptions = {}): Promise<InsightsByDay> {
    return this.#told<InsightsByDay>({ method: 'GET', path: '/v1/insights', filter, ...options });
  }

  /** Queries that went wrong, grouped by outcome and meaning. */
  async listUnhandled(filter: UnhandledFilter = {}, options: CallOptions = {}): Promise<UnhandledGroups> {
    return this.#told<UnhandledGroups>({ method: 'GET', path: '/v1/unhandled', filter, ...options });
  }

  /** Hides phrases from the queries that went wrong, or with `dismissed: false` lists them again. */
  async dismissUnhandled(phrases: DismissedPhrases, options: CallOptions = {}): Promise<Dismissal> {
    const call = { method: 'POST', path: '/v1/unhandled/dismiss', body: phrases } as const;
    return this.#told<Dismissal>({ ...call, ...options });
  }

  /** AI versions and what they serve. */
  async listVersions(filter: VersionFilter = {}, options: CallOptions = {}): Promise<VersionList> {
    return this.#told<VersionList>({ method: 'GET', path: '/v1/versions', filter, ...options });
  }

  /** The differences between two AI versions. */
  async compareVersions(filter: VersionPair, options: CallOptions = {}): Promise<VersionDifferences> {
    return this.#told<VersionDifferences>({ method: 'GET', path: '/v1/versions/diff', filter, ...options });
  }

  /** The versions that have served an application, latest first. */
  async readVersionHistory(filter: HistoryFilter, options: CallOptions = {}): Promise<AssignmentHistory> {
    return this.#told<AssignmentHistory>({ method: 'GET', path: '/v1/versions/history', filter, ...options });
  }

  async assignVersion(body: NewAssignment, options: CallOptions = {}): Promise<Assignment> {
    return this.#told<Assignment>({ ...onceTo('/v1/versions/assign'), body, ...options });
  }

  /** Replaces the note on a version; an empty note removes it. */
  async noteVersion(body: NewVersionNote, options: CallOptions = {}): Promise<VersionNote> {
    return this.#told<VersionNote>({ method: 'POST', path: '/v1/versions/note', body, ...options });
  }

  /** Rolls back one assignment per call. */
  async rollBackVersion(application: string, options: CallOptions = {}): Promise<Assignment> {
    return this.#told<Assignment>({ ...onceTo('/v1/versions/rollback'), body: { application }, ...options });
  }

  /** Who changed what, latest first. */
  async listChanges(filter: ChangeFilter = {}, options: CallOptions = {}): Promise<ChangeList> {
    return this.#told<ChangeList>({ method: 'GET', path: '/v1/audit', filter, ...options });
  }

  /** The drafts of assistants that the service keeps. */
  async listDrafts(options: CallOptions = {}): Promise<DraftList> {
    return this.#told<DraftList>({ method: 'GET', path: '/v1/drafts', ...options });
  }

  /** A draft with its files. */
  async readDraft(name: string, filter: DraftFilter = {}, options: CallOptions = {}): Promise<WholeDraft> {
    return this.#told<WholeDraft>({ method: 'GET', path: draftPath(name), filter, ...options });
  }

  /** Creates a draft, or changes files of it. A retry after a lost answer changes nothing more. */
  async writeDraft(name: string, body: DraftChange, options: CallOptions = {}): Promise<WrittenDraft> {
    return this.#told<WrittenDraft>({ method: 'POST', path: draftPath(name), body, ...options });
  }

  /** The check's findings for a draft. */
  async checkDraft(name: string, options: CallOptions = {}): Promise<DraftFindings> {
    return this.#told<DraftFindings>({ method: 'GET', path: `${draftPath(name)}/check`, ...options });
  }

  /** Tries phrases in a draft, as far as possible without training. Nothing is written. */
  async tryInDraft(name: string, body: DraftTrialRequest, options: CallOptions = {}): Promise<DraftTrial> {
    return this.#told<DraftTrial>({ method: 'POST', path: `${draftPath(name)}/try`, body, ...options });
  }

  /** Starts to train and publish a revision of a draft; `readDraftJob` reports the progress. */
  async publishDraft(name: string, body: DraftPublication, options: CallOptions = {}): Promise<DraftJob> {
    return this.#told<DraftJob>({ method: 'POST', path: `${draftPath(name)}/publish`, body, ...options });
  }

  /** The latest publishing of a draft. */
  async readDraftJob(name: string, options: CallOptions = {}): Promise<DraftJob> {
    return this.#told<DraftJob>({ method: 'GET', path: `${draftPath(name)}/job`, ...options });
  }

  /** Deletes a draft; its revisions can still be read by their numbers. */
  async deleteDraft(name: string, options: CallOptions = {}): Promise<DeletedDraft> {
    return this.#told<DeletedDraft>({ method: 'DELETE', path: draftPath(name), ...options });
  }

  async #keys<Answer>(call: Omit<Call, 'path'>, id?: string): Promise<Answer> {
    const path = `/v1/apps/applicationtoken${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
    return this.#told<Answer>({ ...call, path });
  }

  /** The service's answer. Its type is not checked here, since the service's tests check it. */
  async #told<Answer>(call: Call): Promise<Answer> {
    return (await this.#call(call)) as Answer;
  }

  async #call({
    method,
    path,
    filter,
    headers,
    body,
    once,
    idempotencyKey,
    signal,
  }: Call): Promise<JsonObject> {
    const limits = { signal, timeoutMs: this.#timeoutMs, onLimits: this.#onLimits };
    const key = method === 'POST' && !once ? (idempotencyKey ?? this.#surroundings.newId()) : undefined;
    const repeatable = method !== 'DELETE' && !once;
    const url = this.#url(path);
    for (const [name, value] of Object.entries(filter ?? {})) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    let renewed = false;
    let attempt = 1;
    for (;;) {
      const authorization = await this.#authorizer.header(limits);
      const request: Request = {
        url,
        method,
        headers: {
          ...headers,
          Authorization: authorization,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      try {
        return await exchange(this.#surroundings, request, limits);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // The token expired or was revoked, or the local clock is wrong.
        if (error.status === 401 && !renewed && this.#authorizer.refused(authorization)) {
          renewed = true;
          continue;
        }
        const turn = { attempt, repeatable, chance: this.#surroundings.random() };
        const milliseconds = waitBeforeNext(error, turn, this.#patience);
        if (milliseconds === undefined) throw error;
        await this.#surroundings.wait(milliseconds, signal);
        attempt += 1;
      }
    }
  }

  #url(path: string): URL {
    return new URL(this.#root + path);
  }
}

const serverPath = (name: string): string => `/v1/business-logic/${encodeURIComponent(name)}`;
const webhookPath = (webhookId: string): string => `/v1/webhooks/${encodeURIComponent(webhookId)}`;

const handoffPath = (sessionId: string): string => `/v1/handoffs/${encodeURIComponent(sessionId)}`;

const draftPath = (name: string): string => `/v1/drafts/${encodeURIComponent(name)}`;

/** A change without an Idempotency-Key is not retried if its outcome is unknown. */
const onceTo = (path: string) => ({ method: 'POST', path, once: true }) as const;

/** Checks the fields that callers rely on most. */
const isAnswer = (answer: unknown): answer is QueryAnswer =>
  isObject(answer) &&
  typeof answer.dialog === 'string' &&
  isObject(answer.visuals) &&
  typeof answer.visuals.speakableResponse === 'string' &&
  typeof answer.visuals.formattedResponse === 'string';
