import type { Changes } from './working-copy.ts';

/** Changes to a draft that are not saved, and the revision that they are made to. */
export interface KeptChanges {
  revision: number;
  changes: Changes;
}

const PREFIX = 'parley-console-draft:';

/** True from signing out, or from deleting a draft, until a draft is opened again: what is still open keeps nothing. */
let isForgotten = false;

const keyOf = (institution: string, draft: string): string => `${PREFIX}${institution}/${draft}`;

/**
 * Keeps unsaved changes in the browser's tab, through reloads and through signing in again, until they are saved.
 * @returns false if the browser has no room for them
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

/** Removes the changes to a draft that is deleted. */
export function forget(institution: string, draft: string): void {
  isForgotten = true;
  sessionStorage.removeItem(keyOf(institution, draft));
}

/** Removes all of it: a user who signs out leaves nothing behind. */
export function forgetKept(): void {
  isForgotten = true;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
