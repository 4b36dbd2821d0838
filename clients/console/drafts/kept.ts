import type { Changes } from './working-copy.ts';

/** Unsaved changes to a draft, and the revision that they are based on. */
export interface KeptChanges {
  revision: number;
  changes: Changes;
}

const PREFIX = 'parley-console-draft:';

/**
 * True after signing out or deleting a draft, so that pages still open do not keep their changes. False again
 * once a draft is opened.
 */
let isForgotten = false;

const keyOf = (institution: string, draft: string): string => `${PREFIX}${institution}/${draft}`;

/**
 * Keeps unsaved changes in the tab's storage, so that they survive reloads and a new sign-in.
 * @returns false if the storage is full
 */
export function keep(institution: string, draft: string, kept: KeptChanges): boolean {
  if (isForgotten) return true;
  const key = keyOf(institution, draft);
  try {
    if (Object.keys(kept.changes).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function keptOf(institution: string, draft: string): KeptChanges | undefined {
  isForgotten = false;
  const text = sessionStorage.getItem(keyOf(institution, draft));
  return text === null ? undefined : JSON.parse(text);
}

/** Removes the kept changes of a deleted draft. */
export function forget(institution: string, draft: string): void {
  isForgotten = true;
  sessionStorage.removeItem(keyOf(institution, draft));
}

/** Removes all kept changes when the user signs out. */
export function forgetKept(): void {
  isForgotten = true;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
