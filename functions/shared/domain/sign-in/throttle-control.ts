import { parseAddress } from '../addresses.ts';
import { type AuditEvent, NO_INSTITUTION } from '../audit.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { institutionOfClientId, normalizeUsername } from '../institutions/directory.ts';
import { type OperatorContext, operatorEvent } from '../institutions/operator-events.ts';
import type { ClientStore } from '../oauth/client-authentication.ts';
import {
  ACCOUNT_RATE,
  delayedBy,
  isTrustedSource,
  type PasswordRecords,
  type PasswordThrottle,
  passwordThrottle,
  SOURCE_RATE,
  talliesOf,
} from './password-throttle.ts';
import type { SignInStore } from './sign-in.ts';
import {
  type Bucket,
  clientThrottleKey,
  FREE_FAILURES,
  failuresOf,
  fullForMs,
  isTrusted,
  networkOf,
  type Rate,
  remainingDelayMs,
  type Tally,
  type ThrottleSuccess,
  TRUSTED_FOR_MS,
} from './throttle.ts';

/** The subject of a throttle. Records are stored under digests, so an operator must name the subject. */
export type ThrottleSubject =
  | AccountSubject
  | { kind: 'client'; clientId: string; sourceIp: string }
  | { kind: 'source'; sourceIp: string };

interface AccountSubject {
  kind: 'account';
  institution: string;
  username: string;
  sourceIp?: string;
}

/** The state of one limit. */
export interface ThrottleState {
  limit: 'account' | 'account_and_source' | 'client_and_source' | 'source';
  /** Which attempts on the account are meant: those that name its institution, or those that do not. */
  institution?: 'named' | 'unnamed';
  /** Failures that count at present. */
  failures: number;
  /** Attempts left without waiting. */
  free: number;
  /** Wait before the next attempt; 0 if none. */
  waitMs: number;
  /** Until when the account or client trusts the source, in epoch milliseconds; absent if it does not. */
  trustedUntil?: number;
}

export interface ThrottleLift {
  /** Tallies to change as a successful sign-in would: their failures are forgiven and the source is trusted. */
  tallies: ThrottleSuccess['tallies'];
  /** The keys of buckets to empty. */
  buckets: readonly string[];
}

export interface ThrottleOperator extends OperatorContext {
  signIns: Pick<SignInStore, 'readPasswordSignIn'>;
  clients: Pick<ClientStore, 'readClient'>;
  throttles: {
    /** Writes everything, including the event, in one transaction. */
    lift(change: ThrottleLift, event: AuditEvent): Promise<void>;
  };
}

/**
 * Shows the state of each limit of a subject.
 * @throws {ParleyError} `invalid_request` for an invalid user name, client id or address
 */
export async function showThrottle(
  { signIns, clients, now }: ThrottleOperator,
  subject: ThrottleSubject,
): Promise<ThrottleState[]> {
  const at = now();
  requireAddress(subject.sourceIp);
  const statesOf = async (throttle: PasswordThrottle) =>
    passwordStates(throttle, (await signIns.readPasswordSignIn(undefined, throttle)).records, at);
  switch (subject.kind) {
    case 'client': {
      const { clientId, sourceIp } = subject;
      const ids = requireClientId(clientId);
      const { record } = await clients.readClient(ids, undefined, clientThrottleKey(clientId, sourceIp));
      const until = isTrusted(record, at) ? record?.signedInAt : undefined;
      return [{ limit: 'client_and_source', ...tallyState([record], at), ...trustedUntil(until) }];
    }
    case 'source': {
      const { source } = await statesOf(passwordThrottle(undefined, '', subject.sourceIp));
      return [source];
    }
    case 'account': {
      const { named, unnamed } = waysToName(subject);
      const [first, second] = await Promise.all([statesOf(named), statesOf(unnamed)]);
      if (subject.sourceIp === undefined) return [first.account, second.account];
      return [first.account, second.account, first.atSource, second.atSource, first.source];
    }
  }
}

/**
 * Removes a throttle. For an account without a source, or for a source, the bucket is emptied. For an account or client
 * with a source, it acts like a successful sign-in from there: the source is trusted for 30 days.
 * @throws {ParleyError} `invalid_request`, or `not_found` without the user name or the client
 */
