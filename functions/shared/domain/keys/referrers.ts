import { domainToASCII } from 'node:url';
import { parseAddress, parseAddressRange, rangeHolds } from '../addresses.ts';
import { fieldError } from '../errors.ts';

/** Maximum entries in one key's list. */
export const MAX_REFERRERS = 50;

/** Maximum characters of the whole list, since the authorizer's answer that carries it has a size limit. */
export const MAX_REFERRERS_LENGTH = 4096;

const FIELD = 'referrer_addresses';
const FORMS = 'a host (example.com), *.host, an IP address or a CIDR range';

/** Where a request comes from, according to its headers and connection. */
export interface RequestSource {
  /** The source address of the connection. */
  sourceIp: string;
  /** The Origin header; set even to an empty text if one was sent. */
  origin?: string;
  referer?: string;
}

/**
 * Reads a comma-delimited list of allowed places: hosts in lower-case ASCII without a trailing dot, without duplicates,
 * in the given order. An empty list means anywhere.
 * @throws {ParleyError} `invalid_request`, naming the invalid entry or the exceeded limit
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
 * True if a key with these entries may be used from here. Host entries match the Origin, or the Referer if no Origin
 * was sent; addresses and ranges match only the connection's address.
 */
export function referrerAllowed(entries: readonly string[], from: RequestSource): boolean {
  if (entries.length === 0) return true;
  const host = from.origin === undefined ? hostOf(from.referer) : hostOf(from.origin);
  if (host !== undefined && entries.some((entry) => hostMatches(entry, host))) return true;
  const ranges = entries.filter(isAddressEntry);
  const address = ranges.length === 0 ? undefined : parseAddress(from.sourceIp);
  if (address === undefined) return false;
  return ranges.some((entry) => {
    const range = parseAddressRange(entry);
    return range !== undefined && rangeHolds(range, address);
  });
}

/** True for an address or a range: the last label of a host is never a number. */
const isAddressEntry = (entry: string): boolean => /[:/]|(?:^|\.)\d+$/.test(entry);

/**
 * True if every place that `narrow` allows is also allowed by `wide`. Each entry must lie within a single entry of
 * `wide`; adjacent ranges are not merged.
 * @param narrow both as `parseReferrers` returns them; no entries mean anywhere
 */
export function referrersCovered(narrow: readonly string[], wide: readonly string[]): boolean {
  if (wide.length === 0) return true;
  return narrow.length > 0 && narrow.every((entry) => wide.some((place) => entryCovers(place, entry)));
}

function entryCovers(wide: string, narrow: string): boolean {
  const outer = parseAddressRange(wide);
  const inner = parseAddressRange(narrow);
  // The narrow entry's `*` stands for one or more labels, so it can be matched like a label.
  if (outer === undefined || inner === undefined) return outer === inner && hostMatches(wide, narrow);
  return outer.prefix <= inner.prefix && rangeHolds(outer, inner.address);
}

/** The canonical host of a web address; undefined for `null`, other schemes, user information and IP addresses. */
function hostOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  return canonicalHost(parsed.hostname);
}

/** Compares canonical hosts. `*` stands for one or more labels, so `*.example.com` does not match `example.com`. */
const hostMatches = (entry: string, host: string): boolean =>
  entry === host || (entry.startsWith('*.') && host.endsWith(entry.slice(1)));

/** An RFC 1123 host name in lower-case ASCII (non-ASCII names by RFC 5891); undefined if it is invalid. */
function canonicalHost(text: string): string | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  // The mapping also accepts percent escapes and ports, so ASCII characters are first restricted to those allowed in
  // names.
  if (/[\0-\x7f]/.test(name.replace(/[a-zA-Z0-9.-]/g, ''))) return undefined;
  const ascii = domainToASCII(name);
  const labels = ascii.split('.');
  const last = labels.at(-1) ?? '';
  // If the last label is a number, browsers read the whole host as an IP address.
  if (ascii.length > 253 || /^(\d+|0x[0-9a-f]*)$/.test(last)) return undefined;
  return labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) ? ascii : undefined;
}
