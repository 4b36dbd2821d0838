import type { Scope } from '../functions/shared/domain/credentials/scopes.ts';
import { type AuthorizedFunction, ENDPOINT_SCOPES } from '../functions/shared/http/endpoint-scopes.ts';

/**
 * THE route table, which drives the stack, the local gateway, the OpenAPI document and the tests. Paths are listed
 * without a trailing slash; the gateway serves both forms without a redirect. Each path with GET also serves HEAD
 * (`servedMethods`).
 */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The folder under `functions/` whose `handler.ts` answers. */
  function: string;
  /** Public routes have no authorizer. */
  access: 'public' | 'authorized';
  /**
   * The limit on requests. `institution`: its limits, applied by the function's wrapper (`endpoint-weights.ts`).
   * `address`: the firewall's limit, for routes where no credential is known yet.
   */
  limits: 'institution' | 'address';
  /** The scope that the caller's credential must have. */
  scope?: Scope;
  /** False if pages of other origins may not call the route: its path answers no preflight. */
  cors?: false;
  /** True if the route is answered even when the service is overloaded, as for health checks. */
  evenWhenBusy?: true;
  /** True if the route is in the stack only if a setting adds its function. */
  optional?: true;
  /**
   * True if only a platform calls the route, and signs its requests. Its address is that of all institutions' users, so
   * the firewall counts its requests by path, too, which names one institution's channel or desk.
   */
  signed?: true;
  /** True if clients authenticate with their own secret. */
  forClients?: true;
}

/** A function behind the authorizer, with its endpoint's scope. */
const authorized = <Name extends AuthorizedFunction>(name: Name) =>
  ({ function: name, access: 'authorized', limits: 'institution', scope: ENDPOINT_SCOPES[name] }) as const;

/** A function that a setting adds, and that only a platform calls, which signs its requests. */
const optional = <Name extends string>(name: Name) =>
  ({
    function: name,
    access: 'public',
    limits: 'address',
    cors: false,
    optional: true,
    signed: true,
  }) as const;

