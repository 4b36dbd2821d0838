import { domainToASCII } from 'node:url';
import { parseAddress, parseAddressRange, rangeHolds } from '../addresses.ts';
import { fieldError } from '../errors.ts';

/** The most entries that one key's list may have. */
export const MAX_REFERRERS = 50;

/** The most characters of the whole list: an authorizer's answer, which carries it, has an end. */
export const MAX_REFERRERS_LENGTH = 4096;

const FIELD = 'referrer_addresses';
const FORMS = 'a host (example.com), *.host, an IP address or a CIDR range';

/** The source of a request, as far as the request tells it. */
export interface RequestSource {
  /** The address of the connection. */
  sourceIp: string;
  /** The Origin header; present, even if empty, whenever one was sent. */
  origin?: string;
  referer?: string;
}

/**
 * Reads a comma-delimited list of approved places into its canonical entries: hosts in
 * lower-case ASCII without a trailing dot, each entry once, in the order given. No entries means anywhere.
 * @throws {ParleyError} `invalid_request`: names the entry that is none of these, or the limit that is passed
 */
export function parseReferrers(text: string): string[] {
  if (text.trim() === '') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > MAX_REFERRERS) throw fieldError(FIELD, `send at most ${MAX_REFERRERS} entries`);
  const list = [...new Set(entries.map((entry, index) => parseEntry(entry, index + 1)))];
  if (list.join().length > MAX_REFERRERS_LENGTH) {
    throw fieldError(FIELD, `send at most ${MAX_REFERRERS_LENGTH} characters`);
  }
  return list;
}

function parseEntry(entry: string, position: number): string {
  if (parseAddressRange(entry) !== undefined) return entry.toLowerCase();
  const wildcard = entry.startsWith('*.');
  const host = canonicalHost(wildcard ? entry.slice(2) : entry);
  if (host === undefined) throw fieldError(FIELD, `entry ${position} is not ${FORMS}`);
  return wildcard ? `*.${host}` : host;
}

/**
 * True where a key with these entries may be used from here. Host entries match the Origin, or the Referer only
 * where no Origin was sent; addresses and ranges match the connection's address and nothing else.
 */
export function referrerAllowed(entries: readonly string[], from: RequestSource): boolean {
  if (entries.length === 0) return true;
  const address = parseAddress(from.sourceIp);
  const host = from.origin === undefined ? hostOf(from.referer) : hostOf(from.origin);
  return entries.some((entry) => {
    const range = parseAddressRange(entry);
    if (range !== undefined) return address !== undefined && rangeHolds(range, address);
    return host !== undefined && hostMatches(entry, host);
  });
}

/**
 * True where a key held to `narrow` may be used nowhere that one held to `wide` may not. Each entry must lie within
 * one entry of `wide`; two ranges that make up a third count for nothing together.
 * @param narrow both as `parseReferrers` gives them, so that no entries mean anywhere
 */
export function referrersCovered(narrow: readonly string[], wide: readonly string[]): boolean {
  if (wide.length === 0) return true;
  return narrow.length > 0 && narrow.every((entry) => wide.some((place) => entryCovers(place, entry)));
}

function entryCovers(wide: string, narrow: string): boolean {
  const outer = parseAddressRange(wide);
  const inner = parseAddressRange(narrow);
  // The `*` of the narrow entry stands for one or more labels, so it is matched as a label of a host.
  if (outer === undefined || inner === undefined) return outer === inner && hostMatches(wide, narrow);
  return outer.prefix <= inner.prefix && rangeHolds(outer, inner.address);
}

/** The host of a web address, canonical; undefined for `null`, other schemes, user information and addresses. */
function hostOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  return canonicalHost(parsed.hostname);
}

/** Label by label from the right: `*` stands for one or more labels, so never for the apex itself. */
function hostMatches(entry: string, host: string): boolean {
  const labels = host.split('.').reverse();
  const expected = entry.split('.').reverse();
  if (expected.at(-1) !== '*') {
    return labels.length === expected.length && expected.every((label, index) => label === labels[index]);
  }
  const suffix = expected.slice(0, -1);
  return labels.length > suffix.length && suffix.every((label, index) => label === labels[index]);
}

/** A host name of RFC 1123 in lower-case ASCII (RFC 5891 for others), or undefined where it is none. */
function canonicalHost(text: string): string | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  // The mapping reads more than names (percent escapes, ports), so plain ASCII is held to a name's letters first.
  if (/[\0-\x7f]/.test(name.replace(/[a-zA-Z0-9.-]/g, ''))) return undefined;
  const ascii = domainToASCII(name);
  const labels = ascii.split('.');
  const last = labels.at(-1) ?? '';
  // A last label of digits makes a browser read the whole as an address.
  if (ascii.length > 253 || /^(\d+|0x[0-9a-f]*)$/.test(last)) return undefined;
  return labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) ? ascii : undefined;
}
