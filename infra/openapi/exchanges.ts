import { randomUUID } from 'node:crypto';
import { newPkce, signInByHttp } from './code-flow.ts';
import type { Example } from './document.ts';
import { mask } from './mask.ts';

interface Exchange extends Omit<Example, 'request' | 'response'> {
  method: string;
  path: string;
  contentType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** Bodies may use values of earlier answers. */
  body?: (answers: Answers) => Body | Promise<Body>;
  /** The headers of the call. */
  headers?: (answers: Answers) => Record<string, string>;
  authorized?: boolean;
}

type Body = Record<string, unknown>;
type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** The service on which examples are recorded, and its demo credentials, which `npm start` writes to `demo.json`. */
export interface RecordedService {
  base_url: string;
  institution: string;
  client_id: string;
  client_secret: string;
  public_client_id: string;
  service_user_id: string;
  username: string;
  password: string;
}

/** A sequence that covers every operation; each exchange may depend on earlier ones. */
export function exchanges(demo: RecordedService, endUser: string): Exchange[] {
  return [
    {
      name: 'clientCredentials',
      function: 'oauth-token',
      method: 'POST',
      path: '/v1/oauth',
      contentType: FORM,
      body: () => ({
        grant_type: 'client_credentials',
        client_id: demo.client_id,
        client_secret: demo.client_secret,
        service_user_id: demo.service_user_id,
      }),
    },
    {
      name: 'password',
      function: 'oauth-token',
      method: 'POST',
      path: '/v1/oauth',
      contentType: FORM,
      body: () => ({
        grant_type: 'password',
        username: demo.username,
        password: demo.password,
        institution: demo.institution,
        scope: 'query app_read app_write',
      }),
    },
    {
      name: 'authorizationCode',
      function: 'oauth-token',
      method: 'POST',
      path: '/v1/oauth',
      contentType: FORM,
      body: () => codeExchange(demo),
    },
    {
      name: 'introspect',
      function: 'oauth-introspect',
      method: 'POST',
      path: '/v1/oauth/introspect',
      contentType: FORM,
      body: (answers) => ({
        client_id: demo.client_id,
        client_secret: demo.client_secret,
        token: answers.password?.access_token,
      }),
    },
    {
      name: 'revoke',
      function: 'oauth-revoke',
      method: 'POST',
      path: '/v1/oauth/revoke',
      contentType: FORM,
      body: (answers) => ({
        client_id: demo.client_id,
        client_secret: demo.client_secret,
        token: answers.password?.access_token,
      }),
    },
    {
      name: 'metadata',
      function: 'oauth-metadata',
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
    },
    { name: 'health', function: 'health', method: 'GET', path: '/v1/health' },
    { name: 'ready', function: 'ready', method: 'GET', path: '/v1/ready' },
    {
      name: 'createKey',
      function: 'keys-create',
      method: 'POST',
      path: '/v1/apps/applicationtoken',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({ name: 'Web chat', scopes: 'query', referrer_addresses: 'example.com,*.example.com' }),
    },
    {
      name: 'listKeys',
      function: 'keys-list',
      method: 'GET',
      path: '/v1/apps/applicationtoken',
      authorized: true,
    },
    {
      name: 'updateKey',
      function: 'keys-update',
      method: 'POST',
      path: '/v1/apps/applicationtoken/{createKey.id}',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({ name: 'Web chat, main site' }),
    },
    {
      name: 'deleteKey',
      function: 'keys-delete',
      method: 'DELETE',
      path: '/v1/apps/applicationtoken/{createKey.id}',
      authorized: true,
    },
    {
      name: 'ask',
      function: 'query',
      method: 'POST',
      path: '/v1/query',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        query: 'move 50 dollars from checking',
        external_user_id: endUser,
        channel: 'web',
      }),
    },
    {
      name: 'goOn',
      function: 'query',
      method: 'POST',
      path: '/v1/query',
      authorized: true,
      contentType: JSON_TYPE,
      body: (answers) => ({ query: 'to savings', external_user_id: endUser, dialog: answers.ask?.dialog }),
    },
    {
      name: 'askBySeed',
      function: 'query',
      method: 'POST',
      path: '/v1/query',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        query: 'move 20 dollars to savings',
        external_user_id: endUser,
        dialog_seed: randomUUID(),
      }),
    },
    {
      name: 'correctAndExplain',
      function: 'query',
      method: 'POST',
      path: '/v1/query?explain=true',
      authorized: true,
      contentType: JSON_TYPE,
      body: (answers) => ({
        query: 'no, 60 dollars',
        external_user_id: endUser,
        dialog: answers.ask?.dialog,
      }),
    },
    {
      name: 'askDocuments',
      function: 'query',
      method: 'POST',
      path: '/v1/query?explain=true',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        query: 'what does an international wire cost',
        external_user_id: endUser,
        ai_faq_filters: { tags: ['fees'] },
      }),
    },
    {
      name: 'begin',
      function: 'query',
      method: 'POST',
      path: '/v1/query',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({ query: 'move 50 dollars from checking', external_user_id: endUser }),
    },
    {
      name: 'notUnderstood',
      function: 'query',
      method: 'POST',
      path: '/v1/query',
      authorized: true,
      contentType: JSON_TYPE,
      body: ({ begin }) => ({ query: 'to the moon', external_user_id: endUser, dialog: begin?.dialog }),
    },
    {
      name: 'sendMessage',
      function: 'dialog-tell',
      method: 'POST',
      path: '/v1/dialog/messages',
      authorized: true,
      contentType: JSON_TYPE,
      body: ({ begin }) => ({ dialog: begin?.dialog, text: 'Your card is on its way.' }),
    },
    {
      name: 'readMessages',
      function: 'dialog-messages',
      method: 'GET',
      path: '/v1/dialog/messages',
      authorized: true,
      headers: ({ begin }) => ({ Dialog: String(begin?.dialog) }),
    },
    {
      name: 'listHandoffs',
      function: 'handoffs-list',
      method: 'GET',
      path: '/v1/handoffs',
      authorized: true,
    },
    {
      name: 'listWebhooks',
      function: 'webhooks',
      method: 'GET',
      path: '/v1/webhooks',
      authorized: true,
    },
    {
      name: 'listBusinessLogic',
      function: 'business-logic-servers',
      method: 'GET',
      path: '/v1/business-logic',
      authorized: true,
    },
    {
      name: 'giveFeedback',
      function: 'feedback',
      method: 'POST',
      path: '/v1/feedback',
      authorized: true,
      contentType: JSON_TYPE,
      body: ({ notUnderstood }) => ({
        session_id: notUnderstood?.session_id,
        qid: notUnderstood?.qid,
        rating: 'bad',
        words: 'I only wanted to know.',
      }),
    },
    {
      name: 'listConversations',
      function: 'conversations-list',
      method: 'GET',
      path: '/v1/conversations?outcome=failed',
      authorized: true,
    },
    {
      name: 'readConversation',
      function: 'conversations-read',
      method: 'GET',
      path: '/v1/conversations/{notUnderstood.session_id}',
      authorized: true,
    },
    {
      name: 'insights',
      function: 'insights',
      method: 'GET',
      path: '/v1/insights',
      authorized: true,
    },
    {
      name: 'unhandled',
      function: 'unhandled',
      method: 'GET',
      path: '/v1/unhandled?language=en',
      authorized: true,
    },
    {
      name: 'dismissUnhandled',
      function: 'unhandled-dismiss',
      method: 'POST',
      path: '/v1/unhandled/dismiss',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        outcome: 'value_not_read',
        language: 'en',
        slot: 'account_to',
        queries: ['to the moon'],
      }),
    },
    {
      name: 'listVersions',
      function: 'versions-list',
      method: 'GET',
      path: '/v1/versions',
      authorized: true,
    },
    {
      name: 'assignVersion',
      function: 'versions-assign',
      method: 'POST',
      path: '/v1/versions/assign',
      authorized: true,
      contentType: JSON_TYPE,
      body: ({ notUnderstood }) => ({ application: 'test:bank', ai_version: notUnderstood?.ai_version }),
    },
    {
      name: 'noteVersion',
      function: 'versions-note',
      method: 'POST',
      path: '/v1/versions/note',
      authorized: true,
      contentType: JSON_TYPE,
      body: ({ notUnderstood }) => ({ ai_version: notUnderstood?.ai_version, note: 'With the new fees.' }),
    },
    {
      name: 'versionHistory',
      function: 'versions-history',
      method: 'GET',
      path: '/v1/versions/history?application=test:bank',
      authorized: true,
    },
    {
      name: 'searchConversations',
      function: 'conversations-search',
      method: 'GET',
      path: '/v1/search?text=moon&limit=1',
      authorized: true,
    },
    {
      name: 'writeConversationTest',
      function: 'conversations-test',
      method: 'GET',
      path: '/v1/conversations/{notUnderstood.session_id}/test',
      authorized: true,
    },
    {
      name: 'listChanges',
      function: 'audit-list',
      method: 'GET',
      path: '/v1/audit?limit=1',
      authorized: true,
    },
    {
      name: 'writeDraft',
      function: 'drafts-write',
      method: 'POST',
      path: '/v1/drafts/shop',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        revision: 0,
        files: {
          'assistant.yaml':
            'schema: 1\nname: shop\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: I sell books.}}\n',
          'competencies/hours.yaml':
            'competency: hours\ntitle: {en: opening hours}\nstates:\n  hours:\n    terminal: true\n' +
            '    utterances: {en: [when are you open, opening hours]}\n    say: {en: From nine to five.}\n',
        },
      }),
    },
    {
      name: 'listDrafts',
      function: 'drafts-list',
      method: 'GET',
      path: '/v1/drafts',
      authorized: true,
    },
    {
      name: 'readDraft',
      function: 'drafts-read',
      method: 'GET',
      path: '/v1/drafts/shop',
      authorized: true,
    },
    {
      name: 'checkDraft',
      function: 'drafts-check',
      method: 'GET',
      path: '/v1/drafts/shop/check',
      authorized: true,
    },
    {
      name: 'tryInDraft',
      function: 'drafts-try',
      method: 'POST',
      path: '/v1/drafts/shop/try',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({
        phrases: ['until when are you open'],
        kind: 'utterance',
        name: 'hours',
        language: 'en',
      }),
    },
    {
      name: 'publishDraft',
      function: 'drafts-publish',
      method: 'POST',
      path: '/v1/drafts/shop/publish',
      authorized: true,
      contentType: JSON_TYPE,
      body: () => ({ revision: 1 }),
    },
    {
      name: 'draftJob',
      function: 'drafts-job',
      method: 'GET',
      path: '/v1/drafts/shop/job',
      authorized: true,
    },
    {
      name: 'deleteDraft',
      function: 'drafts-delete',
      method: 'DELETE',
      path: '/v1/drafts/shop',
      authorized: true,
    },
  ];
}

