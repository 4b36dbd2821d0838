import type { Institution } from '../shared/domain/institutions/directory.ts';
import type { CodeIssueStore } from '../shared/domain/oauth/authorization-code.ts';
import type {
  AnswerAddress,
  AuthorizationReader,
  AuthorizationRefusal,
  AuthorizationRequest,
  Visitor,
} from '../shared/domain/oauth/authorization-request.ts';
import { withParameters } from '../shared/domain/oauth/redirects.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import type { SessionAddress } from '../shared/domain/sign-in/browser-sessions.ts';
import type { SignInStore } from '../shared/domain/sign-in/sign-in.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { issuerOf } from '../shared/http/issuer.ts';
import type { ApiRequest } from '../shared/http/request.ts';
import { redirectTo } from '../shared/page/document.ts';
import { type FormMeaning, formKey, formToken } from '../shared/page/form-token.ts';
import type { Language } from '../shared/page/language.ts';
import type { SharedError } from '../shared/page/sign-in-form.ts';
import { consentPage, signInPage } from './page.ts';

export interface AuthorizeDependencies {
  clients: AuthorizationReader;
  signIns: SignInStore;
  codes: CodeIssueStore;
  random: RandomBytes;
}

/** A request for the page, after its client has been found. */
export interface Visit {
  dependencies: AuthorizeDependencies;
  request: ApiRequest;
  language: Language;
  wanted: AuthorizationRequest;
  institution: Institution;
  /** The user signed in at the client's institution. */
  visitor: Visitor | undefined;
  /** The browser's session, at this institution or another one, if any. */
  presented: SessionAddress | undefined;
}

/** The binding of a form token: the client, the requested code and the user. */
export function meaningOf(wanted: AuthorizationRequest, visitor?: Visitor): FormMeaning {
  const { client, redirectUri, redirectUriSent, scopes, state, codeChallenge } = wanted;
  const asked = [client.clientId, redirectUri, redirectUriSent, scopes, state ?? null, codeChallenge ?? null];
  return ['authorize', ...asked, visitor?.session.digest ?? null];
}

/** The page for this browser's user: consent if signed in, else the sign-in form. */
export function showPage(visit: Visit, status = 200, error?: SharedError): ApiResponse {
  const { visitor, request, language } = visit;
  if (visitor === undefined) return showSignIn(visit, status, error);
  const { page, cookie } = asking(visit, error, visitor);
  const signedInAs = visitor.user.username ?? visitor.user.userId;
  const accountPage = `${issuerOf(request)}/v1/oauth/account`;
  return withCookie(consentPage(language, { ...page, signedInAs, accountPage }, status), cookie);
}

/** The sign-in page. */
export function showSignIn(
  visit: Visit,
  status: number,
  error?: SharedError,
  username?: string,
): ApiResponse {
  const { page, cookie } = asking(visit, error);
  const typed = username === undefined ? {} : { username };
  return withCookie(signInPage(visit.language, { ...page, ...typed }, status), cookie);
}

function asking(visit: Visit, error: SharedError | undefined, visitor?: Visitor) {
  const { dependencies, request, wanted, institution } = visit;
  const { key, cookie } = formKey(request, dependencies.random);
  const page = {
    client: wanted.client.displayName,
    institution: institution.displayName,
    scopes: wanted.scopes,
    redirectUri: wanted.redirectUri,
    formToken: formToken(key, meaningOf(wanted, visitor)),
    ...(error === undefined ? {} : { error }),
  };
  return { page, cookie };
}

const withCookie = (answer: ApiResponse, cookie: string): ApiResponse => ({
  ...answer,
  headers: { ...answer.headers, 'Set-Cookie': cookie },
});

/** Redirects to the client with the reason why it gets no code. */
export const refuse = (
  request: ApiRequest,
  to: AnswerAddress,
  { error, description }: AuthorizationRefusal,
): ApiResponse => sendBack(request, to, { error, error_description: description });

/** Redirects the user back to the client. */
export const sendBack = (
  request: ApiRequest,
  { redirectUri, state }: AnswerAddress,
  answer: Readonly<Record<string, string>>,
  cookie?: string,
): ApiResponse =>
  redirectTo(withParameters(redirectUri, { ...answer, state, iss: issuerOf(request) }), cookie);
