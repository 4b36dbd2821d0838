import type { Scope } from '../shared/domain/credentials/scopes.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { htmlPage } from '../shared/page/document.ts';
import { type Html, html } from '../shared/page/html.ts';
import type { Language } from '../shared/page/language.ts';
import { alertOf, type SharedError, sharedMessage, signInFields } from '../shared/page/sign-in-form.ts';
import { SHARED_TEXTS } from '../shared/page/texts.ts';
import { TEXTS } from './texts.ts';

/** Errors that keep the user from going on, as the page tells them. */
export type PageError = SharedError | { kind: 'unknown_client' | 'unknown_redirect' | 'malformed' };

interface AskingPage {
  /** The name of the client and of its institution, for people. */
  client: string;
  institution: string;
  scopes: readonly Scope[];
  redirectUri: string;
  /** The token that the form must send back, so that only this page's form is taken. */
  formToken: string;
  error?: SharedError;
}

export interface SignInPage extends AskingPage {
  /** The user name as it was typed before. */
  username?: string;
}

export interface ConsentPage extends AskingPage {
  /** The user who is signed in. */
  signedInAs: string;
  /** The address of the page of the user's own sign-ins. */
  accountPage: string;
}

/** The page on which a user signs in and allows or refuses what a client asks for. */
export function signInPage(language: Language, page: SignInPage, status = 200): ApiResponse {
  const texts = TEXTS[language];
  const title = texts.title(page.client);
  const about = html`<p class="soft">${texts.institution(page.institution)}</p>`;
  const fields = html`${signInFields(language, page)}
<button name="decision" value="allow">${texts.signInAndAllow}</button>
<button name="decision" value="refuse" class="second" formnovalidate>${texts.refuse}</button>`;
  return askingPage(language, page, { title, about, fields }, status);
}

/** The same for a user who is signed in: there is only the asking left. */
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

/** The page of a request that cannot be trusted so far as to send its user anywhere, or that the service failed at. */
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
 * The addresses that the form may lead to. Browsers hold every redirect that follows a form to them, so that a
 * client's callback must stay free to go on to another https page. A policy cannot name an IPv6 address.
 */
function redirectSources(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  if (protocol === 'https:') return 'https:';
  if (protocol === 'http:') return `${hostname.startsWith('[') ? 'http:' : origin} https:`;
  return protocol;
}

/** The name by which a person can know the client: its host, or the name of its application. */
function addressOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
