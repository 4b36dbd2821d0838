import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { SureButton } from '../fields.tsx';
import { useTexts } from '../language.ts';
import { Failure } from '../loaded.tsx';
import { type Route, writeRoute } from '../routes.ts';
import { Conflicts } from './conflicts.tsx';
import { DraftActions } from './draft-actions.tsx';
import { byKind, nameOf } from './file-kinds.ts';
import { FileList } from './file-list.tsx';
import { Findings } from './findings.tsx';
import { FormView, hasForm } from './form-view.tsx';
import { NewFiles } from './new-files.tsx';
import { Publication } from './publication.tsx';
import { TextView } from './text-view.tsx';
import { type OpenDraft, useDraft } from './use-draft.ts';

/** A draft with its files, one of which is open. */
export function Draft({ name, route }: { name: string; route: Route }): JSX.Element {
  const { loading } = useTexts();
  const { draft, failure } = useDraft(name);
  if (draft === undefined) {
    return failure === undefined ? (
      <p class="soft" aria-busy="true">
        {loading}
      </p>
    ) : (
      <Failure error={failure} />
    );
  }
  const [[, [first = ''] = []] = []] = byKind(Object.keys(draft.copy.files));
  const { file = first } = route.filter;
  return (
    <>
      <DraftActions draft={draft} />
      <Conflicts draft={draft} />
      <div class="draft">
        <div>
          <FileList draft={draft} chosen={file} />
          <NewFiles draft={draft} />
        </div>
        <OpenFile key={file} draft={draft} path={file} route={route} />
      </div>
      <Findings draft={draft} />
      <Publication draft={draft} />
    </>
  );
}

function OpenFile({ draft, path, route }: { draft: OpenDraft; path: string; route: Route }): JSX.Element {
  const { drafts: words } = useTexts();
  const { copy, name, busy, edit } = draft;
  const text = copy.files[path];
  const entities = Object.keys(copy.files)
    .filter((each) => each.startsWith('entities/'))
    .map(nameOf)
    .join('\n');
  const names = useMemo(() => ({ entity: entities.split('\n').filter((each) => each !== '') }), [entities]);
  if (text === undefined) return <p class="empty">{words.noFile}</p>;
  const isForm = hasForm(path) && route.filter.view !== 'text';
  const remove = () => {
    edit(path, null);
    location.hash = writeRoute({ page: 'drafts', id: name });
  };
  return (
    <section class="file" aria-labelledby="draft-file">
      <h2 id="draft-file">{path}</h2>
      {hasForm(path) && <ViewChoice name={name} path={path} isForm={isForm} />}
      {isForm ? (
        <FormView draft={draft} path={path} text={text} />
      ) : (
        <TextView draft={draft} path={path} text={text} line={route.filter.line} names={names} />
      )}
      <p class="buttons">
        <SureButton
          label={words.removeFile}
          question={words.removeFileQuestion(path)}
          busy={busy}
          onSure={remove}
        />
      </p>
    </section>
  );
}

/** The two views of a file, each a link. */
function ViewChoice({ name, path, isForm }: { name: string; path: string; isForm: boolean }): JSX.Element {
  const { drafts: words } = useTexts();
  const to = (view: string) => writeRoute({ page: 'drafts', id: name, filter: { file: path, view } });
  return (
    <nav class="views" aria-label={words.view}>
      <a href={to('form')} aria-current={isForm ? 'page' : undefined}>
        {words.asForm}
      </a>
      <a href={to('text')} aria-current={isForm ? undefined : 'page'}>
        {words.asText}
      </a>
    </nav>
  );
}
