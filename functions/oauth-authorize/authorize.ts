import { intersectScopes } from '../shared/domain/credentials/scopes.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { institutionOfClientId } from '../shared/domain/institutions/directory.ts';
import { type CodeGrounds, type IssuedCode, issueCode } from '../shared/domain/oauth/authorization-code.ts';
import {
  type AuthorizationRefusal,
  onlyValue,
  readAuthorizationRequest,
  type Visitor,
} from '../shared/domain/oauth/authorization-request.ts';
import { isRemembered, isSureToBe } from '../shared/domain/oauth/consents.ts';
import { newSession, sessionStands } from '../shared/domain/sign-in/browser-sessions.ts';
import { browserKind } from '../shared/domain/sign-in/browsers.ts';
import { signInUser } from '../shared/domain/sign-in/sign-in.ts';
import { tooManyAttempts } from '../shared/domain/sign-in/throttle.ts';
import { formBody } from '../shared/http/body.ts';
import type { ApiResponse } from '../shared/http/endpoint.ts';
import { STATUS } from '../shared/http/errors.ts';
import { type ApiRequest, header } from '../shared/http/request.ts';
import { isOwnForm } from '../shared/page/form-token.ts';
import type { Language } from '../shared/page/language.ts';
import { presentedSession, sessionCookie } from '../shared/page/session-cookie.ts';
import { failedSignIn, readSignIn, type TypedSignIn } from '../shared/page/sign-in-form.ts';
import {
  type AuthorizeDependencies,
  meaningOf,
  refuse,
  sendBack,
  showPage,
  showSignIn,
  type Visit,
} from './answers.ts';
import { errorPage } from './page.ts';

/** How often everything is read again after a concurrent change. */
const ATTEMPTS = 3;

type Outcome = ApiResponse | 'changed';

/**
 * Shows the page or carries out its form. The form posts to the page's own address, with the authorization request in
 * the query string.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: ApiRequest,
  language: Language,
): Promise<ApiResponse> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await attemptOnce(dependencies, request, language);
    if (outcome !== 'changed') return outcome;
  }
  throw tooManyAttempts(1000);
}

async function attemptOnce(
  dependencies: AuthorizeDependencies,
  request: ApiRequest,
  language: Language,
): Promise<Outcome> {
  const clientId = onlyValue(request.query, 'client_id') ?? '';
  const home = institutionOfClientId(clientId);
  const presented = presentedSession(request);
  const session = presented?.institution === home ? presented : undefined;
  const known =
    home === undefined
      ? undefined
      : await dependencies.clients.readClient({ institution: home, clientId, session });
  const read = readAuthorizationRequest(request.query, known?.client);
  if (!known || read.kind === 'page') {
    return errorPage(language, { kind: read.kind === 'page' ? read.refusal : 'unknown_client' });
  }
  if (read.kind === 'refusal') return refuse(request, read.to, read.refusal);
  const { institution, visitor: browser } = known;
  const visitor = browser && sessionStands(browser.session, browser.user, request.now) ? browser : undefined;
  const visit = { dependencies, request, language, wanted: read.request, institution, visitor, presented };
  if (request.method === 'POST') return decide(visit);
  const remembered = visitor && rememberedConsent(visit, visitor);
  return visitor && remembered ? allow(visit, groundsOf(visitor, remembered)) : showPage(visit);
}

/**
 * The stored consent that allows skipping the question. All these scopes must have been allowed before, the client
 * must be safe from impersonation, and the request must be a top-level navigation, not a frame.
 */
function rememberedConsent(
  { request, wanted }: Visit,
  { user, consent }: Visitor,
): CodeGrounds['consent'] | undefined {
  const scopes = intersectScopes(wanted.scopes, user.scopes);
  const since = consent?.since;
  if (since === undefined || scopes.length === 0 || !isRemembered(consent, scopes)) return undefined;
  const opened = request.headers.get('sec-fetch-dest') ?? [];
  const isWindow = opened.every((destination) => destination === 'document');
  return isWindow && isSureToBe(wanted.client, wanted.redirectUri)
    ? { kind: 'remembered', since }
    : undefined;
}

async function decide(visit: Visit): Promise<Outcome> {
  const { request, wanted, language, visitor } = visit;
  let form: Map<string, string>;
  try {
    form = formBody(request);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return errorPage(language, { kind: 'malformed' }, STATUS[error.code]);
  }
  const token = form.get('form_token');
  const asVisitor = visitor !== undefined && isOwnForm(request, meaningOf(wanted, visitor), token);
  if (!asVisitor && !isOwnForm(request, meaningOf(wanted), token)) {
    return showPage(visit, 400, { kind: 'stale' });
  }
  const decision = form.get('decision');
  if (decision === 'switch') return showPage({ ...visit, visitor: undefined });
  if (decision !== 'allow') {
    return refuse(request, wanted, { error: 'access_denied', description: 'The user denied the request.' });
  }
  if (asVisitor) return allow(visit, groundsOf(visitor, { kind: 'given' }));
  const typed = readSignIn(form);
  return typed === undefined
    ? showSignIn(visit, 400, { kind: 'incomplete' }, form.get('username'))
    : signIn(visit, typed);
}

async function signIn(visit: Visit, { username, password, kept }: TypedSignIn): Promise<Outcome> {
  const { dependencies, request, wanted, institution, presented } = visit;
  const { sourceIp, requestId, now } = request;
  const attempt = { username, password, institution: institution.name, sourceIp, requestId, now };
  try {
    const approval = await signInUser(dependencies.signIns, attempt);
    const { session, secret } = newSession(dependencies.random, {
      institution: approval.institution,
      userId: approval.userId,
      userRevision: approval.userRevision,
      kept,
      signedInAt: now,
      browser: browserKind(header(request, 'user-agent')),
      sourceIp,
    });
    const begun = { kind: 'begun', session, replaced: presented } as const;
    const grounds = { approval, consent: { kind: 'given' }, session: begun } as const;
    return await allow(visit, grounds, sessionCookie(request, session, secret));
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'invalid_scope') {
      return refuse(request, wanted, NOTHING_ALLOWED);
    }
    const failed = failedSignIn(error);
    const page = showSignIn(visit, failed.status, failed.error, username);
    return { ...page, headers: { ...page.headers, ...failed.headers } };
  }
}

const groundsOf = ({ session, user }: Visitor, consent: CodeGrounds['consent']): CodeGrounds => ({
  approval: {
    institution: user.institution,
    userId: user.userId,
    userRevision: user.revision,
    scopes: user.scopes,
  },
  consent,
  session: { kind: 'used', session },
});

async function allow(visit: Visit, grounds: CodeGrounds, cookie?: string): Promise<Outcome> {
  const { dependencies, request, wanted } = visit;
  const { codes, signIns: attempts, random } = dependencies;
  const issued: IssuedCode = await issueCode({ codes, attempts, random }, wanted, grounds, request);
  switch (issued.kind) {
    case 'code':
      return sendBack(request, wanted, { code: issued.code }, cookie);
    case 'nothing_allowed':
      return refuse(request, wanted, NOTHING_ALLOWED);
    default:
      return issued.kind;
  }
}

const NOTHING_ALLOWED: AuthorizationRefusal = {
  error: 'invalid_scope',
  description: 'The user has none of the requested scopes.',
};
