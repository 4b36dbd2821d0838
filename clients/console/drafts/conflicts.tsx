import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { differingLines } from './places.ts';
import type { OpenDraft } from './use-draft.ts';
import { conflictsOf } from './working-copy.ts';

/** The files that another author has changed too: both versions of each, and a choice between them. */
export function Conflicts({ draft: { copy, settle } }: { draft: OpenDraft }): JSX.Element | null {
  const { drafts } = useTexts();
  const { conflict: words } = drafts;
  const { theirs, files } = copy;
  const paths = conflictsOf(copy);
  if (theirs === undefined || paths.length === 0) return null;
  return (
    <section class="card" aria-labelledby="draft-conflict">
      <h2 id="draft-conflict">{words.title}</h2>
      <p role="alert">{words.about(theirs.updatedBy, theirs.revision)}</p>
      {paths.map((path) => (
        <div key={path}>
          <h3>
            <code>{path}</code>
          </h3>
          <div class="both">
            <Side title={words.mine} path={path} text={files[path]} other={theirs.files[path]} />
            <Side title={words.theirs} path={path} text={theirs.files[path]} other={files[path]} />
          </div>
          <p class="buttons">
            <button type="button" onClick={() => settle(path, 'mine')}>
              {words.keepMine(path)}
            </button>
            <button type="button" class="second" onClick={() => settle(path, 'theirs')}>
              {words.takeTheirs(path)}
            </button>
          </p>
        </div>
      ))}
    </section>
  );
}

/** The number of unchanged lines shown before and after a change. */
const CONTEXT = 3;

/** One version of a file: the lines that differ from the other version, with context. */
function Side({
  title,
  path,
  text,
  other = '',
}: {
  title: string;
  path: string;
  text: string | undefined;
  other: string | undefined;
}): JSX.Element {
  const { drafts } = useTexts();
  const label = `${title}: ${path}`;
  const { lines, from, to } = differingLines(text ?? '', other);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {text === undefined ? (
        <p class="soft">{drafts.conflict.removed}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section class="source" aria-label={label} tabIndex={0}>
          <pre>
            {from > CONTEXT && '…\n'}
            {lines.slice(Math.max(0, from - CONTEXT), from).join('\n')}
            {from > 0 && '\n'}
            <mark>{lines.slice(from, to).join('\n')}</mark>
            {to < lines.length && '\n'}
            {lines.slice(to, to + CONTEXT).join('\n')}
            {to + CONTEXT < lines.length && '\n…'}
          </pre>
        </section>
      )}
    </figure>
  );
}
