import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { revokeTokens } from '../../functions/shared/domain/credentials/revocation.ts';
import {
  dropFormerSecret,
  rotateClientSecret,
  setClient,
  setClientStatus,
} from '../../functions/shared/domain/institutions/client-changes.ts';
import {
  setUserPassword,
  setUserScopes,
  setUserStatus,
} from '../../functions/shared/domain/institutions/user-changes.ts';
import { createAccountStore } from '../../functions/shared/store/account.ts';
import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import { useAuthorization } from '../support/authorization.ts';
import { call } from '../support/requests.ts';
import { createScene, type Outcome, type Scene } from '../support/revocation-scene.ts';

// These tests are about tokens and codes, and real password hashes would take most of the time.
vi.mock('node:crypto', async (original) =>
  (await import('../support/quick-passwords.ts')).quickPasswords(original),
);

const authorization = useAuthorization();
const { operator, ports, page, token } = authorization;

type Revoke = () => Promise<unknown>;

/** Returns the port with a method that runs `meanwhile` once, after reading and before returning. */
function interrupted<Port extends object>(port: Port, method: keyof Port, meanwhile: Revoke): Port {
  let done = false;
  const original = port[method] as (...given: unknown[]) => Promise<unknown>;
  const replaced = async (...given: unknown[]) => {
    const read = await original(...given);
    if (!done) {
      done = true;
      await meanwhile();
    }
    return read;
  };
  return { ...port, [method]: replaced };
}

const tokenOf = async (answer: Promise<{ status: number }>): Promise<Outcome> =>
  (await answer).status === 200 ? 'token' : 'nothing';

/** Operations in progress that could still yield a token when something is revoked. */
const UNDER_WAY: Readonly<Record<string, (scene: Scene, revoke: Revoke) => Promise<Outcome>>> = {
  'a code not yet exchanged': async (scene, revoke) => {
    const code = await scene.code();
    await revoke();
    return tokenOf(scene.exchange(code));
  },
  'a code being exchanged at the same moment': async (scene, revoke) => {
    const code = await scene.code();
    const exchanges = interrupted(ports.exchanges, 'readClient', revoke);
    return tokenOf(scene.exchange(code, authorization.createToken({ exchanges })));
  },
  'a sign-in on the page at the same moment': async (scene, revoke) => {
    const signIns = interrupted(ports.signIns, 'readPasswordSignIn', revoke);
    return scene.outcomeOf(await scene.signIn(authorization.createPage({ signIns })));
  },
  'a signed-in page’s form': async (scene, revoke) => {
    const form = await consentForm(scene);
    await revoke();
    return scene.outcomeOf(await scene.send(page, form));
  },
  'a signed-in page’s form at the same moment': async (scene, revoke) => {
    const form = await consentForm(scene);
    const clients = interrupted(ports.clients, 'readClient', revoke);
    return scene.outcomeOf(await scene.send(authorization.createPage({ clients }), form));
  },
  'a browser that is signed in': async (scene, revoke) => {
    await scene.code();
    await revoke();
    return scene.outcomeOf(await scene.send(page));
  },
  'a browser that is signed in, at the same moment': async (scene, revoke) => {
    await scene.code();
    const clients = interrupted(ports.clients, 'readClient', revoke);
    return scene.outcomeOf(await scene.send(authorization.createPage({ clients })));
  },
  'a sign-in by the password grant at the same moment': (scene, revoke) => {
    const signIns = interrupted(ports.signIns, 'readPasswordSignIn', revoke);
    const { user, password } = scene;
    return grant(signIns, {
      grant_type: 'password',
      institution: user.institution,
      username: 'ann',
      password,
    });
  },
  'a sign-in by client credentials at the same moment': (scene, revoke) => {
    const signIns = interrupted(ports.signIns, 'readClientSignIn', revoke);
    return grant(signIns, {
      grant_type: 'client_credentials',
      ...scene.credentials,
      service_user_id: scene.user.userId,
    });
  },
};

const grant = (signIns: typeof ports.signIns, form: Record<string, string>): Promise<Outcome> =>
  tokenOf(call(authorization.createToken({ signIns }), { body: new Map(Object.entries(form)) }));

/** Returns the consent form of a signed-in user, for one more scope than the user allowed before. */
async function consentForm(scene: Scene): Promise<Record<string, string>> {
  await scene.code();
  scene.ask('query account_read');
  return { form_token: formTokenOf((await scene.send(page)).body), decision: 'allow' };
}

