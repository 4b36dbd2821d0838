import { beforeAll, expect, test } from 'vitest';
import { useTokenEndpoint } from '../../support/token-endpoint.ts';
import { withTransactionConflicts } from '../../support/transaction-conflicts.ts';

const endpoint = useTokenEndpoint();
let met: string[] = [];
beforeAll(() => {
  ({ met } = withTransactionConflicts(endpoint.store.client()));
});

/** Requests under way at 200 a second if each took 250 ms, far longer than it takes. */
const AT_ONCE = 50;
const TOKENS = 200;

test(`one client and one user obtain ${TOKENS} tokens, ${AT_ONCE} at once, without transaction conflicts`, async () => {
  // The client's first use from this address is recorded once.
  await endpoint.ask(endpoint.clientGrant());
  const tokens = new Set<string>();
  for (let first = 0; first < TOKENS; first += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, (_, index) =>
      endpoint.ask(endpoint.clientGrant(), { requestId: `request ${first + index}` }),
    );
    for (const { status, body } of await Promise.all(requests)) {
      expect(status).toBe(200);
      tokens.add(body.access_token);
    }
  }
  expect(met).toEqual([]);
  expect(tokens.size).toBe(TOKENS);
  const [token = ''] = tokens;
  expect(await endpoint.resolve(token)).toMatchObject({ userId: 'acme-user' });
});
