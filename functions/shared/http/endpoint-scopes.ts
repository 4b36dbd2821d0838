import type { Scope } from '../domain/credentials/scopes.ts';

/** The required scope of each function behind the authorizer, by the name of its folder. */
export const ENDPOINT_SCOPES = {
  'keys-create': 'app_write',
  'keys-list': 'app_read',
  'keys-update': 'app_write',
  'keys-delete': 'app_write',
  query: 'query',
  'dialog-messages': 'query',
  'dialog-tell': 'conversation_answer',
  feedback: 'conversation_write',
  'conversations-list': 'conversation_read',
  'conversations-read': 'conversation_read',
  'handoffs-list': 'conversation_answer',
  'handoffs-read': 'conversation_answer',
  'handoffs-act': 'conversation_answer',
  'handoffs-suggest': 'conversation_answer',
  webhooks: 'webhook_write',
  insights: 'conversation_read',
  unhandled: 'conversation_read',
  'unhandled-dismiss': 'version_write',
  'versions-list': 'version_write',
  'versions-history': 'version_write',
  'versions-diff': 'version_write',
  'versions-assign': 'version_write',
  'versions-rollback': 'version_write',
  'drafts-list': 'ai_model_write',
  'drafts-read': 'ai_model_write',
  'drafts-write': 'ai_model_write',
  'drafts-check': 'ai_model_write',
  'drafts-try': 'ai_model_write',
  'drafts-publish': 'ai_model_write',
  'drafts-job': 'ai_model_write',
  'drafts-delete': 'ai_model_write',
  'audit-list': 'audit_read',
} as const satisfies Readonly<Record<string, Scope>>;

export type AuthorizedFunction = keyof typeof ENDPOINT_SCOPES;
