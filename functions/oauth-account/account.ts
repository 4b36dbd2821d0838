import { ParleyError } from '../shared/domain/errors.ts';
import { onlyValue } from '../shared/domain/oauth/authorization-request.ts';
import { type WithdrawalDependencies, withdrawConsent } from '../shared/domain/oauth/consent-withdrawal.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import {
  type AccountOwner,
  type AccountStore,
  beginSession,
  findOwner,
  ownEvent,
  readAccount,
} from '../shared/domain/sign-in/account.ts';
import { sessionName } from '../shared/domain/sign-in/browser-sessions.ts';
import { browserKind } from '../shared/domain/sign-in/browsers.ts';
import { type SignInStore, signInUser } from '../shared/domain/sign-in/sign-in.ts';
import { tooManyAttempts } from '../shared/domain/sign-in/throttle.ts';
import { formBody } from '../shared/http/body.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { type ApiRequest, header } from '../shared/http/request.ts';
import { redirectTo } from '../shared/page/document.ts';
import { type FormMeaning, formKey, formToken, isOwnForm } from '../shared/page/form-token.ts';
import type { Language } from '../shared/page/language.ts';
import { noSessionCookie, presentedSession, sessionCookie } from '../shared/page/session-cookie.ts';
import { failedSignIn, readSignIn } from '../shared/page/sign-in-form.ts';
import {
  type AccountSignInPage,
  accountPage,
  accountSignInPage,
  type Done,
  isDone,
  type PageError,
} from './page.ts';

export interface AccountDependencies extends WithdrawalDependencies {
  accounts: AccountStore;
  signIns: SignInStore;
  random: RandomBytes;
}

interface Visit {
  dependencies: AccountDependencies;
  request: ApiRequest;
  language: Language;
  /** The user signed in to this browser; undefined if nobody is. */
  owner: AccountOwner | undefined;
}

type Form = ReadonlyMap<string, string>;

/** Shows users their own sessions and consents, or carries out a form of that page. */
export async function account(
  dependencies: AccountDependencies,
  request: ApiRequest,
  language: Language,
): Promise<ApiResponse> {
  const owner = await findOwner(dependencies.accounts, presentedSession(request), request.now);
  const visit = { dependencies, request, language, owner };
  if (request.method !== 'POST') {
    const done = onlyValue(request.query, 'done');
    return showPage(visit, isDone(done) ? { done } : {});
  }
  const form = formBody(request);
  if (!isOwnForm(request, meaningOf(owner), form.get('form_token'))) {
    return showPage(visit, { error: { kind: 'stale' } }, 400);
  }
  return owner === undefined ? signIn(visit, form) : act(visit, owner, form);
}

async function act(visit: Visit, owner: AccountOwner, form: Form): Promise<ApiResponse> {
  switch (form.get('action')) {
    case 'sign-out':
      return signOut(visit, owner, form.get('session') ?? '');
    case 'sign-out-all':
      return signOut(visit, owner);
    case 'withdraw':
      return withdraw(visit, owner, form.get('client') ?? '');
    default:
      return showPage(visit, { error: { kind: 'malformed' } }, 400);
  }
}

/** Ends the named session, or all of the user's sessions without a name. */
async function signOut(visit: Visit, owner: AccountOwner, name?: string): Promise<ApiResponse> {
  const { dependencies, request } = visit;
  const { sessions } = await dependencies.accounts.readSignIns(owner.user);
  const ended = name === undefined ? sessions : sessions.filter((session) => sessionName(session) === name);
  const event = ownEvent(owner.user, request, 'session.end', name ?? 'all');
  if (ended.length > 0) await dependencies.accounts.end(ended, event);
  const endsThis = ended.some(({ digest }) => digest === owner.session.digest);
  return backToPage('signed_out', endsThis ? noSessionCookie(request) : undefined);
}

async function withdraw(visit: Visit, owner: AccountOwner, clientId: string): Promise<ApiResponse> {
  const { dependencies, request } = visit;
  const { consents } = await dependencies.accounts.readSignIns(owner.user);
  if (consents.some((consent) => consent.clientId === clientId)) {
    const event = ownEvent(owner.user, request, 'consent.withdraw', clientId);
    await withdrawConsent(dependencies, owner.user, clientId, event);
  }
  return backToPage('withdrawn');
}

async function signIn(visit: Visit, form: Form): Promise<ApiResponse> {
  const { dependencies, request } = visit;
  const typed = readSignIn(form);
  const shown = typedFields(form);
  if (typed === undefined) return showSignIn(visit, { ...shown, error: { kind: 'incomplete' } }, 400);
  const { username, password, kept } = typed;
  const { sourceIp, requestId, now } = request;
  // Institution names are lower case; users need not know that.
  const institution = form.get('institution')?.trim().toLowerCase();
  const attempt = { username, password, institution, sourceIp, requestId, now };
  try {
    const browser = browserKind(header(request, 'user-agent'));
    const { accounts, signIns, random } = dependencies;
    const begun = await beginSession(
      { accounts, attempts: signIns, random },
      () => signInUser(signIns, attempt),
      { kept, browser, replaced: presentedSession(request) },
      request,
    );
    if (begun === undefined) throw tooManyAttempts(1000);
    return backToPage(undefined, sessionCookie(request, begun.session, begun.secret));
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'invalid_scope') {
      return showSignIn(visit, { ...shown, error: { kind: 'nothing_allowed' } }, 400);
    }
    const failed = failedSignIn(error);
    const page = showSignIn(visit, { ...shown, error: failed.error }, failed.status);
    return { ...page, headers: { ...page.headers, ...failed.headers } };
  }
}

const typedFields = (form: Form): Pick<AccountSignInPage, 'institution' | 'username'> =>
  Object.fromEntries([...form].filter(([name]) => name === 'institution' || name === 'username'));

/** The binding of a form token: the user who sees the page. */
const meaningOf = (owner: AccountOwner | undefined): FormMeaning => [
  'account',
  owner?.session.digest ?? null,
];

async function showPage(
  visit: Visit,
  said: { done?: Done; error?: PageError },
  status = 200,
): Promise<ApiResponse> {
  const { dependencies, request, language, owner } = visit;
  if (owner === undefined) {
    const institution = onlyValue(request.query, 'institution');
    return showSignIn(visit, { ...said, ...(institution === undefined ? {} : { institution }) }, status);
  }
  const signIns = await readAccount(dependencies.accounts, owner, request.now);
  return withToken(visit, (page) => accountPage(language, { ...page, ...said }, owner, signIns, status));
}

const showSignIn = (visit: Visit, said: Omit<AccountSignInPage, 'formToken'>, status: number): ApiResponse =>
  withToken(visit, (page) => accountSignInPage(visit.language, { ...page, ...said }, status));

function withToken(
  { dependencies, request, owner }: Visit,
  show: (page: { formToken: string }) => ApiResponse,
): ApiResponse {
  const { key, cookie } = formKey(request, dependencies.random);
  const answer = show({ formToken: formToken(key, meaningOf(owner)) });
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
}

/**
 * Redirects the browser to the page itself, so that reloading the page does not repeat the action. The address is
 * relative, because only the browser knows the host name by which it reached the page, and because the policy allows
 * forms to lead only there.
 */
const backToPage = (done?: Done, cookie?: string): ApiResponse =>
  redirectTo(done === undefined ? '?' : `?done=${done}`, cookie);
