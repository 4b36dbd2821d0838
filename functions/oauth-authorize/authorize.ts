import { type CodeIssueStore, issueCode } from '../shared/domain/authorization-code.ts';
import {
  type AnswerAddress,
  type AuthorizationReader,
  type AuthorizationRefusal,
  type AuthorizationRequest,
  onlyValue,
  readAuthorizationRequest,
} from '../shared/domain/authorization-request.ts';
import { type Institution, institutionOfClientId } from '../shared/domain/directory.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { withParameters } from '../shared/domain/redirects.ts';
import { type SignInStore, signInUser } from '../shared/domain/sign-in.ts';
import { formBody } from '../shared/http/body.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { STATUS } from '../shared/http/errors.ts';
import { issuerOf } from '../shared/http/issuer.ts';
import type { ApiRequest } from '../shared/http/request.ts';
import { redirectTo } from '../shared/page/document.ts';
import { type FormMeaning, formKey, formToken, isOwnForm } from '../shared/page/form-token.ts';
import type { Language } from '../shared/page/language.ts';
import { errorPage, type PageError, signInPage } from './page.ts';

export interface AuthorizeDependencies {
  clients: AuthorizationReader;
  signIns: SignInStore;
  codes: CodeIssueStore;
  random: RandomBytes;
}

/** One request for the page, with what is known of it once its client is. */
interface Visit {
  dependencies: AuthorizeDependencies;
  request: ApiRequest;
  language: Language;
  wanted: AuthorizationRequest;
  institution: Institution;
}

/** Shows the page, or does what its form says. The form is sent to the page's own address, request and all. */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: ApiRequest,
  language: Language,
): Promise<ApiResponse> {
  const clientId = onlyValue(request.query, 'client_id') ?? '';
  const home = institutionOfClientId(clientId);
  const found =
    home === undefined ? undefined : await dependencies.clients.readClient({ institution: home, clientId });
  const read = readAuthorizationRequest(request.query, found?.client);
  if (!found || read.kind === 'page') {
    return errorPage(language, { kind: read.kind === 'page' ? read.refusal : 'unknown_client' });
  }
  if (read.kind === 'refusal') return refuse(request, read.to, read.refusal);
  const { institution } = found;
  const visit = { dependencies, request, language, wanted: read.request, institution };
  return request.method === 'POST' ? decide(visit) : showPage(visit);
}

async function decide(visit: Visit): Promise<ApiResponse> {
  const { request, wanted, language } = visit;
  let form: Map<string, string>;
  try {
    form = formBody(request);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return errorPage(language, { kind: 'malformed' }, STATUS[error.code]);
  }
  if (!isOwnForm(request, meaningOf(wanted), form.get('form_token')))
    return showPage(visit, 400, { kind: 'stale' });
  if (form.get('decision') !== 'allow') {
    return refuse(request, wanted, { error: 'access_denied', description: 'The user refused.' });
  }
  const username = form.get('username');
  const password = form.get('password');
  if (username === undefined || password === undefined) {
    return showPage(visit, 400, { kind: 'incomplete' }, username);
  }
  return signIn(visit, username, password);
}

async function signIn(visit: Visit, username: string, password: string): Promise<ApiResponse> {
  const { dependencies, request, wanted, institution } = visit;
  const { sourceIp, requestId, now } = request;
  const attempt = { username, password, institution: institution.name, sourceIp, requestId, now };
  try {
    const user = () => signInUser(dependencies.signIns, attempt);
    const { codes, signIns: attempts, random } = dependencies;
    const code = await issueCode({ codes, attempts, random }, wanted, user, request);
    if (code === undefined) return refuse(request, wanted, NOTHING_ALLOWED);
    return redirect(request, wanted, { code });
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const { retryAfterSeconds = 1 } = error.details;
    switch (error.code) {
      case 'invalid_grant':
        return showPage(visit, 400, { kind: 'wrong' }, username);
      case 'too_many_requests': {
        const seconds = Math.ceil(retryAfterSeconds);
        const page = showPage(visit, 429, { kind: 'throttled', seconds }, username);
        return { ...page, headers: { ...page.headers, 'Retry-After': String(seconds) } };
      }
      case 'invalid_scope':
        return refuse(request, wanted, NOTHING_ALLOWED);
      default:
        throw error;
    }
  }
}

const NOTHING_ALLOWED: AuthorizationRefusal = {
  error: 'invalid_scope',
  description: 'The user is allowed nothing of what was asked for.',
};

/** What sending the form decides: who gets which code. */
function meaningOf(wanted: AuthorizationRequest): FormMeaning {
  const { client, redirectUri, redirectUriSent, scopes, state, codeChallenge } = wanted;
  const asked = [client.clientId, redirectUri, redirectUriSent, scopes, state ?? null, codeChallenge ?? null];
  return ['authorize', ...asked];
}

function showPage(visit: Visit, status = 200, error?: PageError, username?: string): ApiResponse {
  const { dependencies, request, language, wanted, institution } = visit;
  const { key, cookie } = formKey(request, dependencies.random);
  const page = {
    client: wanted.client.displayName,
    institution: institution.displayName,
    scopes: wanted.scopes,
    redirectUri: wanted.redirectUri,
    formToken: formToken(key, meaningOf(wanted)),
    ...(username === undefined ? {} : { username }),
    ...(error === undefined ? {} : { error }),
  };
  const answer = signInPage(language, page, status);
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
}

const refuse = (
  request: ApiRequest,
  to: AnswerAddress,
  { error, description }: AuthorizationRefusal,
): ApiResponse => redirect(request, to, { error, error_description: description });

/** Sends the user back to the client. */
const redirect = (
  request: ApiRequest,
  { redirectUri, state }: AnswerAddress,
  answer: Readonly<Record<string, string>>,
): ApiResponse => redirectTo(withParameters(redirectUri, { ...answer, state, iss: issuerOf(request) }));
