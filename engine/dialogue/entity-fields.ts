import { type CompiledAssistant, entityNamed } from '../assistant.ts';

export type Entities = CompiledAssistant['entities'];

/** The author's extra fields of a listed value; empty for other values. */
export function fieldsOf(
  entities: Entities,
  entity: string,
  value: unknown,
): Readonly<Record<string, string | number | boolean>> {
  const fields = entityNamed({ entities }, entity)?.fields;
  if (fields === undefined || typeof value !== 'string' || !Object.hasOwn(fields, value)) return {};
  return fields[value] ?? {};
}
