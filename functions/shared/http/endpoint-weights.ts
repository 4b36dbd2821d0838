import type { Weight } from '../domain/institutions/admission.ts';
import type { AuthorizedFunction } from './endpoint-scopes.ts';

/**
 * How many units of its institution's request limit a call takes, by function name. A unit is about one read or write
 * of a few items; reading a day's log or two artifacts takes more.
 */
const REQUEST_UNITS: Readonly<Record<Exclude<AuthorizedFunction, 'query'>, number>> = {
  'keys-create': 1,
  'keys-list': 1,
  'keys-update': 1,
  'keys-delete': 1,
  'dialog-messages': 1,
  'dialog-tell': 2,
  feedback: 1,
  'conversations-list': 4,
  'conversations-read': 2,
  'conversations-test': 4,
  'conversations-search': 20,
  'handoffs-list': 4,
  'handoffs-read': 2,
  'handoffs-act': 2,
  'handoffs-suggest': 10,
  webhooks: 2,
  insights: 4,
  unhandled: 20,
  'unhandled-dismiss': 4,
  'versions-list': 2,
  'versions-history': 2,
  'versions-diff': 10,
  'versions-assign': 1,
  'versions-rollback': 1,
  'versions-note': 1,
  'drafts-list': 1,
  'drafts-read': 4,
  'drafts-write': 4,
  'drafts-check': 20,
  'drafts-try': 40,
  'drafts-publish': 40,
  'drafts-job': 1,
  'drafts-delete': 1,
  'business-logic-servers': 2,
  'audit-list': 2,
};

/** The weight of a call of a function behind the authorizer. */
export const weightOf = (name: AuthorizedFunction): Weight =>
  name === 'query' ? { counted: 'queries', units: 1 } : { counted: 'requests', units: REQUEST_UNITS[name] };
