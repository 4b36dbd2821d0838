import * as z from 'zod/mini';
import { elsewhere } from '../../domain/places.ts';
import { type AddressRule, isLoopback, isPublicAddress, mayCall } from '../addresses.ts';
import { type Exchange, ExchangeError, post, resolveWithDns } from '../exchange.ts';
import { RECEIVER_TIMEOUT_MS } from '../webhook-call.ts';

export type PlatformCall = Pick<Exchange, 'headers' | 'method'> & { url: string; body: string };

/** Why a platform refused a call. */
export interface PlatformRefusal {
  reason: string;
  retryAfterMs?: number;
  isFinal?: boolean;
}

/** Calls a platform. Never throws. @returns the answer as JSON; `null` if it is not JSON */
export type CallPlatform = (call: PlatformCall) => Promise<{ answer: unknown } | PlatformRefusal>;

/** @param rule the addresses that may be called: public ones, and on a laptop loopback */
export const platformCaller =
  (rule: AddressRule, timeoutMs = RECEIVER_TIMEOUT_MS): CallPlatform =>
  async ({ url: address, ...call }) => {
    if (!isPublicAddress(address, rule)) return { reason: 'url_refused', isFinal: true };
    const url = new URL(address);
    const exchange = {
      ...call,
      url,
      signal: AbortSignal.timeout(timeoutMs),
      resolve: resolveWithDns,
      mayCall: (ip: string) => mayCall(ip, rule) && (url.protocol === 'https:' || isLoopback(ip)),
      fresh: true,
    };
    try {
      const { status, headers, body } = await elsewhere(() => post(exchange));
      const answer = jsonOf(body);
      if (status >= 200 && status <= 299) return { answer };
      const seconds = Number(headers['retry-after']);
      const isTemporary = status === 429 || status >= 500 || isTemporaryError(answer);
      return {
        reason: `status_${status}`,
        ...(!isTemporary && { isFinal: true }),
        ...(isTemporary && seconds > 0 && { retryAfterMs: seconds * 1000 }),
      };
    } catch (error) {
      if (error instanceof ExchangeError) return { reason: error.reason };
      throw error;
    }
  };

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const graphError = z.object({
  error: z.object({ code: z.number(), is_transient: z.optional(z.boolean()) }),
});

/** Errors of Meta's Graph API that are temporary although their status says otherwise: overload and rate limits. */
const TEMPORARY = [1, 2, 4, 613, 80007, 130429, 131000, 131016, 131056];

function isTemporaryError(answer: unknown): boolean {
  const { data } = graphError.safeParse(answer);
  return data !== undefined && (data.error.is_transient === true || TEMPORARY.includes(data.error.code));
}
