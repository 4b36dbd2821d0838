import { describe, expect, test } from 'vitest';
import {
  isSessionSecret,
  sessionDigest,
} from '../../../../../functions/shared/domain/credentials/secrets.ts';
import {
  addressOf,
  newSession,
  sessionEnd,
  sessionName,
  sessionStands,
  sessionTicket,
} from '../../../../../functions/shared/domain/sign-in/browser-sessions.ts';
import { ANN, countingBytes, ORIGIN } from '../../../../support/rules.ts';
import { SESSION } from '../../../../support/sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a session is valid', () => {
  test.each([
    ['that passes', false, 30 * MINUTE],
    ['that is kept', true, 7 * DAY],
  ])('%s, until it is unused for its time', (_, kept, idle) => {
    const session = { ...SESSION, kept };
    expect(sessionStands(session, ANN, ORIGIN.now + idle - 1)).toBe(true);
    expect(sessionStands(session, ANN, ORIGIN.now + idle)).toBe(false);
    const used = { ...session, usedAt: ORIGIN.now + 1000 };
    expect(sessionStands(used, ANN, ORIGIN.now + idle + 999)).toBe(true);
    expect(sessionStands(used, ANN, ORIGIN.now + idle + 1000)).toBe(false);
  });

  test.each([
    ['that passes', false, 12 * HOUR],
    ['that is kept', true, 30 * DAY],
  ])('%s, until a fixed time after the sign-in, however often it is used', (_, kept, absolute) => {
    const session = { ...SESSION, kept, usedAt: ORIGIN.now + absolute - MINUTE };
    expect(sessionStands(session, ANN, ORIGIN.now + absolute - 1)).toBe(true);
    expect(sessionStands(session, ANN, ORIGIN.now + absolute)).toBe(false);
    expect(sessionEnd(session)).toBe((ORIGIN.now + absolute) / 1000);
  });

  test('for an active user at the revision of the sign-in', () => {
    expect(sessionStands(SESSION, { ...ANN, status: 'disabled' }, ORIGIN.now)).toBe(false);
    for (const revision of [ANN.revision - 1, ANN.revision + 1]) {
      expect(sessionStands(SESSION, { ...ANN, revision }, ORIGIN.now)).toBe(false);
    }
  });
});

describe('the ticket of a session', () => {
  const { digest: _, usedAt: __, ...begun } = SESSION;

  test('leads back to where it is kept, by its digest', () => {
    const { session, secret } = newSession(countingBytes(), begun);
    expect(isSessionSecret(secret)).toBe(true);
    expect(session).toEqual({ ...SESSION, digest: sessionDigest(secret) });
    expect(sessionTicket(session, secret)).toMatch(/^[A-Za-z0-9_-]+\.[0-9A-Za-z]{40}$/);
    const address = { institution: 'acme', userId: 'ann', digest: session.digest };
    expect(addressOf(sessionTicket(session, secret))).toEqual(address);
  });

  test('accepts any user id, separated from the institution by its mark', () => {
    const secret = 's'.repeat(40);
    const owner = { institution: 'acme', userId: 'a#b .=;~' };
    expect(addressOf(sessionTicket(owner, secret))).toEqual({ ...owner, digest: sessionDigest(secret) });
  });

  test('distinguishes sessions, and does not contain their names', () => {
    const random = countingBytes();
    const [one, other] = [newSession(random, begun), newSession(random, begun)];
    expect(one.session.digest).not.toBe(other.session.digest);
    expect(sessionName(one.session)).toMatch(/^[0-9a-f]{16}$/);
    expect(one.session.digest.startsWith(sessionName(one.session))).toBe(true);
    expect(one.secret).not.toContain(sessionName(one.session));
  });

  const secret = 's'.repeat(40);
  const ownerOf = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['nothing', ''],
    ['no secret', `${ownerOf('acme#ann')}.`],
    ['a short secret', `${ownerOf('acme#ann')}.${'s'.repeat(39)}`],
    ['a secret of other characters', `${ownerOf('acme#ann')}.${'-'.repeat(40)}`],
    ['a third part', `${ownerOf('acme#ann')}.${secret}.x`],
    ['no owner', `.${secret}`],
    ['an owner without a mark', `${ownerOf('acme')}.${secret}`],
    ['no institution', `${ownerOf('#ann')}.${secret}`],
    ['a name that is no institution’s', `${ownerOf('Acme#ann')}.${secret}`],
    ['no user', `${ownerOf('acme#')}.${secret}`],
    ['a user’s id of other characters', `${ownerOf('acme#ann\n')}.${secret}`],
  ])('with %s is invalid', (_, ticket) => {
    expect(addressOf(ticket)).toBeUndefined();
  });
});
