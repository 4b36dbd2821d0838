import type { Route } from '../../infra/routes.ts';

/** The resource that a path matches, with its methods and the values of the path parameters. */
export interface Match {
  resource: string;
  parameters: Record<string, string>;
  routes: readonly Route[];
}

/**
 * Finds the resource of a raw request path. A trailing slash is ignored; literal segments take precedence over
 * parameters. Segments are percent-decoded individually, so a parameter may contain a slash.
 * @returns undefined if nothing matches
 * @throws {URIError} for malformed percent-encoding
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
