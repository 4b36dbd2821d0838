import { TEXT_ENTITY } from '../engine/built-in-entities.ts';
import type { CompetencyFile } from './forms/competency-file.ts';
import type { EntityFile } from './forms/entity-file.ts';

/** True for the built-in entity and for entity files with `kind: text`. */
const isTextEntity = (name: string, entities: readonly EntityFile[]): boolean =>
  name === TEXT_ENTITY || entities.some(({ entity, kind }) => entity === name && kind === 'text');

/** The names of a competency's free-text slots. */
export const textSlotsOf = ({ slots }: CompetencyFile, entities: readonly EntityFile[]): string[] =>
  Object.entries(slots ?? {}).flatMap(([name, { entity }]) => (isTextEntity(entity, entities) ? [name] : []));

/** An entity's examples in a language. */
export function entityExamples({ examples }: EntityFile, language: string): string[] {
  const list = Array.isArray(examples) ? examples : (examples?.[language] ?? []);
  return list.map(String);
}
