import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { writeRoute } from '../routes.ts';
import { byKind, nameOf } from './file-kinds.ts';
import type { OpenDraft } from './use-draft.ts';
import { changedPaths, conflictsOf } from './working-copy.ts';

/** The files of a draft by kind, each with its status. */
export function FileList({ draft, chosen }: { draft: OpenDraft; chosen: string }): JSX.Element {
  const { drafts: words } = useTexts();
  const { copy, name, findings } = draft;
  const changed = new Set([...changedPaths(copy), ...conflictsOf(copy)]);
  const counts = Map.groupBy(findings?.findings ?? [], ({ file }) => file);
  return (
    <nav class="files" aria-label={words.files}>
      {byKind(Object.keys(copy.files)).map(([kind, paths]) => (
        <section key={kind}>
          <h2>{words.kinds[kind]}</h2>
          <ul>
            {paths.map((path) => {
              const found = counts.get(path) ?? [];
              const errors = found.filter(({ severity }) => severity === 'error').length;
              return (
                <li key={path}>
                  <a
                    href={writeRoute({ page: 'drafts', id: name, filter: { file: path } })}
                    aria-current={path === chosen ? 'page' : undefined}
                  >
                    {nameOf(path)}
                    {changed.has(path) && <span class="note"> ({words.unsaved})</span>}
                    {errors > 0 && <span class="note bad"> ({words.errors(errors)})</span>}
                    {errors === 0 && found.length > 0 && (
                      <span class="note"> ({words.warnings(found.length)})</span>
                    )}
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
