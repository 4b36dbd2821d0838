import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as 4 or 16 bytes. An IPv4 address mapped into IPv6 (`::ffff:10.0.0.1`) has 4. */
export type AddressBytes = readonly number[];

/** A range of addresses: all that share the first `prefix` bits of `address`. */
export interface AddressRange {
  address: AddressBytes;
  prefix: number;
}

const MAPPED_PREFIX_BITS = 96;

/** Reads an IPv4 or IPv6 address without a zone; undefined if it is invalid. */
export function parseAddress(text: string): AddressBytes | undefined {
  if (isIPv4(text)) return text.split('.').map(Number);
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const bytes = ipv6Bytes(text);
  return isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** Reads an address or a range in CIDR notation (RFC 4632, RFC 4291 §2.3); undefined if it is invalid. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) {
    const address = parseAddress(text);
    return address && { address, prefix: address.length * 8 };
  }
  const base = text.slice(0, slash);
  const prefix = parsePrefix(text.slice(slash + 1));
  const address = parseAddress(base);
  if (address === undefined || prefix === undefined) return undefined;
  if (base.includes(':') && address.length === 4) {
    // A range of mapped addresses is an IPv4 range; a wider range that only begins there is IPv6.
    if (prefix >= MAPPED_PREFIX_BITS) return within(address, prefix - MAPPED_PREFIX_BITS);
    return within(ipv6Bytes(base), prefix);
  }
  return within(address, prefix);
}

/** True if the address is in the range. An IPv6 range never contains an IPv4 address, nor the reverse. */
export function rangeHolds({ address: base, prefix }: AddressRange, address: AddressBytes): boolean {
  if (base.length !== address.length) return false;
  return base.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((address[index] ?? 0) & mask);
  });
}

const within = (address: AddressBytes, prefix: number): AddressRange | undefined =>
  prefix <= address.length * 8 ? { address, prefix } : undefined;

function parsePrefix(text: string): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && String(value) === text ? value : undefined;
}

/** The 16 bytes of a valid IPv6 address, read from the URL parser's canonical form: hex groups and one `::`. */
function ipv6Bytes(text: string): number[] {
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = groups(head);
  const back = groups(tail ?? '');
  const zeros = new Array<number>(8 - front.length - back.length).fill(0);
  return [...front, ...zeros, ...back].flatMap((group) => [group >> 8, group & 0xff]);
}

const groups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const isMapped = (bytes: AddressBytes): boolean =>
  bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
