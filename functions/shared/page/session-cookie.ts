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

/** The place of the browser's session, if it says that it has one. */
export function presentedSession(request: ApiRequest): SessionAddress | undefined {
  const ticket = readCookie(request, COOKIE);
  return ticket === undefined ? undefined : addressOf(ticket);
}

/** Hands the browser its session, for as long as it runs unless the user wants it kept. */
export const sessionCookie = (request: ApiRequest, session: BrowserSession, secret: string): string =>
  writeCookie(
    request,
    COOKIE,
    sessionTicket(session, secret),
    session.kept ? KEPT_LIMITS.absoluteSeconds : undefined,
  );

export const noSessionCookie = (request: ApiRequest): string => writeCookie(request, COOKIE, '', 0);
