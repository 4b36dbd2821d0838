import type { IncomingMessage } from 'node:http';

/**
 * The hosts, with their ports, at which a gateway on this machine may be called. Any other name in a request is that
 * of a page whose own name was made to lead here (DNS rebinding), and to whose scripts every answer would be open.
 */
export interface Hosts {
  /** The host that the gateway names as its own, whatever name it was called by. */
  host: string;
  /** The hosts in lower case. */
  served: ReadonlySet<string>;
}

/** @param issuer the address by which the service is known to its users, where that is another */
export function hostsOf(port: number, issuer?: string): Hosts {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'];
  const named = issuer !== undefined && URL.canParse(issuer) ? [new URL(issuer).host] : [];
  // Browsers leave out the port that http has anyway.
  const bare = port === 80 ? loopback : [];
  return {
    host: `127.0.0.1:${port}`,
    served: new Set([...loopback.map((name) => `${name}:${port}`), ...bare, ...named]),
  };
}

/**
 * True where a request names one of the hosts. A host in the request line counts instead of the header's (RFC 9112
 * §3.2.2); where HTTP/1.0 names none, there is no page behind it.
 */
export function isServed({ served }: Hosts, { url = '', headers }: IncomingMessage): boolean {
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host;
  return host === undefined || served.has(host.toLowerCase());
}
