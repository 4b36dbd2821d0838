/**
 * Creates an update expression with its names and values. It sets attributes; `null` removes an attribute, and
 * undefined leaves it unchanged. Returns undefined if no attribute changes.
 */
export function updateExpression(attributes: Readonly<Record<string, unknown>>) {
  const changed = Object.entries(attributes).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return undefined;
  const set = changed.filter(([, value]) => value !== null);
  const removed = changed.filter(([, value]) => value === null);
  const clauses = [
    set.length === 0 ? [] : `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    removed.length === 0 ? [] : `REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`,
  ].flat();
  return {
    UpdateExpression: clauses.join(' '),
    ExpressionAttributeNames: Object.fromEntries(changed.map(([name]) => [`#${name}`, name])),
    ...(set.length === 0
      ? {}
      : { ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])) }),
  };
}
