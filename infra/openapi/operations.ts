import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { DRAFT_LIMITS } from '../../functions/shared/domain/drafts/drafts.ts';
import { DEAD_AFTER_MS, MOST_TRAINED_UTTERANCES } from '../../functions/shared/domain/drafts/jobs.ts';
import { MAX_KEYS } from '../../functions/shared/domain/keys/keys.ts';
import { queryResponse } from '../../functions/shared/domain/query/query-answer.ts';
import { queryRequestSchema } from '../../functions/shared/domain/query/query-request.ts';
import { changesResponse } from '../../functions/shared/http/audit-messages.ts';
import {
  removeServerResponse,
  serverActRequest,
  serverActResponse,
  serversResponse,
} from '../../functions/shared/http/business-logic-messages.ts';
import {
  conversationResponse,
  conversationsResponse,
  conversationTestResponse,
  dismissalRequest,
  dismissalResponse,
  feedbackRequest,
  feedbackResponse,
  insightsResponse,
  searchResponse,
  unhandledResponse,
} from '../../functions/shared/http/conversation-messages.ts';
import {
  draftCheckResponse,
  draftJobResponse,
  draftPublishRequest,
  draftRequest,
  draftResponse,
  draftsResponse,
  draftTrialRequest,
  draftTrialResponse,
  wholeDraftResponse,
} from '../../functions/shared/http/draft-messages.ts';
import {
  actRequest,
  actResponse,
  handoffResponse,
  handoffsResponse,
  messagesResponse,
  suggestionsResponse,
  tellRequest,
  tellResponse,
} from '../../functions/shared/http/handoff-messages.ts';
import { healthResponse } from '../../functions/shared/http/health.ts';
import {
  createKeyRequest,
  createKeyResponse,
  deleteKeyResponse,
  listKeysResponse,
  updateKeyRequest,
  updateKeyResponse,
} from '../../functions/shared/http/key-messages.ts';
import { serverMetadataResponse } from '../../functions/shared/http/server-metadata.ts';
import {
  introspectionResponse,
  presentedToken,
  revocationResponse,
  tokenRequest,
  tokenResponse,
} from '../../functions/shared/http/token-messages.ts';
import {
  assignmentHistoryResponse,
  assignmentResponse,
  assignRequest,
  differencesResponse,
  noteRequest,
  noteResponse,
  rollBackRequest,
  versionsResponse,
} from '../../functions/shared/http/version-messages.ts';
import {
  addWebhookRequest,
  addWebhookResponse,
  removeWebhookResponse,
  webhookActRequest,
  webhookActResponse,
  webhooksResponse,
} from '../../functions/shared/http/webhook-messages.ts';
import type { RoutedFunction } from '../routes.ts';
import { ACCOUNT_FORM, ACCOUNT_PARAMETERS, ACCOUNT_REDIRECT } from './account.ts';
import { AUTHORIZATION_FORM, AUTHORIZATION_PARAMETERS, AUTHORIZATION_REDIRECT } from './authorization.ts';
import {
  COMPARED,
  DAYS,
  DIALOG,
  DISMISSED,
  HANDOFF,
  LANGUAGE,
  LIMIT,
  LISTED,
  MESSAGES_AFTER,
  PAGE_OF,
  PAGE_OF_VERSIONS,
  QUEUE,
  REVISION,
  SEARCHED,
  SERVED,
  SESSION,
  TYPING,
  VERSION,
} from './conversations.ts';

/** The document's tags, in order. */
export const TAGS = [
  'Tokens',
  'Application keys',
  'Queries',
  'Conversations',
  'People',
  'Channels',
  'AI versions',
  'Drafts',
  'Business logic',
  'Changes',
  'Documentation',
  'Pages',
] as const;

/** A route's texts and schemas for the OpenAPI document, which the route table does not contain. */
export interface Operation {
  operationId: string;
  tag: (typeof TAGS)[number] | 'Other';
  summary: string;
  description?: string;
  parameters?: readonly object[];
  request?: { contentTypes: readonly string[]; schema: ZodMiniType; parameters?: readonly object[] };
  response: ZodMiniType | 'openapi' | 'page' | 'script' | 'twiml' | 'challenge';
  /** Answers other than 200 and refusals. */
  responses?: Readonly<Record<number, object>>;
  /** Differences of single routes (`METHOD path`) of a function with several routes. */
  also?: Readonly<Record<string, Partial<Operation>>>;
  /** Refusal statuses in addition to those that all routes of its kind have. */
  refusals: readonly number[];
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'For 24 hours, retrying the same request as the same user returns the same answer and changes nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const NAME_OF_APPLICATION = {
  name: 'application',
  in: 'query',
  description: 'Removes only what the name stands for in this application: `env_name:app_name`.',
  schema: { type: 'string' },
};

