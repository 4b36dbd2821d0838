import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CallError, type DraftFindings, type Parley, type WholeDraft } from '../../typescript/index.ts';
import { useAccess } from '../loaded.tsx';
import { keep, keptOf } from './kept.ts';
import {
  changedPaths,
  changesBetween,
  conflictsOf,
  type Files,
  inRequests,
  type Revision,
  rebased,
  type WorkingCopy,
  withChanges,
} from './working-copy.ts';

/** The result of the latest action on a draft. */
export type DraftNews =
  | { kind: 'saved'; revision: number }
  | { kind: 'restored' }
  | { kind: 'merged'; who: string; paths: string[] };

/** A draft open in the browser. */
export interface OpenDraft {
  name: string;
  copy: WorkingCopy;
  /** The check's findings for revision `findings.revision`, whose files are `checked`. */
  findings: DraftFindings | undefined;
  checked: Files;
  news: readonly DraftNews[];
  /** True if the draft was published before it was opened. */
  hasJob: boolean;
  busy: boolean;
  failure: unknown;
  /** False if the browser cannot keep the changes. */
  isKept: boolean;
  /** The current text of a file. */
  textOf: (path: string) => string | undefined;
  edit: (path: string, text: string | null) => void;
  settle: (path: string, side: 'mine' | 'theirs') => void;
  save: () => void;
}

/** Milliseconds after the last change until the changes are kept in the browser. */
const KEEP_AFTER_MS = 400;
/** Maximum attempts of a save when other authors save at the same time. */
const MAX_SAVES = 5;

