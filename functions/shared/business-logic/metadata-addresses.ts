import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Addresses at which clouds tell a machine's own secrets, as each cloud documents them; link-local addresses are
 * never called anyway.
 */
const METADATA = [
  // AWS, next to 169.254.0.0/16: instance metadata at ::254, credentials of pods at ::23, its resolver and its clock.
  'fd00:ec2::/32',
  // Google Cloud, where a machine has IPv6 alone.
  'fd20:ce::254/128',
  // Oracle Cloud, now and before.
  'fd00:c1::a9fe:a9fe/128',
  '192.0.0.192/32',
  // Alibaba Cloud.
  '100.100.100.200/32',
  'fd00:100::100:200/128',
  // Azure's host, whose address is a public one.
  '168.63.129.16/32',
  // Scaleway.
  'fd00:42::42/128',
].map((range) => ipaddr.parseCIDR(range));

/** Link-local addresses that are known to answer so: what a translator must not be asked for either. */
const LINK_LOCAL = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.42.42',
  '169.254.0.23',
].map((address) => ipaddr.parseCIDR(`${address}/32`));

/**
 * The places of the four bytes of an IPv4 address in an IPv6 address: in 6to4's; then for a translator (NAT64), by
 * the length of its prefix, which any network may choose (RFC 6052 §2.2). Byte 8 is always left out.
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

/** True of an address of a cloud's metadata service, also where it is embedded in an IPv6 address. */
export const isMetadata = (address: Address): boolean =>
  isOneOf(address, METADATA) ||
  embeddedIn(address).some((inner) => isOneOf(inner, [...METADATA, ...LINK_LOCAL]));

/** The addresses that an IPv6 address may stand for behind a translator; none for an IPv4 address. */
function embeddedIn(address: Address): ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const bytes = address.toByteArray();
  return EMBEDDED.map((places) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)));
}

const isOneOf = (address: Address, ranges: readonly [Address, number][]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
