import type { CompiledEntity } from '../engine/assistant.ts';
import type { EntityFile } from './forms/entity-file.ts';

/** An entity compiled to its pattern, or to canonical values by language; `*` has synonyms for all languages. */
export function compileEntity({
  entity,
  kind,
  values,
  pattern,
  ignore_case,
  canonical,
  open,
  fields,
}: EntityFile): CompiledEntity {
  const compiled = Object.entries(values ?? {}).map(([canonical, synonyms]) => {
    const byLanguage = Array.isArray(synonyms) ? { '*': synonyms } : (synonyms ?? {});
    const texts = Object.entries(byLanguage).map(([language, list]) => [language, list.map(String)]);
    return [canonical, Object.fromEntries(texts)];
  });
  const listed = { name: entity, values: Object.fromEntries(compiled), ...(fields && { fields }) };
  if (kind === 'text') return { ...listed, isText: true };
  if (pattern === undefined) return open === true ? { ...listed, open } : listed;
  const form = canonical && {
    canonical: { case: canonical.case ?? null, form: canonical.form ?? null },
  };
  return { ...listed, pattern: { source: pattern, ignoreCase: ignore_case ?? true, ...form } };
}
