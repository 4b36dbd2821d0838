import type { Account, AccountOwner, NamedConsent } from '../shared/domain/sign-in/account.ts';
import { type BrowserSession, sessionName } from '../shared/domain/sign-in/browser-sessions.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { htmlPage } from '../shared/page/document.ts';
import { type Html, html } from '../shared/page/html.ts';
import type { Language } from '../shared/page/language.ts';
import { alertOf, type SharedError, sharedMessage, signInFields } from '../shared/page/sign-in-form.ts';
import { SHARED_TEXTS } from '../shared/page/texts.ts';
import { TEXTS, type Texts } from './texts.ts';

export type PageError = SharedError | { kind: 'malformed' | 'nothing_allowed' };

/** The action just completed, which the page confirms. */
export type Done = keyof Texts['done'];

export const isDone = (text: string | undefined): text is Done =>
  text !== undefined && Object.hasOwn(TEXTS.en.done, text);

interface OwnPage {
  /** The anti-forgery token that the form sends back. */
  formToken: string;
  done?: Done;
  error?: PageError;
}

export interface AccountSignInPage extends OwnPage {
  /** The institution that the user typed before, or that the address names. */
  institution?: string;
  username?: string;
}

/** The page for a browser where nobody is signed in. */
export function accountSignInPage(language: Language, page: AccountSignInPage, status = 200): ApiResponse {
  const texts = TEXTS[language];
  const { error } = page;
  const main = html`<h1>${texts.signInTitle}</h1>
${doneOf(page, texts)}
${error && alertOf(messageOf(error, language))}
<p class="asks">${texts.signInHint}</p>
<form method="post">
<input type="hidden" name="form_token" value="${page.formToken}">
<label>${texts.institution}<input name="institution" value="${page.institution ?? ''}" autocomplete="organization" autocapitalize="none" spellcheck="false" maxlength="63" aria-describedby="institution"></label>
<p class="hint" id="institution">${texts.institutionHint}</p>
${signInFields(language, page)}
<button name="action" value="sign-in">${texts.signIn}</button>
</form>`;
  return ownPage(language, titleOf(texts.signInTitle, page, language), main, status);
}

/** The page on which users see and end their sessions and consents. */
export function accountPage(
  language: Language,
  page: OwnPage,
  { user, institution, session: current }: AccountOwner,
  { sessions, consents }: Account,
  status = 200,
): ApiResponse {
  const texts = TEXTS[language];
  const { formToken, error } = page;
  const owner = texts.owner(user.username ?? user.userId, institution.displayName);
  const main = html`<h1>${texts.title}</h1>
<p class="soft">${owner}</p>
${doneOf(page, texts)}
${error && alertOf(messageOf(error, language))}
<h2 id="sessions">${texts.sessions}</h2>
<ul class="rows" aria-labelledby="sessions">${sessions.map((session) =>
    sessionRow(session, session.digest === current.digest, formToken, texts),
  )}</ul>
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<button name="action" value="sign-out-all" class="second">${texts.signOutAll}</button>
</form>
<p class="back">${texts.sessionsHint}</p>
<h2 id="consents">${texts.consents}</h2>
${consents.length === 0 ? html`<p class="asks">${texts.noConsents}</p>` : consentList(consents, formToken, language)}`;
  return ownPage(language, titleOf(texts.title, page, language), main, status);
}

function sessionRow(session: BrowserSession, isCurrent: boolean, formToken: string, texts: Texts): Html {
  const name = sessionName(session);
  const browser = session.browser === '' ? texts.unknownBrowser : session.browser;
  return html`<li>
<p class="name" id="s-${name}">${browser}, ${session.sourceIp}${isCurrent ? ` (${texts.thisBrowser})` : ''}</p>
<p>${texts.since} ${timeOf(session.signedInAt, texts)}</p>
<p>${texts.lastUsed} ${timeOf(session.usedAt, texts)}</p>
${session.kept ? html`<p>${texts.kept}</p>` : undefined}
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<input type="hidden" name="session" value="${name}">
<button name="action" value="sign-out" class="second" aria-describedby="s-${name}">${texts.signOut}</button>
</form>
</li>`;
}

function consentList(consents: readonly NamedConsent[], formToken: string, language: Language): Html {
  const texts = TEXTS[language];
  const { scopes: words } = SHARED_TEXTS[language];
  const rows = consents.map(
    ({ clientId, displayName, scopes, since }, index) => html`<li>
<p class="name" id="c-${String(index)}">${displayName ?? clientId}</p>
<ul>${scopes.map((scope) => html`<li>${words[scope]}</li>`)}</ul>
<p>${since === undefined ? texts.withdrawing : html`${texts.allowedSince} ${timeOf(since, texts)}`}</p>
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<input type="hidden" name="client" value="${clientId}">
<button name="action" value="withdraw" class="second" aria-describedby="c-${String(index)}">${texts.withdraw}</button>
</form>
</li>`,
  );
  return html`<ul class="rows" aria-labelledby="consents">${rows}</ul>
<p class="back">${texts.withdrawHint}</p>`;
}

/** The page for a request that cannot be read or that failed. */
export function errorPage(language: Language, error: PageError, status: number): ApiResponse {
  const title = SHARED_TEXTS[language].failedTitle;
  const main = html`<h1>${title}</h1>
<p class="error">${messageOf(error, language)}</p>`;
  return ownPage(language, title, main, status);
}

function messageOf(error: PageError, language: Language): string {
  switch (error.kind) {
    case 'malformed':
    case 'nothing_allowed':
      return TEXTS[language].errors[error.kind];
    default:
      return sharedMessage(error, language);
  }
}

const ownPage = (language: Language, title: string, main: Html, status: number): ApiResponse =>
  htmlPage(language, title, main, "'self'", status);

const titleOf = (title: string, { error }: OwnPage, language: Language): string =>
  error === undefined ? title : `${SHARED_TEXTS[language].errorTitle}: ${title}`;

const doneOf = ({ done }: OwnPage, texts: Texts): Html | undefined =>
  done && html`<p class="done" role="status">${texts.done[done]}</p>`;

const timeOf = (at: number, texts: Texts): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${texts.time(at)}</time>`;