export const ROUTES = [
  {
    method: 'POST',
    path: '/v1/oauth',
    function: 'oauth-token',
    access: 'public',
    limits: 'address',
    forClients: true,
  },
  {
    method: 'GET',
    path: '/v1/oauth/authorize',
    function: 'oauth-authorize',
    access: 'public',
    limits: 'address',
    cors: false,
  },
  {
    method: 'POST',
    path: '/v1/oauth/authorize',
    function: 'oauth-authorize',
    access: 'public',
    limits: 'address',
    cors: false,
  },
  {
    method: 'GET',
    path: '/v1/oauth/account',
    function: 'oauth-account',
    access: 'public',
    limits: 'address',
    cors: false,
  },
  {
    method: 'POST',
    path: '/v1/oauth/account',
    function: 'oauth-account',
    access: 'public',
    limits: 'address',
    cors: false,
  },
  {
    method: 'POST',
    path: '/v1/oauth/revoke',
    function: 'oauth-revoke',
    access: 'public',
    limits: 'address',
    forClients: true,
  },
  {
    method: 'POST',
    path: '/v1/oauth/introspect',
    function: 'oauth-introspect',
    access: 'public',
    limits: 'address',
    forClients: true,
  },
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    function: 'oauth-metadata',
    access: 'public',
    limits: 'address',
  },
  {
    method: 'GET',
    path: '/v1/oauth/.well-known/oauth-authorization-server',
    function: 'oauth-metadata',
    access: 'public',
    limits: 'address',
  },
  { method: 'POST', path: '/v1/apps/applicationtoken', ...authorized('keys-create') },
  { method: 'GET', path: '/v1/apps/applicationtoken', ...authorized('keys-list') },
  { method: 'POST', path: '/v1/apps/applicationtoken/{token_id}', ...authorized('keys-update') },
  { method: 'DELETE', path: '/v1/apps/applicationtoken/{token_id}', ...authorized('keys-delete') },
  { method: 'POST', path: '/v1/query', ...authorized('query') },
  { method: 'GET', path: '/v1/dialog/messages', ...authorized('dialog-messages') },
  { method: 'POST', path: '/v1/dialog/messages', ...authorized('dialog-tell') },
  { method: 'POST', path: '/v1/feedback', ...authorized('feedback') },
  { method: 'GET', path: '/v1/conversations', ...authorized('conversations-list') },
  { method: 'GET', path: '/v1/conversations/{session_id}', ...authorized('conversations-read') },
  { method: 'GET', path: '/v1/conversations/{session_id}/test', ...authorized('conversations-test') },
  { method: 'GET', path: '/v1/search', ...authorized('conversations-search') },
  { method: 'GET', path: '/v1/handoffs', ...authorized('handoffs-list') },
  { method: 'GET', path: '/v1/handoffs/{session_id}', ...authorized('handoffs-read') },
  { method: 'POST', path: '/v1/handoffs/{session_id}', ...authorized('handoffs-act') },
  { method: 'GET', path: '/v1/handoffs/{session_id}/suggestions', ...authorized('handoffs-suggest') },
  { method: 'GET', path: '/v1/webhooks', ...authorized('webhooks') },
  { method: 'POST', path: '/v1/webhooks', ...authorized('webhooks') },
  { method: 'POST', path: '/v1/webhooks/{webhook_id}', ...authorized('webhooks') },
  { method: 'DELETE', path: '/v1/webhooks/{webhook_id}', ...authorized('webhooks') },
  {
    method: 'POST',
    path: '/v1/slack/{desk}',
    ...optional('slack-events'),
  },
  { method: 'POST', path: '/v1/chatwoot/{desk}', ...optional('chatwoot-events') },
  { method: 'POST', path: '/v1/channels/sms/{channel}', ...optional('channel-sms') },
  { method: 'POST', path: '/v1/channels/voice/{channel}', ...optional('channel-voice') },
  { method: 'GET', path: '/v1/channels/whatsapp/{channel}', ...optional('channel-whatsapp') },
  { method: 'POST', path: '/v1/channels/whatsapp/{channel}', ...optional('channel-whatsapp') },
  { method: 'GET', path: '/v1/channels/messenger/{channel}', ...optional('channel-messenger') },
  { method: 'POST', path: '/v1/channels/messenger/{channel}', ...optional('channel-messenger') },
  { method: 'POST', path: '/v1/channels/slack/{channel}', ...optional('channel-slack') },
  { method: 'POST', path: '/v1/channels/teams/{channel}', ...optional('channel-teams') },
  { method: 'GET', path: '/v1/insights', ...authorized('insights') },
  { method: 'GET', path: '/v1/unhandled', ...authorized('unhandled') },
  { method: 'POST', path: '/v1/unhandled/dismiss', ...authorized('unhandled-dismiss') },
  { method: 'GET', path: '/v1/versions', ...authorized('versions-list') },
  { method: 'GET', path: '/v1/versions/history', ...authorized('versions-history') },
  { method: 'GET', path: '/v1/versions/diff', ...authorized('versions-diff') },
  { method: 'POST', path: '/v1/versions/assign', ...authorized('versions-assign') },
  { method: 'POST', path: '/v1/versions/rollback', ...authorized('versions-rollback') },
  { method: 'POST', path: '/v1/versions/note', ...authorized('versions-note') },
  { method: 'GET', path: '/v1/drafts', ...authorized('drafts-list') },
  { method: 'GET', path: '/v1/drafts/{draft}', ...authorized('drafts-read') },
  { method: 'POST', path: '/v1/drafts/{draft}', ...authorized('drafts-write') },
  { method: 'DELETE', path: '/v1/drafts/{draft}', ...authorized('drafts-delete') },
  { method: 'GET', path: '/v1/drafts/{draft}/check', ...authorized('drafts-check') },
  { method: 'POST', path: '/v1/drafts/{draft}/try', ...authorized('drafts-try') },
  { method: 'POST', path: '/v1/drafts/{draft}/publish', ...authorized('drafts-publish') },
  { method: 'GET', path: '/v1/drafts/{draft}/job', ...authorized('drafts-job') },
  { method: 'GET', path: '/v1/business-logic', ...authorized('business-logic-servers') },
  { method: 'POST', path: '/v1/business-logic/{name}', ...authorized('business-logic-servers') },
  { method: 'DELETE', path: '/v1/business-logic/{name}', ...authorized('business-logic-servers') },
  { method: 'GET', path: '/v1/audit', ...authorized('audit-list') },
  { method: 'GET', path: '/v1/openapi.json', function: 'openapi', access: 'public', limits: 'address' },
  {
    method: 'GET',
    path: '/v1/health',
    function: 'health',
    access: 'public',
    limits: 'address',
    evenWhenBusy: true,
  },
  {
    method: 'GET',
    path: '/v1/ready',
    function: 'ready',
    access: 'public',
    limits: 'address',
    evenWhenBusy: true,
  },
  { method: 'GET', path: '/v1/chat.js', function: 'chat-script', access: 'public', limits: 'address' },
  { method: 'GET', path: '/console', function: 'console', access: 'public', limits: 'address', cors: false },
  {
    method: 'GET',
    path: '/console/{file}',
    function: 'console',
    access: 'public',
    limits: 'address',
    cors: false,
  },
] as const satisfies readonly Route[];

/** The functions that have routes. */
export type RoutedFunction = (typeof ROUTES)[number]['function'];

/** Of these, the functions that only settings add. */
export type OptionalFunction = Extract<(typeof ROUTES)[number], { optional: true }>['function'];

/** The routes of a deployment whose settings add nothing. */
export const ROUTES_OF_EVERY_DEPLOYMENT = ROUTES.filter((route) => !('optional' in route));

/** The methods that a route serves: HEAD is answered wherever GET is (RFC 9110 §9.1). */
export const servedMethods = ({ method }: Pick<Route, 'method'>): readonly ('HEAD' | Route['method'])[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];
