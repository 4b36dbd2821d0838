/** Response headers that API Gateway renames (its "important notes"). */
const REMAPPED: ReadonlySet<string> = new Set(['www-authenticate']);

/** Renames headers of a function's answer as API Gateway does; any other result stays unchanged. */
export function remapHeaders(result: unknown): unknown {
  if (!isRecord(result)) return result;
  const { headers, multiValueHeaders } = result;
  return {
    ...result,
    ...(isRecord(headers) && { headers: renamed(headers) }),
    ...(isRecord(multiValueHeaders) && { multiValueHeaders: renamed(multiValueHeaders) }),
  };
}

const renamed = (headers: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      REMAPPED.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
