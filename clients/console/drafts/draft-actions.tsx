import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useTexts } from '../language.ts';
import { Failure } from '../loaded.tsx';
import type { OpenDraft } from './use-draft.ts';
import { changedPaths, conflictsOf } from './working-copy.ts';

/** The actions on a whole draft, and their results. */
export function DraftActions({ draft }: { draft: OpenDraft }): JSX.Element {
  const { drafts: words } = useTexts();
  const { copy, busy, failure, news, isKept, save } = draft;
  const unsaved = changedPaths(copy).length;
  // The focused field may contain a change that the draft does not have yet.
  const canSave = !busy && conflictsOf(copy).length === 0;
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (canSave) save();
    };
    addEventListener('keydown', saveByKey);
    return () => removeEventListener('keydown', saveByKey);
  }, [canSave, save]);
  return (
    <section class="draft-actions" aria-label={words.save}>
      <button type="button" disabled={!canSave} onClick={save}>
        {words.save}
      </button>
      <p role="status">
        {news.map((each) => (
          <span key={each.kind}>
            {each.kind === 'saved' && words.savedAs(each.revision)}
            {each.kind === 'restored' && words.restored}
            {each.kind === 'merged' && words.tookOver(each.who, each.paths)}{' '}
          </span>
        ))}
        <span class="soft">
          {unsaved > 0 ? words.unsavedFiles(unsaved) : words.allSaved(copy.base.revision)}
        </span>
      </p>
      {!isKept && <p class="failure">{words.notKept}</p>}
      {failure !== undefined && <Failure error={failure} />}
    </section>
  );
}