/** Runs the exchanges against a service and returns them as examples, with every secret and id masked. */
export async function runExchanges(demo: RecordedService, endUser: string): Promise<Example[]> {
  const answers: Record<string, Record<string, unknown>> = {};
  const examples: Example[] = [];
  for (const exchange of exchanges(demo, endUser)) {
    const { name, function: functionName, method, path, contentType, body, headers, authorized } = exchange;
    const concrete = path.replace(/\{(\w+)\.(\w+)\}/g, (_match, exchange: string, field: string) =>
      String(answers[exchange]?.[field]),
    );
    const sent = await body?.(answers);
    const response = await fetch(new URL(concrete, demo.base_url), {
      method,
      headers: {
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
        ...headers?.(answers),
        ...(authorized ? { Authorization: `Bearer ${String(answers.clientCredentials?.access_token)}` } : {}),
      },
      ...(sent === undefined ? {} : { body: encode(sent, contentType) }),
    });
    const answer: unknown = await response.json();
    answers[name] = Object.fromEntries(Object.entries(answer ?? {}));
    examples.push({
      name,
      function: functionName,
      request: {
        path,
        ...(contentType === undefined ? {} : { contentType }),
        authorized: authorized ?? false,
        ...(sent === undefined ? {} : { body: mask(sent, demo, endUser) }),
      },
      response: { status: response.status, body: mask(answer, demo, endUser) },
    });
  }
  return examples;
}

/** The request by which a public client gets a token after its user has signed in and consented. */
async function codeExchange({
  base_url,
  public_client_id,
  username,
  password,
}: RecordedService): Promise<Body> {
  const { verifier, challenge } = newPkce();
  const url = new URL('/v1/oauth/authorize', base_url);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: public_client_id,
    redirect_uri: CALLBACK,
    scope: 'query',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  const back = await signInByHttp(url, { username, password });
  return {
    grant_type: 'authorization_code',
    client_id: public_client_id,
    code: back.searchParams.get('code'),
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
}

/** A callback on an unregistered port, which is allowed for the demo's loopback redirect URI. */
const CALLBACK = 'http://127.0.0.1:5000/callback';

function encode(body: Record<string, unknown>, contentType: string | undefined): string {
  if (contentType !== FORM) return JSON.stringify(body);
  const pairs = Object.entries(body).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
}
