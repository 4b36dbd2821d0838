import { decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { CallPlatform } from '../business-logic/channels/platform-call.ts';
import { unavailable } from '../domain/errors.ts';

/** The issuer of the tokens in requests to bots. */
const ISSUER = 'https://api.botframework.com';
const ALGORITHM = 'RS256';

/** Tolerated difference between Microsoft's clock and this machine's. */
const SKEW_SECONDS = 300;

/** Microsoft may replace its keys daily; old ones stay valid for some days. */
const KEEP_KEYS_MS = 86_400_000;

/** The shortest time between two reads of the keys, since a forged token may name any key. */
const READ_AGAIN_AFTER_MS = 60_000;

/** Addresses whose keys are cached; a deployment has one, or one for each cloud. */
const MOST_ADDRESSES = 100;

const metadata = z.object({ issuer: z.literal(ISSUER), jwks_uri: z.string() });

const keyDocument = z.object({ keys: z.array(z.unknown()) });

/** A key for RS256. The document may hold keys of other kinds. */
const rsaKey = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  /** The platforms whose messages the key may sign. */
  endorsements: z.optional(z.array(z.string())),
});

interface SigningKey {
  jwk: JWK;
  endorsements: readonly string[];
}

/** Cached keys, when they were read, and when a read was last tried, in epoch milliseconds. */
interface HeldKeys {
  keys: ReadonlyMap<string, SigningKey>;
  readAt: number;
  triedAt: number;
}

const NO_KEYS: HeldKeys = { keys: new Map(), readAt: 0, triedAt: 0 };

export interface TokenToCheck {
  /** The value of `Authorization`. */
  authorization: string;
  /** The bot's id at Microsoft. */
  appId: string;
  /** The activity's platform, such as `msteams`, and its server. */
  channelId: string;
  serviceUrl: string;
  /** Where Microsoft announces its keys. */
  metadataUrl: string;
}

/**
 * Checks Microsoft's tokens by all rules of
 * https://learn.microsoft.com/en-us/azure/bot-service/rest-api/bot-framework-rest-connector-authentication
 * A token proves the caller and the server. It does not cover the body, which only TLS protects.
 */
export function tokenVerifier(call: CallPlatform) {
  const held = new Map<string, HeldKeys>();
  const underWay = new Map<string, Promise<void>>();

  async function read(url: string, now: number): Promise<void> {
    const announced = metadata.safeParse(await get(url)).data;
    const document = announced && keyDocument.safeParse(await get(announced.jwks_uri)).data;
    if (document === undefined) {
      // Keep the known keys.
      held.set(url, { ...(held.get(url) ?? NO_KEYS), triedAt: now });
      return;
    }
    const entries = document.keys.flatMap((key): [string, SigningKey][] => {
      const { success, data } = rsaKey.safeParse(key);
      if (!success) return [];
      const { kty, kid, n, e, endorsements = [] } = data;
      return [[kid, { jwk: { kty, n, e, alg: ALGORITHM }, endorsements }]];
    });
    if (!held.has(url) && held.size >= MOST_ADDRESSES) held.clear();
    held.set(url, { keys: new Map(entries), readAt: now, triedAt: now });
  }

  async function get(url: string): Promise<unknown> {
    const outcome = await call({ url, method: 'GET', headers: {}, body: '' });
    return 'answer' in outcome ? outcome.answer : undefined;
  }

  /** @throws {ParleyError} `temporarily_unavailable` if there are no keys, and none can be read */
  async function keyOf(url: string, kid: string, now: number): Promise<SigningKey | undefined> {
    const { keys: before, readAt, triedAt } = held.get(url) ?? NO_KEYS;
    const isNeeded = !before.has(kid) || now - readAt > KEEP_KEYS_MS;
    if (isNeeded && (before.size === 0 || now - triedAt > READ_AGAIN_AFTER_MS)) {
      const reading = underWay.get(url) ?? read(url, now).finally(() => underWay.delete(url));
      underWay.set(url, reading);
      await reading;
    }
    const { keys } = held.get(url) ?? NO_KEYS;
    if (keys.size === 0) throw unavailable(new Error('no keys of the Bot Framework'));
    return keys.get(kid);
  }

  /** @returns true if Microsoft called this bot for the activity's platform and server */
  return async (
    { authorization, appId, channelId, serviceUrl, metadataUrl }: TokenToCheck,
    now: number,
  ): Promise<boolean> => {
    const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    const kid = token && kidIfForBot(token, appId);
    if (!token || !kid) return false;
    const key = await keyOf(metadataUrl, kid, now);
    if (key === undefined || !key.endorsements.includes(channelId)) return false;
    try {
      const { payload } = await jwtVerify(token, key.jwk, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: appId,
        requiredClaims: ['exp'],
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(now),
      });
      // Microsoft's documents write the claim one way, its tokens the other.
      return (payload.serviceurl ?? payload.serviceUrl) === serviceUrl;
    } catch {
      return false;
    }
  };
}

/** The id of a token's key, if the token claims to be for the bot: for others, no keys are read. */
function kidIfForBot(token: string, appId: string): string | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const { iss, aud } = decodeJwt(token);
    return alg === ALGORITHM && iss === ISSUER && aud === appId ? kid : undefined;
  } catch {
    return undefined;
  }
}
