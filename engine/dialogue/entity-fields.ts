import { type CompiledAssistant, entityNamed } from '../assistant.ts';

export type Entities = CompiledAssistant['entities'];

/** The fields that the author gave a listed value beside its name; none for any other value. */
export function fieldsOf(
  entities: Entities,
  entity: string,
  value: unknown,
): Readonly<Record<string, string | number | boolean>> {
  const fields = entityNamed({ entities }, entity)?.fields;
  if (fields === undefined || typeof value !== 'string' || !Object.hasOwn(fields, value)) return {};
  return fields[value] ?? {};
}
