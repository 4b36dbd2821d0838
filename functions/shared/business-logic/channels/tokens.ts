import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../../domain/clock.ts';
import type { CallPlatform, PlatformCall, PlatformRefusal } from './platform-call.ts';

/** An access token as RFC 6749 §5.1 gives it. */
const granted = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

/** A token is not used in its last five minutes, so that it is still valid when it arrives. */
const RESERVE_MS = 300_000;

/** Tokens in memory, one for each channel; the oldest is dropped first. */
const MOST_TOKENS = 1000;

/** Caches the tokens of channels until shortly before they expire. */
export function tokenCache(call: CallPlatform, now: Clock) {
  const held = new Map<string, { token: string; until: number }>();
  /** A digest, since a login contains a secret, which must not be kept. */
  const keyOf = ({ url, body }: PlatformCall) =>
    createHash('sha256').update(`${url} ${body}`).digest('base64url');

  return {
    async token(login: PlatformCall): Promise<{ token: string } | PlatformRefusal> {
      const key = keyOf(login);
      const known = held.get(key);
      if (known !== undefined && known.until > now()) return known;
      const outcome = await call(login);
      if (!('answer' in outcome)) return { ...outcome, reason: `login_${outcome.reason}` };
      const { data } = granted.safeParse(outcome.answer);
      if (data === undefined) return { reason: 'login_unreadable' };
      const { access_token: token, expires_in: seconds } = data;
      held.delete(key);
      held.set(key, { token, until: now() + seconds * 1000 - RESERVE_MS });
      const [oldest] = held.keys();
      if (held.size > MOST_TOKENS && oldest !== undefined) held.delete(oldest);
      return { token };
    },
    forget: (login: PlatformCall): void => void held.delete(keyOf(login)),
  };
}
