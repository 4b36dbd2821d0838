import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Metadata addresses of clouds, where a machine can read its own secrets, as each cloud documents them. Link-local
 * addresses are refused elsewhere.
 */
const METADATA = [
  // AWS, besides 169.254.0.0/16: instance metadata at ::254, pod credentials at ::23, resolver and clock.
  'fd00:ec2::/32',
  // Google Cloud, on IPv6-only machines.
  'fd20:ce::254/128',
  // Oracle Cloud, current and former.
  'fd00:c1::a9fe:a9fe/128',
  '192.0.0.192/32',
  // Alibaba Cloud.
  '100.100.100.200/32',
  'fd00:100::100:200/128',
  // Azure's host, a public address.
  '168.63.129.16/32',
  // Scaleway.
  'fd00:42::42/128',
].map((range) => ipaddr.parseCIDR(range));

/** Link-local metadata addresses, which must not be reached through a translator either. */
const LINK_LOCAL = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '169.254.0.23',
].map((address) => ipaddr.parseCIDR(`${address}/32`));

/**
 * Positions of the four bytes of an IPv4 address embedded in IPv6: for 6to4, then for NAT64 by prefix length, since a
 * network may choose its own prefix (RFC 6052 §2.2). Byte 8 is always skipped.
 */
const EMBEDDED = [
  [2, 3, 4, 5],
  [4, 5, 6, 7],
  [5, 6, 7, 9],
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
];

/** True for a cloud metadata address, also if embedded in an IPv6 address. */
export const isMetadata = (address: Address): boolean =>
  isOneOf(address, METADATA) ||
  embeddedIn(address).some((inner) => isOneOf(inner, [...METADATA, ...LINK_LOCAL]));

/** The IPv4 addresses that an IPv6 address may reach through a translator; none for an IPv4 address. */
function embeddedIn(address: Address): ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const bytes = address.toByteArray();
  return EMBEDDED.map((places) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)));
}

const isOneOf = (address: Address, ranges: readonly [Address, number][]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
