import { beforeEach, describe, expect, test, vi } from 'vitest';
import { passwordThrottle } from '../../functions/shared/domain/sign-in/password-throttle.ts';
import { useAuthorization } from '../support/authorization.ts';
import { useTokenEndpoint, without } from '../support/token-endpoint.ts';

/** The number of passwords that were verified. */
let verified = 0;
vi.mock('node:crypto', async (original) => {
  const { quickPasswords } = await import('../support/quick-passwords.ts');
  return quickPasswords(original, () => {
    verified += 1;
  });
});

const endpoint = useTokenEndpoint();
/** The number of rounds, each with the right password at a different position. */
const ROUNDS = 4;
const GUESSES = 14;

let users = 0;
/** Adds a user for one test, and returns the valid parameters of the password grant. */
async function newUser(): Promise<Record<string, string>> {
  users += 1;
  await endpoint.addLogin('acme', `user-${users}`);
  return endpoint.passwordGrant({ username: `user-${users}` });
}

/** Returns the visible parts of an answer. */
const told = ({ status, headers, body }: { status: number; headers: object; body: unknown }) => ({
  status,
  headers,
  body,
});

/** Creates a token endpoint where requests wait until `size` of them have read the sign-in. */
function meeting(size: number) {
  const { promise: all, resolve: go } = Promise.withResolvers<void>();
  let read = 0;
  return endpoint.createHandler({
    async readPasswordSignIn(...asked) {
      const found = await endpoint.signIns.readPasswordSignIn(...asked);
      read += 1;
      if (read === size) go();
      await all;
      return found;
    },
  });
}

/** Sends the forms at once, and returns their answers and the number of passwords verified. */
async function atOnce(forms: readonly Record<string, string>[], sourceOf = (_: number) => '192.0.2.1') {
  verified = 0;
  const handler = meeting(forms.length);
  const answers = await Promise.all(
    forms.map((form, index) => endpoint.ask(form, { sourceIp: sourceOf(index) }, handler)),
  );
  return {
    answers,
    verified,
    statuses: answers.map(({ status }) => status),
    refused: answers.filter(({ status }) => status === 429).map(told),
  };
}

/** Creates guesses that are all wrong except the one at `place`. */
const guesses = (right: Record<string, string>, place: number): Record<string, string>[] =>
  Array.from({ length: GUESSES }, (_, index) =>
    index === place ? right : { ...right, password: `wrong ${index}` },
  );

const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

beforeEach(() => {
  endpoint.clock.now += 86_400_000;
});

describe.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1]))(
  'fourteen simultaneous guesses, round %i',
  (round) => {
    const place = (round * 5) % GUESSES;

    test('get five checked, and the others the same refusal, even the right one', async () => {
      const right = await newUser();
      const { answers, statuses, refused, verified } = await atOnce(guesses(right, place));
      expect([verified, refused.length]).toEqual([5, GUESSES - 5]);
      expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(refused[0]).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
      // The right password succeeds if it was verified, and otherwise is throttled.
      expect([200, 429]).toContain(answers[place]?.status);
      expect(count(statuses, 400)).toBe(answers[place]?.status === 200 ? 4 : 5);
    });

    test('for an unknown user have the same answers as for a known user', async () => {
      const wrong = (username: string) =>
        Array.from({ length: GUESSES }, (_, index) =>
          endpoint.passwordGrant({ username, password: `wrong ${index}` }),
        );
      const { username = '' } = await newUser();
      const known = await atOnce(wrong(username));
      const unknown = await atOnce(wrong(`nobody-${round}`), () => '192.0.2.2');
      for (const { statuses, verified } of [known, unknown]) {
        expect([verified, count(statuses, 400), count(statuses, 429)]).toEqual([5, 5, 9]);
      }
      expect(unknown.refused).toEqual(known.refused);
    });

    test('after a delay get one checked', async () => {
      const right = await newUser();
      for (let failure = 0; failure < 5; failure += 1) {
        await endpoint.ask({ ...right, password: 'wrong' }, { sourceIp: '192.0.2.1' });
      }
      endpoint.clock.now += 1000;
      const { answers, statuses, refused, verified } = await atOnce(guesses(right, place));
      expect([verified, count(statuses, 429)]).toEqual([1, GUESSES - 1]);
      expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(refused[0]).toMatchObject({ headers: { 'Retry-After': '2' } });
      expect([200, 429]).toContain(answers[place]?.status);
    });

    test('with and without the institution get at most five checked', async () => {
      const right = await newUser();
      const forms = guesses(right, place).map((form, index) =>
        (index + round) % 2 === 0 ? form : without(form, 'institution'),
      );
      const { verified, refused } = await atOnce(forms);
      expect(verified).toBeLessThanOrEqual(5);
      expect(refused).toHaveLength(GUESSES - verified);
      expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

    test('at different accounts get as many checked as the address has left', async () => {
      const sourceIp = `198.51.100.${round}`;
      const { source } = passwordThrottle(undefined, '', sourceIp);
      // Fills the address's bucket like 97 guesses at once.
      const poured = { key: source, rate: { atOnce: 1, everyMs: 97 * 60_000 }, emptyAt: 0 };
      await endpoint.signIns.reserve({ tallies: [], buckets: [poured] }, endpoint.clock.now);
      const forms = Array.from({ length: GUESSES }, (_, index) =>
        endpoint.passwordGrant({ username: `name-${round}-${index}`, password: 'wrong' }),
      );
      const { statuses, verified } = await atOnce(forms, () => sourceIp);
      expect([verified, count(statuses, 400), count(statuses, 429)]).toEqual([3, 3, GUESSES - 3]);
    });
  },
);

test('forty simultaneous guesses at one account from forty addresses get 25 checked', async () => {
  const right = await newUser();
  const forms = Array.from({ length: 40 }, (_, index) => ({ ...right, password: `wrong ${index}` }));
  const { statuses, verified } = await atOnce(forms, (index) => `203.0.113.${index}`);
  expect([verified, count(statuses, 400), count(statuses, 429)]).toEqual([25, 25, 15]);
});

test('five simultaneous right passwords all pass, again and again: a success gives back what it took', async () => {
  const right = await newUser();
  expect(await endpoint.ask(right, { sourceIp: '192.0.2.1' })).toMatchObject({ status: 200 });
  for (let time = 0; time < 3; time += 1) {
    const { statuses } = await atOnce(Array.from({ length: 5 }, () => right));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  }
  const { statuses, verified } = await atOnce(
    Array.from({ length: 5 }, () => ({ ...right, password: 'wrong' })),
  );
  expect([verified, count(statuses, 400)]).toEqual([5, 5]);
});

describe('on the sign-in page', () => {
  const authorization = useAuthorization();

  test('fourteen simultaneous guesses get five checked, for known and unknown users alike', async () => {
    const pages = [];
    for (const [username, sourceIp] of [
      ['ann', '192.0.2.1'],
      ['nobody', '192.0.2.2'],
    ] as const) {
      verified = 0;
      const answers = await Promise.all(
        Array.from({ length: GUESSES }, (_, index) => {
          const form = { username, password: `wrong ${index}` };
          return authorization.decide(authorization.query('rival'), form, { sourceIp });
        }),
      );
      expect(verified).toBe(5);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(GUESSES - 5);
      for (const { headers, body } of refused) {
        expect(headers['Retry-After']).toBe('1');
        pages.push(body.replace(/form_token" value="[^"]+"/, '').replace(`value="${username}"`, ''));
      }
    }
    expect(new Set(pages).size).toBe(1);
  });
});
