import {
  addressOf,
  type BrowserSession,
  KEPT_LIMITS,
  type SessionAddress,
  sessionTicket,
} from '../domain/sign-in/browser-sessions.ts';
import type { ApiRequest } from '../http/request.ts';
import { readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'parley-session';

/** The session that the browser's cookie names, if any. */
export function presentedSession(request: ApiRequest): SessionAddress | undefined {
  const ticket = readCookie(request, COOKIE);
  return ticket === undefined ? undefined : addressOf(ticket);
}

/** Sets the session cookie, which ends with the browser session unless the user wants to stay signed in. */
export const sessionCookie = (request: ApiRequest, session: BrowserSession, secret: string): string =>
  writeCookie(
    request,
    COOKIE,
    sessionTicket(session, secret),
    session.kept ? KEPT_LIMITS.absoluteSeconds : undefined,
  );

export const noSessionCookie = (request: ApiRequest): string => writeCookie(request, COOKIE, '', 0);
