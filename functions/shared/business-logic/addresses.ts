import ipaddr from 'ipaddr.js';
import { isMetadata } from './metadata-addresses.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The rule for the addresses that the service may call. */
export interface AddressRule {
  /** True on a laptop: loopback addresses are allowed, also over http. */
  allowLoopback: boolean;
  /** Allowed ranges that are not public, such as a VPC's. */
  allowedRanges: readonly Range[];
}

const WELL_KNOWN_PREFIX = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Ranges that stay refused even if an operator allows them, such as clouds' metadata services. */
const FORBIDDEN_RANGES = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified']);

/**
 * Reads the rule from `BLS_ALLOW_LOOPBACK` (`1`) and `BLS_ALLOWED_RANGES` (CIDR, separated by commas).
 * @returns undefined if a range is not in CIDR notation
 */
export function readAddressRule(
  environment: Readonly<Record<string, string | undefined>>,
): AddressRule | undefined {
  const ranges = (environment.BLS_ALLOWED_RANGES ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  if (!ranges.every((range) => ipaddr.isValidCIDR(range))) return undefined;
  return {
    allowLoopback: environment.BLS_ALLOW_LOOPBACK === '1',
    allowedRanges: ranges.map((range) => ipaddr.parseCIDR(range)),
  };
}

/**
 * The rule for addresses that users of an institution choose: public ones, and on a laptop loopback. The ranges that an
 * operator allows for business logic are not allowed, since every holder of a scope can add such addresses.
 */
export const publicAddressRule = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): AddressRule => ({ allowLoopback: environment.BLS_ALLOW_LOOPBACK === '1', allowedRanges: [] });

/** An IPv4-mapped IPv6 address is treated as the IPv4 address. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback';

/** True for public addresses and for addresses that the rule allows. */
export function mayCall(address: string, { allowLoopback, allowedRanges }: AddressRule): boolean {
  const parsed = parse(address);
  if (parsed === undefined) return false;
  const kind = parsed.range();
  if (kind === 'loopback') return allowLoopback;
  if (FORBIDDEN_RANGES.has(kind) || isMetadata(parsed) || isTranslatedLocal(parsed)) return false;
  if (kind === 'unicast') return !isCompatible(parsed);
  return allowedRanges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range));
}

/** True if the address has no password and the rule allows it. Host names are not resolved here. */
export function isPublicAddress(text: string, rule: AddressRule): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isOwn = host === 'localhost' || isLoopback(host);
  if (isOwn) return rule.allowLoopback && (protocol === 'https:' || protocol === 'http:');
  const isLiteral = /^[\d.]+$|:/.test(host);
  return protocol === 'https:' && (!isLiteral || mayCall(host, rule));
}

/** An address of the well-known NAT64 prefix whose embedded IPv4 address is refused (RFC 6052 §2.1). */
function isTranslatedLocal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6) || !address.match(WELL_KNOWN_PREFIX)) return false;
  const kind = new ipaddr.IPv4(address.toByteArray().slice(12)).range();
  return kind === 'loopback' || FORBIDDEN_RANGES.has(kind);
}

/** `::a.b.c.d`, the deprecated IPv4-compatible IPv6 address (RFC 4291 §2.5.5.1). */
const isCompatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0);