/** Opens a draft with its unsaved changes. @returns undefined until it is loaded */
export function useDraft(name: string): { draft: OpenDraft | undefined; failure: unknown } {
  const { parley, institution } = useAccess();
  const [copy, setCopy] = useState<WorkingCopy>();
  const [checked, setChecked] = useState<{ findings: DraftFindings; files: Files }>();
  const [news, setNews] = useState<readonly DraftNews[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [isKept, setIsKept] = useState(true);
  const [hasJob, setHasJob] = useState(false);
  // The latest state for a save, since the author may keep typing meanwhile.
  const current = useRef<WorkingCopy | undefined>(undefined);
  const put = (next: WorkingCopy) => {
    current.current = next;
    setCopy(next);
  };
  const check = async ({ revision, files }: Revision) => {
    const findings = await parley.checkDraft(name);
    // If another author has saved since, the findings' line numbers would be wrong.
    if (findings.revision === revision) setChecked({ findings, files });
  };
  const keepNow = () => {
    const { current: open } = current;
    if (open === undefined) return;
    const changes = changesBetween(open.base.files, open.files);
    setIsKept(keep(institution, name, { revision: open.base.revision, changes }));
  };

  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const whole = await parley.readDraft(name);
      const latest = revisionOf(whole);
      const kept = keptOf(institution, name);
      const base = kept === undefined ? latest : await baseOf(parley, name, kept.revision, latest);
      const opened = { base, files: withChanges(base.files, kept?.changes ?? {}) };
      const merged = rebased(base.revision === latest.revision ? opened : { ...opened, theirs: latest });
      if (isGone) return;
      setHasJob(whole.has_job);
      put(merged);
      if (kept !== undefined) setNews([{ kind: 'restored' }]);
      await check(latest);
    };
    load().catch((error: unknown) => isGone || setFailure(error));
    return () => {
      isGone = true;
    };
  }, [name]);

  useEffect(() => {
    if (copy === undefined) return;
    const timer = setTimeout(keepNow, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [copy]);
  useEffect(() => {
    const keepAll = () => {
      leaveField();
      keepNow();
    };
    addEventListener('pagehide', keepAll);
    return () => {
      removeEventListener('pagehide', keepAll);
      keepNow();
    };
  }, [name]);

  const edit = (path: string, text: string | null) => {
    const { current: open } = current;
    if (open !== undefined) put({ ...open, files: withChanges(open.files, { [path]: text }) });
  };
  const settle = (path: string, side: 'mine' | 'theirs') => {
    const { current: open } = current;
    if (open !== undefined) put(rebased({ ...open, settled: { ...open.settled, [path]: side } }));
  };
  const save = async () => {
    leaveField();
    setBusy(true);
    setFailure(undefined);
    const told: DraftNews[] = [];
    try {
      for (let tried = 1; ; tried += 1) {
        const { current: open } = current;
        if (open === undefined || conflictsOf(open).length > 0 || changedPaths(open).length === 0) break;
        const theirs = await saveOnce(parley, name, open, (base) => {
          if (current.current !== undefined) put({ ...current.current, base });
        });
        if (theirs === undefined) {
          told.push({ kind: 'saved', revision: current.current?.base.revision ?? 0 });
          break;
        }
        if (tried === MAX_SAVES) throw new CallError('conflict', 'Others save too often.', { status: 503 });
        told.push(...meet(theirs));
      }
    } catch (error) {
      setFailure(error);
    }
    keepNow();
    setNews(told);
    setBusy(false);
    const { current: open } = current;
    if (open !== undefined && told.some(({ kind }) => kind === 'saved')) {
      await check(open.base).catch(setFailure);
    }
  };
  /** Merges another author's revision, except for files in conflict. */
  const meet = (theirs: Revision): DraftNews[] => {
    const { current: open } = current;
    if (open === undefined) return [];
    const merged = rebased({ ...open, theirs, settled: {} });
    put(merged);
    const changed = Object.keys(changesBetween(open.base.files, theirs.files));
    const inConflict = conflictsOf(merged);
    const paths = changed.filter((path) => !inConflict.includes(path));
    return paths.length === 0 ? [] : [{ kind: 'merged', who: theirs.updatedBy, paths }];
  };

  const draft = useMemo<OpenDraft | undefined>(
    () =>
      copy && {
        name,
        copy,
        findings: checked?.findings,
        checked: checked?.files ?? {},
        news,
        hasJob,
        busy,
        failure,
        isKept,
        textOf: (path) => current.current?.files[path],
        edit,
        settle,
        save: () => void save(),
      },
    [name, copy, checked, news, hasJob, busy, failure, isKept],
  );
  return { draft, failure };
}

/** Makes open editors and the focused field write their texts, then restores the focus. */
function leaveField(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unwritten]')) form.requestSubmit();
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)) return;
  activeElement.blur();
  activeElement.focus();
}

const revisionOf = ({ revision, files, updated_by }: WholeDraft): Revision => ({
  revision,
  files,
  updatedBy: updated_by,
});

/** The revision that the kept changes are based on; the latest if that one can no longer be read. */
async function baseOf(parley: Parley, name: string, revision: number, latest: Revision): Promise<Revision> {
  if (revision === latest.revision) return latest;
  try {
    return revisionOf(await parley.readDraft(name, { revision }));
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return latest;
    throw error;
  }
}

/**
 * Writes the changes in consecutive requests.
 * @param onWritten called with the revision that each request created
 * @returns another author's revision if it is newer than the base
 */
async function saveOnce(
  parley: Parley,
  name: string,
  { base, files }: WorkingCopy,
  onWritten: (base: Revision) => void,
): Promise<Revision | undefined> {
  let before = base;
  for (const changes of inRequests(changesBetween(base.files, files))) {
    try {
      const written = await parley.writeDraft(name, { revision: before.revision, files: changes });
      before = {
        revision: written.revision,
        files: withChanges(before.files, changes),
        updatedBy: written.updated_by,
      };
    } catch (error) {
      if (isLate(error)) return revisionOf(await parley.readDraft(name));
      throw error;
    }
    onWritten(before);
  }
  return undefined;
}

const isLate = (error: unknown): boolean =>
  error instanceof CallError &&
  error.status === 409 &&
  error.fields.some(({ field }) => field === 'revision');
