import type { CompiledEntity } from '../../functions/shared/engine/assistant.ts';
import type { EntityFile } from '../../functions/shared/engine/authoring/entity-file.ts';

/** An entity by canonical value and language; `*` holds the synonyms of all languages. */
export function compileEntity({ entity, values }: EntityFile): CompiledEntity {
  const compiled = Object.entries(values).map(([canonical, synonyms]) => {
    const byLanguage = Array.isArray(synonyms) ? { '*': synonyms } : (synonyms ?? {});
    const texts = Object.entries(byLanguage).map(([language, list]) => [language, list.map(String)]);
    return [canonical, Object.fromEntries(texts)];
  });
  return { name: entity, values: Object.fromEntries(compiled) };
}
