import { describe, expect, test } from 'vitest';
import { isCodeChallenge, verifierMatches } from '../../../../../functions/shared/domain/oauth/pkce.ts';
import { newPkce } from '../../../../../infra/openapi/code-flow.ts';

/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('a verifier', () => {
  test('matches only its own challenge', () => {
    expect(verifierMatches(CHALLENGE, VERIFIER)).toBe(true);
    expect(verifierMatches(CHALLENGE, `${VERIFIER.slice(0, -1)}l`)).toBe(false);
    expect(verifierMatches(CHALLENGE, CHALLENGE)).toBe(false);
  });

  test('is required if and only if there was a challenge', () => {
    expect(verifierMatches(CHALLENGE, undefined)).toBe(false);
    expect(verifierMatches(undefined, VERIFIER)).toBe(false);
    expect(verifierMatches(undefined, undefined)).toBe(true);
  });

  test.each([
    [42, false],
    [43, true],
    [128, true],
    [129, false],
  ])('of %i characters is valid: %s', (length, matches) => {
    const { verifier, challenge } = newPkce('~'.repeat(length));
    expect(verifierMatches(challenge, verifier)).toBe(matches);
  });

  test('holds unreserved characters only', () => {
    const { verifier, challenge } = newPkce(`${VERIFIER}/`);
    expect(verifierMatches(challenge, verifier)).toBe(false);
  });
});

test('a challenge is a SHA-256 digest in base64url', () => {
  expect(isCodeChallenge(CHALLENGE)).toBe(true);
  for (const wrong of [CHALLENGE.slice(1), `${CHALLENGE}=`, CHALLENGE.replace('-', '+'), '']) {
    expect(isCodeChallenge(wrong)).toBe(false);
  }
});
