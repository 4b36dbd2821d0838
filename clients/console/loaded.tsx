import type { ComponentChildren, JSX } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { CallError } from '../typescript/index.ts';
import { useTexts } from './language.ts';
import type { Access } from './sign-in.ts';

/** A value that is loading, loaded or failed; the previous value stays visible while loading. */
export type Loaded<Value> =
  | { state: 'loading'; value: Value | undefined }
  | { state: 'loaded'; value: Value }
  | { state: 'failed'; error: unknown };

/**
 * Loads a value, and reloads it when the inputs change; outdated answers are ignored.
 * @param inputs compared one by one
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading', value: undefined });
  useEffect(() => {
    const call = new AbortController();
    setLoaded((before) => ({
      state: 'loading',
      value: before.state === 'failed' ? undefined : before.value,
    }));
    load(call.signal).then(
      (value) => call.signal.aborted || setLoaded({ state: 'loaded', value }),
      (error: unknown) => call.signal.aborted || setLoaded({ state: 'failed', error }),
    );
    return () => call.abort();
  }, [...inputs]);
  return loaded;
}

/** Shows a loaded value, that it is loading, or why loading failed. */
export function Show<Value>({
  loaded,
  children,
}: {
  loaded: Loaded<Value>;
  children: (value: Value) => ComponentChildren;
}): JSX.Element {
  const texts = useTexts();
  if (loaded.state === 'failed') return <Failure error={loaded.error} />;
  return (
    <div aria-busy={loaded.state === 'loading'}>
      {loaded.value === undefined ? <p class="soft">{texts.loading}</p> : children(loaded.value)}
    </div>
  );
}

/** Called when the sign-in has ended. */
export const SignInContext = createContext<() => void>(() => undefined);

/** The signed-in person. */
export const AccessContext = createContext<Access | undefined>(undefined);

/** @throws {Error} outside the pages, where nobody is signed in */
export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (access === undefined) throw new Error('nobody is signed in here');
  return access;
}

/** Explains an error in a sentence, with advice. */
export function Failure({ error }: { error: unknown }): JSX.Element {
  const texts = useTexts();
  const signIn = useContext(SignInContext);
  const known = error instanceof CallError ? error : undefined;
  if (known?.status === 401) {
    return (
      <div class="failure" role="alert">
        <p>{texts.signIn.reasons.ended}</p>
        <button type="button" onClick={signIn}>
          {texts.signIn.signIn}
        </button>
      </div>
    );
  }
  return (
    <div class="failure" role="alert">
      <p>{sentenceOf(known, texts)}</p>
      {known?.fields.map(({ field, message }) => (
        <p key={field}>
          <code>{field}</code>: {message}
        </p>
      ))}
      {known?.requestId !== undefined && (
        <p class="soft">
          {texts.requestId} <code>{known.requestId}</code>
        </p>
      )}
    </div>
  );
}

function sentenceOf(
  error: CallError | undefined,
  { offline, busy, failed, forbidden }: { offline: string; busy: string; failed: string; forbidden: string },
): string {
  if (error === undefined) return failed;
  if (error.code === 'network' || error.code === 'timeout') return offline;
  if (error.status === 429 || error.status === 503) return busy;
  if (error.status === 403) return forbidden;
  // The service's message says what is wrong with the request.
  return error.status === undefined || error.status >= 500 ? failed : error.message;
}

interface PageOf<Item> {
  items: readonly Item[];
  /** The cursor of the next page; absent at the end. */
  next?: string | undefined;
}

/** Maximum empty pages in a row to load automatically. */
const MAX_EMPTY_PAGES = 10;

/** Loads a list page by page; `more` loads the next page, if any. */
export function usePaged<Item>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Item>>,
): { loaded: Loaded<PageOf<Item>>; more: (() => void) | undefined } {
  const [asked, setAsked] = useState<PageOf<Item>>({ items: [] });
  const loaded = useLoaded(
    async (signal) => {
      let page = await load(asked.next, signal);
      // A search without results so far continues automatically, up to a limit.
      for (let empty = 1; empty < MAX_EMPTY_PAGES; empty += 1) {
        if (page.items.length > 0 || page.next === undefined) break;
        page = await load(page.next, signal);
      }
      return { items: [...asked.items, ...page.items], next: page.next };
    },
    [asked],
  );
  const value = loaded.state === 'loaded' ? loaded.value : undefined;
  return { loaded, more: value?.next === undefined ? undefined : () => setAsked(value) };
}

/** The button for the next page, if any. */
export function More({ onMore }: { onMore: (() => void) | undefined }): JSX.Element | null {
  const { conversations: words } = useTexts();
  if (onMore === undefined) return null;
  return (
    <button type="button" class="second" onClick={onMore}>
      {words.more}
    </button>
  );
}
