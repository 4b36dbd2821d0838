import { ParleyError } from '../domain/errors.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { SHARED_TEXTS } from './texts.ts';

/** Errors after which a user cannot continue, on any page. */
export type SharedError =
  | { kind: 'wrong' | 'incomplete' | 'stale' | 'unavailable' }
  | { kind: 'throttled'; seconds: number }
  | { kind: 'failed'; requestId: string };

export function sharedMessage(error: SharedError, language: Language): string {
  const { errors } = SHARED_TEXTS[language];
  if (error.kind === 'throttled') return errors.throttled(error.seconds);
  return error.kind === 'failed' ? errors.failed(error.requestId) : errors[error.kind];
}

/** The fields that a user typed. */
export interface TypedSignIn {
  username: string;
  password: string;
  /** True to stay signed in after the browser is closed. */
  kept: boolean;
}

/** The message at the top of a form, which the form's fields refer to by the id `error`. */
export const alertOf = (message: string): Html =>
  html`<p class="error" id="error" role="alert">${message}</p>`;

/** The fields of a sign-in form. `username` is the name that the user typed before. */
export function signInFields(
  language: Language,
  { username, error }: { username?: string | undefined; error?: { kind: string } | undefined },
): Html {
  const texts = SHARED_TEXTS[language];
  const invalid = error?.kind === 'wrong' || error?.kind === 'incomplete' ? INVALID : undefined;
  // After an error, focus the password; before, the name.
  const [nameFocus, passwordFocus] = username === undefined ? [AUTOFOCUS, undefined] : [undefined, AUTOFOCUS];
  return html`<label>${texts.username}<input name="username" value="${username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="128"${nameFocus}${invalid}></label>
<label>${texts.password}<input type="password" name="password" autocomplete="current-password" required${passwordFocus}${invalid}></label>
<label class="check"><input type="checkbox" name="keep" value="yes" aria-describedby="keep">${texts.keep}</label>
<p class="hint" id="keep">${texts.keepHint}</p>`;
}

const AUTOFOCUS = html` autofocus`;
const INVALID = html` aria-invalid="true" aria-describedby="error"`;

/** Reads a sign-in form; undefined if the name or the password is missing. */
export function readSignIn(form: ReadonlyMap<string, string>): TypedSignIn | undefined {
  const [username, password] = [form.get('username'), form.get('password')];
  if (username === undefined || password === undefined) return undefined;
  return { username, password, kept: form.get('keep') === 'yes' };
}

/** Status, message and headers of the page after a failed sign-in. Rethrows other errors. */
export function failedSignIn(error: unknown): {
  status: number;
  error: SharedError;
  headers: Record<string, string>;
} {
  if (error instanceof ParleyError && error.code === 'invalid_grant') {
    return { status: 400, error: { kind: 'wrong' }, headers: {} };
  }
  if (error instanceof ParleyError && error.code === 'too_many_requests') {
    const seconds = Math.ceil(error.details.retryAfterSeconds ?? 1);
    return {
      status: 429,
      error: { kind: 'throttled', seconds },
      headers: { 'Retry-After': String(seconds) },
    };
  }
  throw error;
}
