import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, createInstitution } from '../../functions/shared/domain/institutions/operators.ts';
import { hashPassword } from '../../functions/shared/domain/sign-in/passwords.ts';
import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import type { useAuthorization } from './authorization.ts';
import { createBrowser } from './cookie-jar.ts';
import { call } from './requests.ts';

/** What becomes of an operation in progress. */
export type Outcome = 'token' | 'nothing' | 'asks for the password' | 'asks for consent';

const PASSWORD = 'correct horse';
const REDIRECT = 'https://app.example/back';
/** Hashed once for the users of all scenes. */
const passwordHash = hashPassword(PASSWORD, randomBytes);

type Authorization = ReturnType<typeof useAuthorization>;
type Handler = ReturnType<Authorization['createPage']>;

/**
 * A new institution with one user, signed in with one browser, and one client that the user has allowed to send
 * queries.
 */
export async function createScene(authorization: Authorization) {
  const { operator, page, token } = authorization;
  const institution = `i-${randomUUID()}`;
  await createInstitution(operator, { name: institution });
  const user = { institution, userId: 'ann' };
  await operator.directory.addUser(
    {
      ...user,
      username: 'ann',
      scopes: ['query', 'account_read'],
      status: 'active',
      revision: 1,
      createdAt: 0,
    },
    {
      at: authorization.clock.now,
      action: 'user.create',
      outcome: 'done',
      institution,
      actor: { kind: 'operator' },
      requestId: randomUUID(),
    },
    await passwordHash,
  );
  const { client, secret } = await createClient(operator, {
    institution,
    grants: ['authorization_code', 'client_credentials'],
    redirectUris: [REDIRECT, `${REDIRECT}/other`],
  });
  const credentials = { client_id: client.clientId, client_secret: secret };
  const asked = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    scope: 'query',
  };
  const browser = createBrowser();
  const send = (handler: Handler, form?: Record<string, string>) =>
    browser.send(handler, Object.entries(asked), form);

  const exchange = (code: string, handler: Handler = token) =>
    call(handler, {
      body: new Map(
        Object.entries({
          grant_type: 'authorization_code',
          ...credentials,
          code,
          redirect_uri: REDIRECT,
        }),
      ),
    });

  /** The outcome of the page's answer; a code in it is exchanged. */
  async function outcomeOf(answer: Awaited<ReturnType<typeof send>>): Promise<Outcome> {
    const code =
      answer.status === 303 ? new URL(answer.headers.Location ?? '').searchParams.get('code') : null;
    if (code !== null) return (await exchange(code)).status === 200 ? 'token' : 'nothing';
    if (answer.body.includes('name="password"')) return 'asks for the password';
    return answer.body.includes('value="switch"') ? 'asks for consent' : 'nothing';
  }

  const signIn = async (handler: Handler = page) => {
    const shown = await send(handler);
    return send(handler, {
      form_token: formTokenOf(shown.body),
      decision: 'allow',
      username: 'ann',
      password: PASSWORD,
    });
  };

  return {
    user,
    client,
    credentials,
    password: PASSWORD,
    send,
    exchange,
    outcomeOf,
    signIn,
    /** Gets a code with the password, which leaves the browser signed in and the consent stored. */
    async code(): Promise<string> {
      const { headers } = await signIn();
      return new URL(headers.Location ?? '').searchParams.get('code') ?? '';
    },
    /** Requests other scopes from now on. */
    ask(scope: string): void {
      asked.scope = scope;
    },
  };
}

export type Scene = Awaited<ReturnType<typeof createScene>>;
