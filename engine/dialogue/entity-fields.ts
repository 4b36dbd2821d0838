import type { CompiledAssistant } from '../assistant.ts';

export type Entities = CompiledAssistant['entities'];

/** What the author's file says of a listed value beside its name; nothing of any other value. */
export function fieldsOf(
  entities: Entities,
  entity: string,
  value: unknown,
): Readonly<Record<string, string | number | boolean>> {
  const fields = Object.hasOwn(entities, entity) ? entities[entity]?.fields : undefined;
  if (fields === undefined || typeof value !== 'string' || !Object.hasOwn(fields, value)) return {};
  return fields[value] ?? {};
}
