import { createHash, randomBytes } from 'node:crypto';

/** A PKCE pair (RFC 7636 §4.1, §4.2). */
export function newPkce(verifier = randomBytes(32).toString('base64url')) {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The token that the page's form has to send back, as a browser keeps it. */
export const formTokenOf = (page: string): string =>
  /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/**
 * Does what a user's browser does at the authorization URL: opens the page, sends its form with the cookie.
 * @returns where the user is sent back to
 * @throws {Error} with the answer, where nobody is sent anywhere
 */
export async function signInByHttp(
  authorizationUrl: string | URL,
  form: Readonly<Record<string, string>>,
): Promise<URL> {
  const page = await fetch(authorizationUrl, { redirect: 'manual' });
  const direct = page.headers.get('location');
  if (direct !== null) return new URL(direct);
  const text = await page.text();
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const answer = await fetch(authorizationUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ form_token: formTokenOf(text), decision: 'allow', ...form }),
  });
  const location = answer.headers.get('location');
  if (answer.status === 303 && location !== null) return new URL(location);
  throw new Error(`nobody was sent back: ${answer.status} ${await answer.text()}`);
}
