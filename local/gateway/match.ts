import type { Route } from '../../infra/routes.ts';

/** The target of a path: a resource with its methods, and the values of its path parameters. */
export interface Match {
  resource: string;
  parameters: Record<string, string>;
  routes: readonly Route[];
}

/**
 * Finds the resource of a raw request path. One trailing slash makes no difference; a fixed segment wins over
 * a parameter. Every segment is percent-decoded on its own, so that a parameter may hold a slash.
 * @returns undefined where nothing is at the path
 * @throws {URIError} where a segment's percent-encoding is malformed
 */
export function matchPath(routes: readonly Route[], rawPath: string): Match | undefined {
  if (!rawPath.startsWith('/')) return undefined;
  const path = rawPath.length > 1 && rawPath.endsWith('/') ? rawPath.slice(0, -1) : rawPath;
  const segments = path.slice(1).split('/').map(decodeURIComponent);
  const resources = [...new Set(routes.map((route) => route.path))].sort(byFixedSegments);
  for (const resource of resources) {
    const parameters = matchSegments(resource.slice(1).split('/'), segments);
    if (parameters === undefined) continue;
    return { resource, parameters, routes: routes.filter((route) => route.path === resource) };
  }
  return undefined;
}

const parameterCount = (resource: string): number => resource.split('{').length - 1;

const byFixedSegments = (a: string, b: string): number => parameterCount(a) - parameterCount(b);

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: [string, string][] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      parameters.push([part.slice(1, -1), segment]);
    } else if (part !== segment) return undefined;
  }
  return Object.fromEntries(parameters);
}
