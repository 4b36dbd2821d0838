import type { Scope } from '../shared/domain/credentials/scopes.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { htmlPage } from '../shared/page/document.ts';
import { type Html, html } from '../shared/page/html.ts';
import type { Language } from '../shared/page/language.ts';
import { alertOf, type SharedError, sharedMessage, signInFields } from '../shared/page/sign-in-form.ts';
import { SHARED_TEXTS } from '../shared/page/texts.ts';
import { TEXTS } from './texts.ts';

/** Errors after which the user cannot continue. */
export type PageError = SharedError | { kind: 'unknown_client' | 'unknown_redirect' | 'malformed' };

interface AskingPage {
  /** Display names of the client and its institution. */
  client: string;
  institution: string;
  scopes: readonly Scope[];
  redirectUri: string;
  /** The anti-forgery token that the form sends back. */
  formToken: string;
  error?: SharedError;
}

export interface SignInPage extends AskingPage {
  /** The user name that the user typed before. */
  username?: string;
}

export interface ConsentPage extends AskingPage {
  /** The user who is signed in. */
  signedInAs: string;
  /** The address of the user's account page. */
  accountPage: string;
}

/** The page on which users sign in and allow or deny a client's request. */
export function signInPage(language: Language, page: SignInPage, status = 200): ApiResponse {
  const texts = TEXTS[language];
  const title = texts.title(page.client);
  const about = html`<p class="soft">${texts.institution(page.institution)}</p>`;
  const fields = html`${signInFields(language, page)}
<button name="decision" value="allow">${texts.signInAndAllow}</button>
<button name="decision" value="refuse" class="second" formnovalidate>${texts.refuse}</button>`;
  return askingPage(language, page, { title, about, fields }, status);
}

/** The same page for a user who is already signed in: only consent is left. */
export function consentPage(language: Language, page: ConsentPage, status = 200): ApiResponse {
  const texts = TEXTS[language];
  const title = texts.consentTitle(page.client);
  const about = html`<p class="soft">${texts.signedIn(page.signedInAs, page.institution)}</p>`;
  const fields = html`<button name="decision" value="allow">${texts.allow}</button>
<button name="decision" value="refuse" class="second">${texts.refuse}</button>
<button name="decision" value="switch" class="second">${texts.otherAccount}</button>`;
  const link = html`<p class="back"><a href="${page.accountPage}">${texts.account}</a></p>`;
  return askingPage(language, page, { title, about, fields, link }, status);
}

function askingPage(
  language: Language,
  page: AskingPage,
  { title, about, fields, link }: { title: string; about: Html; fields: Html; link?: Html },
  status: number,
): ApiResponse {
  const texts = TEXTS[language];
  const { scopes, errorTitle } = SHARED_TEXTS[language];
  const { error } = page;
  const main = html`<h1>${title}</h1>
${about}
${error && alertOf(sharedMessage(error, language))}
<p class="asks" id="asks">${texts.asks(page.client)}</p>
<ul aria-labelledby="asks">${page.scopes.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>
<form method="post">
<input type="hidden" name="form_token" value="${page.formToken}">
${fields}
</form>
<p class="back">${texts.leadsTo(addressOf(page.redirectUri))}</p>
${link}`;
  const formTargets = `'self' ${redirectSources(page.redirectUri)}`;
  return htmlPage(language, error ? `${errorTitle}: ${title}` : title, main, formTargets, status);
}

/** The page for a failed request, or for a request that cannot be trusted enough to redirect its user. */
export function errorPage(language: Language, error: PageError, status = 400): ApiResponse {
  const texts = TEXTS[language];
  const title = ['failed', 'unavailable'].includes(error.kind)
    ? SHARED_TEXTS[language].failedTitle
    : texts.deadLink;
  const main = html`<h1>${title}</h1>
<p class="error">${messageOf(error, language)}</p>`;
  return htmlPage(language, title, main, "'none'", status);
}

function messageOf(error: PageError, language: Language): string {
  switch (error.kind) {
    case 'unknown_client':
    case 'unknown_redirect':
    case 'malformed':
      return TEXTS[language].errors[error.kind];
    default:
      return sharedMessage(error, language);
  }
}

/**
 * The `form-action` sources. Browsers apply them to every redirect that follows the form, and the client's callback may
 * redirect to another https page, so all of https is allowed. A policy cannot name an IPv6 address.
 */
function redirectSources(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  if (protocol === 'https:') return 'https:';
  if (protocol === 'http:') return `${hostname.startsWith('[') ? 'http:' : origin} https:`;
  return protocol;
}

/** The name by which people recognise the client: its host, or its application's URL scheme. */
function addressOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
