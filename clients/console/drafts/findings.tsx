import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { writeRoute } from '../routes.ts';
import { lineMap } from './places.ts';
import type { OpenDraft } from './use-draft.ts';

/** Maximum number of findings in this list; each file's own view shows all of its findings. */
const MOST = 100;

/** The check's findings for the saved draft, each with a link to its line. */
export function Findings({ draft }: { draft: OpenDraft }): JSX.Element | null {
  const { drafts: words } = useTexts();
  const { findings, name, checked, copy } = draft;
  if (findings === undefined) return null;
  const { findings: list, errors, warnings, revision } = findings;
  const shown = list.slice(0, MOST);
  return (
    <section aria-labelledby="draft-findings">
      <h2 id="draft-findings">{words.findings}</h2>
      <p class="soft">
        {list.length === 0 ? words.noFindings : `${words.errors(errors)}, ${words.warnings(warnings)}.`}{' '}
        {words.findingsOf(revision)}
      </p>
      <ul class="findings">
        {shown.map(({ file, line, column, severity, message }) => {
          const now = lineMap(checked[file] ?? '', copy.files[file] ?? '').now(line);
          const filter = { file, view: 'text', line: String(now) };
          return (
            <li key={`${file} ${line} ${column} ${message}`}>
              <span class={severity}>{words.severities[severity]}</span>{' '}
              <a href={writeRoute({ page: 'drafts', id: name, filter })}>
                {file}, {words.line(now)}
              </a>
              : {message}
            </li>
          );
        })}
      </ul>
      {errors + warnings > shown.length && <p>{words.moreFindings(errors + warnings - shown.length)}</p>}
    </section>
  );
}
