import type { CredentialScheme } from '../domain/credentials/credentials.ts';

/** RFC 9110 §11.4: a case-insensitive scheme, one or more spaces, and a token68. */
const CREDENTIALS = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) +([A-Za-z0-9._~+/-]+=*)$/;

/** Longer than the header of any credential that Parley issues. */
const MAX_LENGTH = 2048;

const SCHEMES: Readonly<Record<string, CredentialScheme>> = { bearer: 'Bearer', 'app-key': 'App-Key' };

/** Reads `Bearer <token>` or `App-Key <key>`; undefined for anything else. */
export function parseAuthorization(value: string): { scheme: CredentialScheme; secret: string } | undefined {
  const { scheme = '', secret = '' } = parse(value) ?? {};
  const known = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
  return known && { scheme: known, secret };
}

/** True for the Basic scheme, even if malformed. */
export const isBasic = (value: string): boolean => /^basic( |$)/i.test(value.trim());

/**
 * Reads a client's id and secret from `Basic` (RFC 7617), each form-encoded by RFC 6749 §2.3.1; undefined if malformed.
 */
export function parseBasic(value: string): { clientId: string; clientSecret: string } | undefined {
  const { scheme, secret = '' } = parse(value) ?? {};
  if (scheme !== 'basic') return undefined;
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== secret.replaceAll('=', '')) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 0) return undefined;
    return { clientId: formDecode(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

function parse(value: string): { scheme: string; secret: string } | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const [, scheme, secret] = CREDENTIALS.exec(value.trim()) ?? [];
  return scheme === undefined || secret === undefined ? undefined : { scheme: scheme.toLowerCase(), secret };
}

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
