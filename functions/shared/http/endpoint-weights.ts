import type { Weight } from '../domain/institutions/admission.ts';
import type { AuthorizedFunction } from './endpoint-scopes.ts';

const request = (units: number): Weight => ({ counted: 'requests', units });

/**
 * The share of its institution's limits that a call of a function behind the authorizer takes, by the function's name.
 * A unit of requests is about a read or a write of a few items; what reads a day's log or two artifacts is more.
 */
export const ENDPOINT_WEIGHTS: Readonly<Record<AuthorizedFunction, Weight>> = {
  query: { counted: 'queries', units: 1 },
  'keys-create': request(1),
  'keys-list': request(1),
  'keys-update': request(1),
  'keys-delete': request(1),
  feedback: request(1),
  'conversations-list': request(4),
  'conversations-read': request(2),
  insights: request(4),
  unhandled: request(20),
  'versions-list': request(2),
  'versions-history': request(2),
  'versions-diff': request(10),
  'versions-assign': request(1),
  'versions-rollback': request(1),
};
