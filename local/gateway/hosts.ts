import type { IncomingMessage } from 'node:http';

/**
 * The hosts, with ports, that a gateway on this machine accepts. A request for another host may come from a
 * web page whose host name was redirected to this machine (DNS rebinding); its scripts could read every
 * answer.
 */
export interface Hosts {
  /** The gateway's own host, regardless of the request's host. */
  host: string;
  /** The allowed hosts in lower case. */
  served: ReadonlySet<string>;
}

/** @param issuer the service's public address, if different */
export function hostsOf(port: number, issuer?: string): Hosts {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'];
  const named = issuer !== undefined && URL.canParse(issuer) ? [new URL(issuer).host] : [];
  // Browsers omit http's default port.
  const bare = port === 80 ? loopback : [];
  return {
    host: `127.0.0.1:${port}`,
    served: new Set([...loopback.map((name) => `${name}:${port}`), ...bare, ...named]),
  };
}

/**
 * True if a request names an allowed host. A host in the request line overrides the header (RFC 9112 §3.2.2). HTTP/1.0
 * requests without a host cannot come from a web page.
 */
export function isServed({ served }: Hosts, { url = '', headers }: IncomingMessage): boolean {
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host;
  return host === undefined || served.has(host.toLowerCase());
}