const ONLY_PLATFORM =
  'Only the platform can do this: it signs each request with a secret of the channel. Requests with another ' +
  'signature get 404. Deployments have this path if their setting `channels` names the platform.';

/** The operations of a platform of Meta: it checks the address, and sends messages. */
const takenFromMeta = (kind: string, platform: string, what: string): Operation => ({
  operationId: `check${platform}Address`,
  tag: 'Channels',
  summary: `Show ${platform} that the address is the channel’s`,
  description: `Only the platform can do this: it sends the channel's token in \`hub.verify_token\`, and gets \`hub.challenge\` back.`,
  response: 'challenge',
  refusals: [404],
  also: {
    [`POST /v1/channels/${kind}/{channel}`]: {
      operationId: `take${platform}Messages`,
      summary: `Take ${what}`,
      description: ONLY_PLATFORM,
      request: { contentTypes: [JSON_TYPE], schema: z.looseObject({ object: z.string() }) },
      response: z.object({}),
      refusals: [400, 404, 413, 415],
    },
  },
});

const callParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', ...schema },
});

export const OPERATIONS: Readonly<Record<RoutedFunction, Operation>> = {
  'oauth-token': {
    operationId: 'issueToken',
    tag: 'Tokens',
    summary: 'Obtain an access token',
    description:
      'Client credentials, password and authorization code grants of RFC 6749. A client authenticates with HTTP Basic or in the body. ' +
      'The returned refresh token cannot be used.',
    request: { contentTypes: [FORM], schema: tokenRequest },
    response: tokenResponse,
    refusals: [400, 401, 413, 429],
  },
  'oauth-authorize': {
    operationId: 'authorize',
    tag: 'Tokens',
    summary: 'Let a user sign in and allow or deny what a client asks for',
    description:
      'A web page in English or Spanish to which a client redirects its users with the parameters of RFC 6749 ' +
      '§4.1.1. Public clients must use PKCE with S256, and so must others if the operator requires it; it is ' +
      'recommended for all. An unknown client or redirect_uri leads to an error page; every other ' +
      'refusal is sent to the client. Users who are already signed in are asked only for consent, and not even that for ' +
      'what they have allowed before, if nobody can impersonate the client.',
    parameters: AUTHORIZATION_PARAMETERS,
    response: 'page',
    responses: AUTHORIZATION_REDIRECT,
    refusals: [],
    also: {
      'POST /v1/oauth/authorize': {
        operationId: 'decide',
        summary: 'Send the form of that page',
        description: 'Only the page itself can do this: its form requires a cookie that the page set.',
        request: { contentTypes: [FORM], schema: AUTHORIZATION_FORM },
      },
    },
  },
  'oauth-account': {
    operationId: 'account',
    tag: 'Tokens',
    summary: 'See your sessions and what you have allowed',
    description:
      'A web page in English or Spanish. Users who are not signed in see a sign-in form; `institution` prefills ' +
      'its field. Sessions can be ended and consents withdrawn, which revokes the client’s tokens and codes.',
    parameters: ACCOUNT_PARAMETERS,
    response: 'page',
    refusals: [],
    also: {
      'POST /v1/oauth/account': {
        operationId: 'changeAccount',
        summary: 'Send a form of that page',
        description: 'Only the page itself can do this: its forms require a cookie that the page set.',
        request: { contentTypes: [FORM], schema: ACCOUNT_FORM },
        responses: ACCOUNT_REDIRECT,
      },
    },
  },
  'oauth-revoke': {
    operationId: 'revokeToken',
    tag: 'Tokens',
    summary: 'Revoke an access token',
    description:
      'RFC 7009. A client may revoke its own tokens, and those of its institution’s users in which no ' +
      'client took part. It authenticates as at the token endpoint. An unknown token counts as revoked.',
    request: { contentTypes: [FORM], schema: presentedToken },
    response: revocationResponse,
    refusals: [400, 401, 413, 415],
  },
  'oauth-introspect': {
    operationId: 'introspectToken',
    tag: 'Tokens',
    summary: 'Check an access token',
    description: 'RFC 7662. A token of another institution is reported as not active, like an unknown one.',
    request: { contentTypes: [FORM], schema: presentedToken },
    response: introspectionResponse,
    refusals: [400, 401, 413, 415],
  },
  'oauth-metadata': {
    operationId: 'serverMetadata',
    tag: 'Tokens',
    summary: 'Metadata of the authorization server',
    description: 'RFC 8414.',
    response: serverMetadataResponse,
    refusals: [],
    also: {
      'GET /v1/oauth/.well-known/oauth-authorization-server': {
        operationId: 'serverMetadataBelow',
        summary: 'The same metadata, for hosts whose root path is not available',
      },
    },
  },
  'keys-create': {
    operationId: 'createKey',
    tag: 'Application keys',
    summary: 'Create an App-Key',
    description:
      'Requires a Bearer token from the client credentials or password grant. Only this answer contains the key. ' +
      'Default scopes: query and app_read, as far as you can give them. A user has at most ' +
      `${MAX_KEYS} unexpired keys; creating another is refused with 409 \`conflict\` until one is deleted.`,
    request: { contentTypes: [JSON_TYPE, FORM], schema: createKeyRequest, parameters: [IDEMPOTENCY_KEY] },
    response: createKeyResponse,
    refusals: [400, 409, 413, 415],
  },
  'keys-list': {
    operationId: 'listKeys',
    tag: 'Application keys',
    summary: 'List your App-Keys, oldest first',
    response: listKeysResponse,
    refusals: [],
  },
  'keys-update': {
    operationId: 'updateKey',
    tag: 'Application keys',
    summary: 'Change the name, scopes, referrers or expiry of an App-Key',
    description:
      'An App-Key can only tighten keys: fewer scopes, places within the present ones, an earlier ' +
      'expiry. To loosen a key, send a Bearer token.',
    request: { contentTypes: [JSON_TYPE, FORM], schema: updateKeyRequest, parameters: [IDEMPOTENCY_KEY] },
    response: updateKeyResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'keys-delete': {
    operationId: 'deleteKey',
    tag: 'Application keys',
    summary: 'Delete an App-Key immediately and permanently',
    response: deleteKeyResponse,
    refusals: [404],
  },
  query: {
    operationId: 'query',
    tag: 'Queries',
    summary: 'Answer an end user’s query',
    description:
      'To continue a conversation, send the dialog of its last answer within 600 seconds, or send your own dialog_seed ' +
      'each time: a random text, different for each end user or session, since anyone with it and a credential ' +
      'of the same user can continue the conversation. With another user’s credential, either starts a new one. Fields ' +
      'that are not listed are passed to the business logic and returned unchanged.',
    request: {
      contentTypes: [JSON_TYPE],
      schema: queryRequestSchema,
      parameters: [
        {
          name: 'explain',
          in: 'query',
          description: 'Adds an explanation of the answer; requires the scope ai_model_read.',
          schema: { type: 'boolean', default: false },
        },
        IDEMPOTENCY_KEY,
      ],
    },
    response: queryResponse,
    refusals: [400, 409, 413, 415],
  },
  'dialog-messages': {
    operationId: 'readMessages',
    tag: 'Queries',
    summary: 'Read what reaches an end user without answering a query',
    description:
      'The answers of people and messages of business logic, and the queries that were passed on, in order. With wait, ' +
      'the answer comes with the first message. While people own the dialog, reading also tells the end user if nobody ' +
      'has claimed it in time.',
    parameters: [DIALOG, ...MESSAGES_AFTER, TYPING],
    response: messagesResponse,
    refusals: [400, 404],
  },
  'dialog-tell': {
    operationId: 'sendMessage',
    tag: 'Queries',
    summary: 'Send an end user a message that answers no query',
    description:
      'Business logic reaches the end user of a dialog until its session ends, with a credential of the user whose ' +
      'credential sends the queries. The assistant never reads the message.',
    request: { contentTypes: [JSON_TYPE], schema: tellRequest, parameters: [IDEMPOTENCY_KEY] },
    response: tellResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'handoffs-list': {
    operationId: 'listHandoffs',
    tag: 'People',
    summary: 'List the conversations that people own',
    description:
      'A page reads a limited amount: it may be empty although there is a next page. Within a page, the longest wait ' +
      'comes first.',
    parameters: [HANDOFF, QUEUE, ...PAGE_OF],
    response: handoffsResponse,
    refusals: [400],
  },
  'handoffs-read': {
    operationId: 'readHandoff',
    tag: 'People',
    summary: 'Read a conversation that was handed over, with its messages and notes',
    parameters: MESSAGES_AFTER,
    response: handoffResponse,
    refusals: [400, 404],
  },
  'handoffs-act': {
    operationId: 'actOnHandoff',
    tag: 'People',
    summary: 'Claim a conversation, answer, show that you write, leave a note, hand it back or close it',
    description:
      'All but notes need the claim. `typing` shows the end user for seven seconds that you write; send it at most every ' +
      'five. The assistant never reads an answer. What is handed back goes on ' +
      'with the slots that were set; after closing, the next query begins anew.',
    request: { contentTypes: [JSON_TYPE], schema: actRequest, parameters: [IDEMPOTENCY_KEY] },
    response: actResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'handoffs-suggest': {
    operationId: 'suggestAnswers',
    tag: 'People',
    summary:
      'Find passages of the documents that may answer the last query of a conversation that people own',
    description:
      'From the documents of the version with which the conversation began, the best of each first. Nothing is said to the end user.',
    response: suggestionsResponse,
    refusals: [400, 404],
  },
  webhooks: {
    operationId: 'listWebhooks',
    tag: 'People',
    summary: 'List where events of conversations are sent',
    description: 'The secrets are not shown.',
    response: webhooksResponse,
    refusals: [],
    also: {
      'POST /v1/webhooks': {
        operationId: 'addWebhook',
        summary: 'Have events of conversations that are handed over sent to a server',
        description:
          'Requires a Bearer token. Events are posted as Standard Webhooks describes, signed with the secret that only ' +
          'this answer contains. docs/WEBHOOKS.md describes them.',
        request: { contentTypes: [JSON_TYPE], schema: addWebhookRequest },
        response: addWebhookResponse,
        refusals: [400, 409, 413, 415],
      },
      'POST /v1/webhooks/{webhook_id}': {
        operationId: 'actOnWebhook',
        summary: 'Send a webhook a test event, or change its secret',
        description:
          'test sends an event without data at once. rotate_secret makes a new secret, and both sign until ' +
          'retire_secret; both require a Bearer token.',
        request: { contentTypes: [JSON_TYPE], schema: webhookActRequest },
        response: webhookActResponse,
        refusals: [400, 404, 409, 413, 415],
      },
      'DELETE /v1/webhooks/{webhook_id}': {
        operationId: 'removeWebhook',
        summary: 'Remove a webhook',
        description: 'Events that are on their way to it are dropped.',
        response: removeWebhookResponse,
        refusals: [404],
      },
    },
  },
  'business-logic-servers': {
    operationId: 'listBusinessLogic',
    tag: 'Business logic',
    summary: 'List the servers of an institution’s business logic, by the names that assistants use',
    description: 'Secrets are shown as fingerprints.',
    response: serversResponse,
    refusals: [],
    also: {
      'POST /v1/business-logic/{name}': {
        operationId: 'changeBusinessLogic',
        summary: 'Set the address behind a name, or change the secret that signs calls',
        description:
          'Requires a Bearer token of the client credentials or password grant, and takes effect with the next query. set_url sends what end users say to another ' +
          'server, which has to be public whatever ranges the deployment allows. rotate_secret makes a new secret, which ' +
          'only this answer contains, and both sign until retire_secret.',
        request: { contentTypes: [JSON_TYPE], schema: serverActRequest },
        response: serverActResponse,
        refusals: [400, 409, 413, 415],
      },
      'DELETE /v1/business-logic/{name}': {
        operationId: 'removeBusinessLogic',
        summary: 'Remove a name with its address and its secrets',
        description:
          'Requires a Bearer token of the client credentials or password grant. Calls that need the name fail from the next query on.',
        parameters: [NAME_OF_APPLICATION],
        response: removeServerResponse,
        refusals: [400, 404, 409],
      },
    },
  },
  'slack-events': {
    operationId: 'takeSlackEvent',
    tag: 'People',
    summary: 'Take what people write in Slack threads',
    description:
      'Only Slack can do this: it signs each request with the signing secret of the app. Requests with another ' +
      'signature, or older than five minutes, get 404. Deployments have this path if their setting `desks` names Slack.',
    request: { contentTypes: [JSON_TYPE], schema: z.looseObject({ type: z.string() }) },
    response: z.object({ challenge: z.optional(z.string()) }),
    refusals: [400, 404, 409, 413, 415],
  },
  'chatwoot-events': {
    operationId: 'takeChatwootEvent',
    tag: 'People',
    summary: 'Take what people write and do in Chatwoot',
    description:
      'Only Chatwoot can do this: it signs each request with the secret of the API inbox. Requests with another ' +
      'signature, or older than five minutes, get 404. Deployments have this path if their setting `desks` names Chatwoot.',
    request: { contentTypes: [JSON_TYPE], schema: z.looseObject({ event: z.string() }) },
    response: z.object({}),
    refusals: [400, 404, 409, 413, 415],
  },
  'channel-sms': {
    operationId: 'takeSms',
    tag: 'Channels',
    summary: 'Take the messages that Twilio receives',
    description: ONLY_PLATFORM,
    request: { contentTypes: [FORM], schema: z.looseObject({ MessageSid: z.string() }) },
    response: 'twiml',
    refusals: [400, 404, 413, 415],
  },
  'channel-voice': {
    operationId: 'takeCall',
    tag: 'Channels',
    summary: 'Answer a call that Twilio receives',
    description: `${ONLY_PLATFORM} Each request is an input of the call: its beginning, words, keys, silence, or its end.`,
    parameters: [
      callParameter('turn', 'The number of the input; absent if a call begins or ends.', { minimum: 1 }),
      callParameter('wait', 'How often Twilio came back for an answer that takes long.', { minimum: 1 }),
      callParameter('resume', 'Sent after people spoke into the call, which then listens again.', {
        enum: [1],
      }),
    ],
    request: { contentTypes: [FORM], schema: z.looseObject({ CallSid: z.string() }) },
    response: 'twiml',
    refusals: [400, 404, 413, 415],
  },
  'channel-whatsapp': takenFromMeta('whatsapp', 'WhatsApp', 'messages to a number of WhatsApp'),
  'channel-messenger': takenFromMeta('messenger', 'Messenger', 'messages to a page'),
  'channel-slack': {
    operationId: 'takeSlackMessage',
    tag: 'Channels',
    summary: 'Take what people write to a bot in Slack',
    description: `${ONLY_PLATFORM} So do requests that are older than five minutes.`,
    request: { contentTypes: [JSON_TYPE, FORM], schema: z.looseObject({}) },
    response: z.object({ challenge: z.optional(z.string()) }),
    refusals: [400, 404, 413, 415],
  },
  'channel-teams': {
    operationId: 'takeTeamsMessage',
    tag: 'Channels',
    summary: 'Take what people write to a bot in Microsoft Teams',
    description: `${ONLY_PLATFORM} Microsoft's token, in the header \`Authorization\`, must be for the channel's bot, platform and server.`,
    request: { contentTypes: [JSON_TYPE], schema: z.looseObject({}) },
    response: z.object({}),
    refusals: [404],
  },
  health: {
    operationId: 'health',
    tag: 'Other',
    summary: 'Check whether the service is up',
    description: 'Checks no dependencies. For tools that restart a process which does not answer.',
    response: healthResponse,
    refusals: [],
  },
  ready: {
    operationId: 'ready',
    tag: 'Other',
    summary: 'Check whether the service can answer queries',
    description:
      'Checks the store and the artifacts, at most once a second; 503 if either cannot be reached.',
    response: healthResponse,
    refusals: [],
  },
  feedback: {
    operationId: 'giveFeedback',
    tag: 'Conversations',
    summary: 'Rate an answer',
    description:
      'Rates a turn or, without qid, a session. It must be in the conversation log and belong to a credential of the ' +
      'same user. New feedback replaces earlier feedback.',
    request: { contentTypes: [JSON_TYPE], schema: feedbackRequest },
    response: feedbackResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'conversations-list': {
    operationId: 'listConversations',
    tag: 'Conversations',
    summary: 'List logged sessions, newest first',
    description:
      'For versions that keep conversations. A page reads a limited amount: with a filter that matches little it may ' +
      'be empty although there is a next page.',
    parameters: [...DAYS, ...VERSION, ...SESSION, ...PAGE_OF],
    response: conversationsResponse,
    refusals: [400],
  },
  'conversations-read': {
    operationId: 'readConversation',
    tag: 'Conversations',
    summary: 'Read the turns of a session and how they were understood',
    parameters: PAGE_OF,
    response: conversationResponse,
    refusals: [400, 404],
  },
  'conversations-search': {
    operationId: 'searchConversations',
    tag: 'Conversations',
    summary: 'Find the turns whose query or answer contains a text',
    description:
      'All words of the text have to occur in one query or answer, in any order, without regard to case and accents. ' +
      'Masked texts stay masked, and are not found by what they hide. A page reads up to 200 sessions of the period, ' +
      'the latest first, so it may find nothing and still have a next one.',
    parameters: [SEARCHED, ...DAYS, ...VERSION, ...SESSION, ...PAGE_OF],
    response: searchResponse,
    refusals: [400],
  },
  'conversations-test': {
    operationId: 'writeConversationTest',
    tag: 'Conversations',
    summary: 'Write a session as a conversation test',
    description:
      'The file for an assistant’s folder `tests`, as `parley conversations export --as-test` writes it: it expects the ' +
      'answers that were given. Masked texts stay masked, and comments say what to add. At most 100 turns.',
    response: conversationTestResponse,
    refusals: [404, 409],
  },
  insights: {
    operationId: 'readInsights',
    tag: 'Conversations',
    summary:
      'Get conversation figures by day and in total; made-up conversations count only if their application is named',
    parameters: [...DAYS, ...VERSION],
    response: insightsResponse,
    refusals: [400],
  },
  unhandled: {
    operationId: 'listUnhandled',
    tag: 'Conversations',
    summary: 'List queries that went wrong, grouped by outcome and meaning, largest groups first',
    parameters: [...DAYS, ...VERSION, LANGUAGE, LISTED, DISMISSED, LIMIT],
    response: unhandledResponse,
    refusals: [400],
  },
  'unhandled-dismiss': {
    operationId: 'dismissUnhandled',
    tag: 'Conversations',
    summary: 'Leave phrases out of the queries that went wrong, or list them again',
    description:
      'For a refusal that was right, or a query that nobody need answer. The phrases are left out from now on, in ' +
      'whichever conversation they are said, for the same outcome, language and slot.',
    request: { contentTypes: [JSON_TYPE], schema: dismissalRequest },
    response: dismissalResponse,
    refusals: [400, 413, 415],
  },
  'versions-list': {
    operationId: 'listVersions',
    tag: 'AI versions',
    summary: 'List AI versions and what they serve, in order of creation',
    description: 'Every page also lists what serves where.',
    parameters: PAGE_OF_VERSIONS,
    response: versionsResponse,
    refusals: [400],
  },
  'versions-history': {
    operationId: 'readVersionHistory',
    tag: 'AI versions',
    summary: 'List the versions that have served an application, latest first',
    parameters: [SERVED, LIMIT],
    response: assignmentHistoryResponse,
    refusals: [400],
  },
  'versions-diff': {
    operationId: 'compareVersions',
    tag: 'AI versions',
    summary: 'Compare two AI versions by meaning',
    description:
      'Compares states, utterances, transitions, slots, texts, FAQ and tests of the published folders. An ' +
      'answer contains up to 1 MiB of differences, and up to 10,000 characters of each text.',
    parameters: COMPARED,
    response: differencesResponse,
    refusals: [400, 404, 409],
  },
  'versions-assign': {
    operationId: 'assignVersion',
    tag: 'AI versions',
    summary: 'Assign an AI version to an application or the default, for all end users or some',
    request: { contentTypes: [JSON_TYPE], schema: assignRequest },
    response: assignmentResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'versions-note': {
    operationId: 'noteVersion',
    tag: 'AI versions',
    summary: 'Write a note on an AI version, or remove it',
    request: { contentTypes: [JSON_TYPE], schema: noteRequest },
    response: noteResponse,
    refusals: [400, 404, 413, 415],
  },
  'versions-rollback': {
    operationId: 'rollBackVersion',
    tag: 'AI versions',
    summary: 'Restore what served an application before; repeat to go back further',
    request: { contentTypes: [JSON_TYPE], schema: rollBackRequest },
    response: assignmentResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'drafts-list': {
    operationId: 'listDrafts',
    tag: 'Drafts',
    summary: 'List the drafts of assistants that the service keeps, by name',
    response: draftsResponse,
    refusals: [],
  },
  'drafts-read': {
    operationId: 'readDraft',
    tag: 'Drafts',
    summary: 'Read the files of a draft',
    description: 'The files are those of the assistant’s folder, byte for byte.',
    parameters: [REVISION],
    response: wholeDraftResponse,
    refusals: [400, 404],
  },
  'drafts-write': {
    operationId: 'writeDraft',
    tag: 'Drafts',
    summary: 'Create a draft, or change files of it',
    description:
      'Files that the request does not name stay as they are. A change is based on the revision that was read: if ' +
      'somebody has written since, it is refused with 409 and changes nothing. Read the draft again and make the change ' +
      `in that. A draft has up to ${DRAFT_LIMITS.files} files and ${DRAFT_LIMITS.bytes} bytes; a larger one than a ` +
      'request is written in several.',
    request: { contentTypes: [JSON_TYPE], schema: draftRequest },
    response: draftResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'drafts-check': {
    operationId: 'checkDraft',
    tag: 'Drafts',
    summary: 'Check a draft without training it',
    description:
      'Finds what parley ai check finds, and business logic that is not set for the institution, which a draft cannot ' +
      'call. An answer has up to 1,000 findings, errors first.',
    response: draftCheckResponse,
    refusals: [400, 404],
  },
  'drafts-try': {
    operationId: 'tryInDraft',
    tag: 'Drafts',
    summary: 'Try phrases before they are accepted into a draft',
    description:
      'What a version takes each phrase for now, where the draft has it already, which sentences of the draft are most ' +
      'alike, and which of them the phrase may take queries from. Nothing is trained and nothing is written: only ' +
      'training and playing the draft tells for sure.',
    request: { contentTypes: [JSON_TYPE], schema: draftTrialRequest },
    response: draftTrialResponse,
    refusals: [400, 404, 413, 415, 503],
  },
  'drafts-publish': {
    operationId: 'publishDraft',
    tag: 'Drafts',
    summary: 'Train a draft, play it and publish it as an AI version',
    description:
      'Starts a job that trains the draft at the revision, whatever is written meanwhile, plays its tests, publishes it ' +
      'unless one fails, and plays its new sentences and the last week’s conversations with the new version and the one ' +
      'that serves. GET /v1/drafts/{draft}/job tells what becomes of it. It is refused with 409 while another job of the draft is training, for a draft with errors, and ' +
      `for one with more than ${MOST_TRAINED_UTTERANCES} utterances in all languages together.`,
    request: { contentTypes: [JSON_TYPE], schema: draftPublishRequest },
    response: draftJobResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'drafts-job': {
    operationId: 'readDraftJob',
    tag: 'Drafts',
    summary: 'Read what became of the latest publishing of a draft',
    description:
      `A training that gives no sign of life for ${DEAD_AFTER_MS / 1000} seconds is dead. Publish again: what was trained ` +
      'is kept, and the next job goes on from there.',
    response: draftJobResponse,
    refusals: [400, 404],
  },
  'drafts-delete': {
    operationId: 'deleteDraft',
    tag: 'Drafts',
    summary: 'Delete a draft',
    description: 'Its revisions can still be read by their numbers.',
    response: draftResponse,
    refusals: [400, 404, 409],
  },
  'audit-list': {
    operationId: 'listChanges',
    tag: 'Changes',
    summary: 'List who changed what, latest first',
    description:
      'Changes to users, clients, keys, drafts, versions, webhooks, business logic and settings, with the account that made each. They ' +
      'are kept for a year by default. A page crosses at most 13 months, so it may be empty and still have a next one.',
    parameters: PAGE_OF,
    response: changesResponse,
    refusals: [400],
  },
  openapi: {
    operationId: 'openapi',
    tag: 'Documentation',
    summary: 'This document',
    response: 'openapi',
    refusals: [],
  },
  'chat-script': {
    operationId: 'chatScript',
    tag: 'Pages',
    summary: 'The chat for web pages',
    description:
      'A script that defines the element <parley-chat>, which talks to the service that the script came from.',
    response: 'script',
    refusals: [],
  },
  console: {
    operationId: 'console',
    tag: 'Pages',
    summary: 'The console',
    description:
      'A web page for people who run assistants. It signs them in with the authorization code grant, as a public client ' +
      'whose redirect_uri is this address, and calls only this API.',
    response: 'page',
    refusals: [],
    also: {
      'GET /console/{file}': {
        operationId: 'consoleFile',
        summary: 'A file of the console',
        description: 'The console’s script or stylesheet, with a digest of the content in its name.',
        response: 'script',
        refusals: [404],
      },
    },
  },
};
