import type { Scope } from '../shared/domain/scopes.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { htmlPage } from '../shared/page/document.ts';
import { html } from '../shared/page/html.ts';
import type { Language } from '../shared/page/language.ts';
import { TEXTS, type Texts } from './texts.ts';

/** What keeps the user from going on, as the page says it. */
export type PageError =
  | { kind: 'wrong' | 'incomplete' | 'stale' | 'unknown_client' | 'unknown_redirect' | 'malformed' }
  | { kind: 'throttled'; seconds: number }
  | { kind: 'failed'; requestId: string };

export interface SignInPage {
  /** The name of the client and of its institution, for people. */
  client: string;
  institution: string;
  scopes: readonly Scope[];
  redirectUri: string;
  /** What the form must send back, so that only this page's form is taken. */
  formToken: string;
  /** As the user typed it before. */
  username?: string;
  error?: PageError;
}

/** The page on which a user signs in and allows or refuses what a client asks for. */
export function signInPage(language: Language, page: SignInPage, status = 200): ApiResponse {
  const texts = TEXTS[language];
  const { error, username } = page;
  const title = texts.title(page.client);
  const wrong = error?.kind === 'wrong' || error?.kind === 'incomplete';
  // After an error the password is what is missing; before, the name.
  const [nameFocus, passwordFocus] = username === undefined ? [AUTOFOCUS, undefined] : [undefined, AUTOFOCUS];
  const main = html`<h1>${title}</h1>
<p class="institution">${texts.institution(page.institution)}</p>
${error && html`<p class="error" id="error" role="alert">${messageOf(error, texts)}</p>`}
<p class="asks" id="asks">${texts.asks(page.client)}</p>
<ul aria-labelledby="asks">${page.scopes.map((scope) => html`<li>${texts.scopes[scope]}</li>`)}</ul>
<form method="post">
<input type="hidden" name="form_token" value="${page.formToken}">
<label>${texts.username}<input name="username" value="${username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="128"${nameFocus}${wrong ? INVALID : undefined}></label>
<label>${texts.password}<input type="password" name="password" autocomplete="current-password" required${passwordFocus}${wrong ? INVALID : undefined}></label>
<button name="decision" value="allow">${texts.allow}</button>
<button name="decision" value="refuse" class="second" formnovalidate>${texts.refuse}</button>
</form>
<p class="back">${texts.leadsTo(addressOf(page.redirectUri))}</p>`;
  const formTargets = `'self' ${redirectSources(page.redirectUri)}`;
  return htmlPage(language, error ? `${texts.errorTitle}: ${title}` : title, main, formTargets, status);
}

/** The page of a request that cannot be trusted so far as to send its user anywhere, or that the service failed at. */
export function errorPage(language: Language, error: PageError, status = 400): ApiResponse {
  const texts = TEXTS[language];
  const title = error.kind === 'failed' ? texts.failed : texts.deadLink;
  const main = html`<h1>${title}</h1>
<p class="error">${messageOf(error, texts)}</p>`;
  return htmlPage(language, title, main, "'none'", status);
}

const AUTOFOCUS = html` autofocus`;
const INVALID = html` aria-invalid="true" aria-describedby="error"`;

function messageOf(error: PageError, { errors }: Texts): string {
  if (error.kind === 'throttled') return errors.throttled(error.seconds);
  return error.kind === 'failed' ? errors.failed(error.requestId) : errors[error.kind];
}

/**
 * Where the form may lead. Browsers hold every redirect that follows a form to it, so that a client's callback must
 * stay free to go on to another https page. A policy cannot name an IPv6 address.
 */
function redirectSources(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  if (protocol === 'https:') return 'https:';
  if (protocol === 'http:') return `${hostname.startsWith('[') ? 'http:' : origin} https:`;
  return protocol;
}

/** What a person can know the client by: its host, or the name of its application. */
function addressOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