/** Actions that revoke something of the scene's user or client. */
const REVOCATIONS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'user set-password': ({ user }) => setUserPassword(operator, user, 'another horse'),
  'user disable': ({ user }) => setUserStatus(operator, user, 'disabled'),
  'user disable, user enable': async ({ user }) => {
    await setUserStatus(operator, user, 'disabled');
    await setUserStatus(operator, user, 'active');
  },
  'user set-scopes': ({ user }) => setUserScopes(operator, user, ['query', 'account_read', 'app_read']),
  'token revoke --user': ({ user }) => revokeTokens(operator, user),
  'token revoke --institution': ({ user: { institution } }) => revokeTokens(operator, { institution }),
  'token revoke --client': ({ user: { institution }, client: { clientId } }) =>
    revokeTokens(operator, { institution, clientId }),
  'token revoke --user --client': ({ user, client: { clientId } }) =>
    revokeTokens(operator, { ...user, clientId }),
  'client disable': ({ client }) => setClientStatus(operator, client.clientId, 'disabled'),
  'client disable, client enable': async ({ client }) => {
    await setClientStatus(operator, client.clientId, 'disabled');
    await setClientStatus(operator, client.clientId, 'active');
  },
  'client set --redirect-uri, another': ({ client }) =>
    setClient(operator, client.clientId, { redirectUris: ['https://app.example/elsewhere'] }),
  'client set --redirect-uri, one less': ({ client }) =>
    setClient(operator, client.clientId, { redirectUris: client.redirectUris.slice(0, 1) }),
  'client set --grants, without codes': ({ client }) =>
    setClient(operator, client.clientId, { grants: ['client_credentials'] }),
  'client set --scopes': ({ client }) =>
    setClient(operator, client.clientId, { scopes: ['query', 'account_read'] }),
  'client set --require-pkce': ({ client }) => setClient(operator, client.clientId, { requiresPkce: true }),
  'client rotate-secret': ({ client }) => rotateClientSecret(operator, client.clientId),
  'client rotate-secret --keep-old': ({ client }) => rotateClientSecret(operator, client.clientId, 60),
  'client rotate-secret --keep-old, client drop-secret': async ({ client }) => {
    await rotateClientSecret(operator, client.clientId, 'until_dropped');
    await dropFormerSecret(operator, client.clientId);
  },
  'the user signs out everywhere': async ({ user }) => {
    const accounts = createAccountStore(authorization.store.uncounted);
    const { sessions } = await accounts.readSignIns(user);
    await accounts.end(sessions, {
      at: authorization.clock.now,
      action: 'session.end',
      outcome: 'done',
      institution: user.institution,
      actor: { kind: 'user', userId: user.userId },
      requestId: randomBytes(8).toString('hex'),
    });
  },
};

/** Outcomes in the order of `UNDER_WAY`, abbreviated as in `OUTCOMES`. */
const TABLE: Readonly<Record<keyof typeof REVOCATIONS, string>> = {
  //                                    code    page  form  browser  grants
  'user set-password': '- -     P     P P   P P      - T',
  'user disable': '- -     P     P P   P P      - -',
  'user disable, user enable': '- -     T     P P   P P      T T',
  'user set-scopes': '- -     T     P P   P P      T T',
  'token revoke --user': '- -     T     P P   P P      T T',
  'token revoke --institution': '- -     T     P P   P P      T T',
  'token revoke --client': '- -     T     T T   T T      T T',
  'token revoke --user --client': '- -     T     T T   C C      T T',
  'client disable': '- -     -     - -   - -      T -',
  'client disable, client enable': '- -     T     T T   T T      T T',
  'client set --redirect-uri, another': '- -     -     - -   - -      T T',
  'client set --redirect-uri, one less': '- -     T     T T   T T      T T',
  'client set --grants, without codes': '- -     -     - -   - -      T T',
  'client set --scopes': '- -     T     T T   T T      T T',
  'client set --require-pkce': '- -     -     - -   - -      T T',
  // Here the client exchanges codes with its old secret.
  'client rotate-secret': '- -     -     - -   - -      T -',
  'client rotate-secret --keep-old': 'T T     T     T T   T T      T T',
  'client rotate-secret --keep-old, client drop-secret': '- -     -     - -   - -      T -',
  'the user signs out everywhere': 'T T     T     P P   P P      T T',
};

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  T: 'token',
  '-': 'nothing',
  P: 'asks for the password',
  C: 'asks for consent',
};

describe.each(Object.keys(REVOCATIONS))('after %s', (revocation) => {
  const marks = TABLE[revocation]?.split(/\s+/) ?? [];
  const cells = Object.keys(UNDER_WAY).map((underWay, index) => ({
    underWay,
    outcome: OUTCOMES[marks[index] ?? ''],
  }));

  test.each(cells)('$underWay: $outcome', async ({ underWay, outcome }) => {
    expect(outcome).toBeDefined();
    const scene = await createScene(authorization);
    const revoke = () => REVOCATIONS[revocation]?.(scene) ?? Promise.resolve();
    expect(await UNDER_WAY[underWay]?.(scene, revoke)).toBe(outcome);
  });
});

describe('without a revocation', () => {
  test.each(Object.keys(UNDER_WAY))('%s becomes a token', async (underWay) => {
    const scene = await createScene(authorization);
    expect(await UNDER_WAY[underWay]?.(scene, () => Promise.resolve())).toBe('token');
  });
});

test('a code remains valid after a rotation of the secret for a client with the new one', async () => {
  const scene = await createScene(authorization);
  const code = await scene.code();
  const client_secret = await rotateClientSecret(operator, scene.client.clientId);
  Object.assign(scene.credentials, { client_secret });
  expect((await scene.exchange(code)).status).toBe(200);
});

test('a code of a withdrawn consent stays refused after a new consent', async () => {
  const scene = await createScene(authorization);
  const code = await scene.code();
  await revokeTokens(operator, { ...scene.user, clientId: scene.client.clientId });
  authorization.clock.now += 1;
  const fresh = await scene.outcomeOf(await scene.send(page));
  expect(fresh).toBe('asks for consent');
  const again = await scene.send(page, {
    form_token: formTokenOf((await scene.send(page)).body),
    decision: 'allow',
  });
  expect(await scene.outcomeOf(again)).toBe('token');
  expect((await scene.exchange(code, token)).status).toBe(400);
});
