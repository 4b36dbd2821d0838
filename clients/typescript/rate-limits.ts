/** A limit of the institution, as an answer reports it. */
export interface RateLimit {
  /** For example `queries-per-second`. */
  name: string;
  /** Maximum units per window, if reported. */
  most?: number;
  windowSeconds?: number;
  /** Units left in this window. */
  left: number;
  /** Seconds until the window ends. */
  resetsInSeconds?: number;
}

/**
 * Reads `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10, §3 and §4). Invalid lists are
 * ignored, and of repeated policies the last one counts.
 */
export function readRateLimits({ get }: { get(name: string): string | null }): RateLimit[] {
  const policies = new Map(itemsOf(get('RateLimit-Policy')).map((item) => [item.name, item.parameters]));
  return itemsOf(get('RateLimit')).flatMap(({ name, parameters: { r, t } }) => {
    if (r === undefined) return [];
    const { q, w } = policies.get(name) ?? {};
    return [
      {
        name,
        ...(q !== undefined && { most: q }),
        ...(w !== undefined && { windowSeconds: w }),
        left: r,
        ...(t !== undefined && { resetsInSeconds: t }),
      },
    ];
  });
}

/** A list item: a string with parameters, of which integers are read (RFC 9651, §3.1). */
const ITEM =
  /"([^"\\]{1,128})"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:-?\d{1,15}|"[^"\\]*"|:[^:]*:))?)*)\s*(?:,|$)/g;
const PARAMETER = /;\s*([a-z]+)=(\d{1,15})/g;

const itemsOf = (list: string | null) =>
  Array.from((list ?? '').matchAll(ITEM), ([, name = '', parameters = '']) => ({
    name,
    parameters: Object.fromEntries(
      Array.from(parameters.matchAll(PARAMETER), ([, key = '', value]) => [key, Number(value)]),
    ) as Record<string, number | undefined>,
  }));
