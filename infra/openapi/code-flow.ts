import { createHash, randomBytes } from 'node:crypto';

/** A PKCE pair (RFC 7636 §4.1, §4.2). */
export function newPkce(verifier = randomBytes(32).toString('base64url')) {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The form token in a page. */
export const formTokenOf = (page: string): string =>
  /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/**
 * Acts like a browser at the authorization URL: opens the page and sends its form with the cookie.
 * @returns where the user is redirected
 * @throws {Error} with the answer if there is no redirect
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
  throw new Error(`there was no redirect: ${answer.status} ${await answer.text()}`);
}