export async function liftThrottle(operator: ThrottleOperator, subject: ThrottleSubject): Promise<void> {
  requireAddress(subject.sourceIp);
  const { change, institution, target } = await liftOf(operator, subject);
  const event = operatorEvent(operator, { action: 'throttle.lift', institution, target });
  await operator.throttles.lift(change, event);
}

async function liftOf(
  { signIns, clients }: ThrottleOperator,
  subject: ThrottleSubject,
): Promise<{ change: ThrottleLift; institution: string; target: string }> {
  switch (subject.kind) {
    case 'source': {
      const { source } = passwordThrottle(undefined, '', subject.sourceIp);
      const change = { tallies: [], buckets: [source] };
      return { change, institution: NO_INSTITUTION, target: networkOf(subject.sourceIp) };
    }
    case 'client': {
      const { clientId, sourceIp } = subject;
      const key = clientThrottleKey(clientId, sourceIp);
      const { client } = await clients.readClient(requireClientId(clientId), undefined, key);
      if (client === undefined) throw new ParleyError('not_found', `There is no client ${clientId}.`);
      const { institution } = client;
      return {
        change: { tallies: [{ key }], buckets: [] },
        institution,
        target: targetOf(clientId, sourceIp),
      };
    }
    case 'account': {
      const { institution, sourceIp } = subject;
      const { username, named, unnamed } = waysToName(subject);
      const { login } = await signIns.readPasswordSignIn({ institution, username }, named);
      if (login === undefined) {
        throw new ParleyError('not_found', `${institution} has no user with this user name.`);
      }
      const change =
        sourceIp === undefined
          ? { tallies: [], buckets: [named.account, unnamed.account] }
          : { tallies: talliesOf({ institution, username, sourceIp }), buckets: [] };
      return { change, institution, target: targetOf(login.userId, sourceIp) };
    }
  }
}

/** The event's target in the audit trail. */
const targetOf = (id: string, sourceIp: string | undefined): string =>
  sourceIp === undefined ? id : `${id} from ${networkOf(sourceIp)}`;

/** The account named with and without its institution. Without a source address, only the account's counters matter. */
function waysToName({ institution, username: typed, sourceIp = '' }: AccountSubject) {
  const username = normalizeUsername(typed);
  if (username === undefined) throw fieldError('username', 'use a valid user name');
  return {
    username,
    named: passwordThrottle(institution, username, sourceIp),
    unnamed: passwordThrottle(undefined, username, sourceIp),
  };
}

function passwordStates(throttle: PasswordThrottle, records: PasswordRecords, now: number) {
  const way = throttle.named === undefined ? ('unnamed' as const) : ('named' as const);
  const atName = throttle.named === undefined ? records.name : records.named;
  const until = isTrustedSource(throttle, records, now) ? atName?.signedInAt : undefined;
  const account: ThrottleState = {
    limit: 'account',
    institution: way,
    ...bucketState(ACCOUNT_RATE, records.account, now),
  };
  const atSource: ThrottleState = {
    limit: 'account_and_source',
    institution: way,
    ...tallyState(delayedBy(throttle, records), now),
    ...trustedUntil(until),
  };
  const source: ThrottleState = { limit: 'source', ...bucketState(SOURCE_RATE, records.source, now) };
  return { account, atSource, source };
}

const tallyState = (tallies: readonly (Tally | undefined)[], now: number) => ({
  failures: tallies.reduce((sum, tally) => sum + failuresOf(tally, now), 0),
  free: FREE_FAILURES,
  waitMs: remainingDelayMs(tallies, now),
});

function bucketState(rate: Rate, bucket: Bucket = { emptyAt: 0 }, now: number) {
  const failures = Math.ceil(Math.max(0, bucket.emptyAt - now) / rate.everyMs);
  return { failures, free: rate.atOnce, waitMs: fullForMs(rate, bucket, now) };
}

const trustedUntil = (signedInAt: number | undefined): { trustedUntil?: number } =>
  signedInAt === undefined ? {} : { trustedUntil: signedInAt + TRUSTED_FOR_MS };

function requireAddress(sourceIp: string | undefined): void {
  if (sourceIp !== undefined && parseAddress(sourceIp) === undefined) {
    throw fieldError('source', 'use an IPv4 or IPv6 address');
  }
}

function requireClientId(clientId: string): { institution: string; clientId: string } {
  const institution = institutionOfClientId(clientId);
  if (institution !== undefined) return { institution, clientId };
  throw fieldError('client', 'use a client id');
}
