import { type Clock, toSeconds } from '../domain/clock.ts';
import { readWebhookSecret } from '../domain/institutions/webhook-secret.ts';
import { elsewhere } from '../domain/places.ts';
import type { Attempt, SendEvent } from '../domain/webhooks/deliveries.ts';
import { type AddressRule, isLoopback, isPublicAddress, mayCall, publicAddressRule } from './addresses.ts';
import { ExchangeError, post, type Resolve, resolveWithDns } from './exchange.ts';
import { signedHeaders } from './signature.ts';

/** How long a receiver may take to answer. */
export const RECEIVER_TIMEOUT_MS = 10_000;

/** Sends events in the format of Standard Webhooks 1.0. Follows no redirect; only 2xx counts as delivered. */
export const eventSender =
  ({
    rule = publicAddressRule(),
    now = Date.now,
    resolve = resolveWithDns,
    timeoutMs = RECEIVER_TIMEOUT_MS,
  }: {
    rule?: AddressRule;
    now?: Clock;
    resolve?: Resolve;
    timeoutMs?: number;
  } = {}): SendEvent =>
  async ({ url: address, secrets }, id, body): Promise<Attempt> => {
    const keys = secrets.map(readWebhookSecret).filter((bytes) => bytes !== undefined);
    if (keys.length === 0) return failed('unsigned');
    if (!isPublicAddress(address, rule)) return failed('url_refused');
    const url = new URL(address);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'parley',
      ...signedHeaders(keys, id, toSeconds(now()), body),
    };
    const exchange = {
      url,
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
      resolve,
      mayCall: (ip: string) => mayCall(ip, rule) && (url.protocol === 'https:' || isLoopback(ip)),
      // Calls to a receiver are rare, so a kept-alive connection may be closed by now.
      fresh: true,
    };
    try {
      const { status } = await elsewhere(() => post(exchange));
      return status >= 200 && status <= 299 ? { delivered: true, status } : failed(`status_${status}`);
    } catch (error) {
      if (error instanceof ExchangeError) return failed(error.reason);
      throw error;
    }
  };

const failed = (reason: string): Attempt => ({ delivered: false, reason });
