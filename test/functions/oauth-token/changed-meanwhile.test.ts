import { randomBytes } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createOauthToken } from '../../../functions/oauth-token/handler.ts';
import { dayOf } from '../../../functions/shared/domain/days.ts';
import { setUserScopes } from '../../../functions/shared/domain/institutions/user-changes.ts';
import { createAuditReader, createAuditTrail } from '../../../functions/shared/store/audit.ts';
import { createCodeExchangeStore } from '../../../functions/shared/store/client-requests.ts';
import { createTokenStore } from '../../../functions/shared/store/credentials-tokens.ts';
import { createDirectory } from '../../../functions/shared/store/directory.ts';
import { createUserStore } from '../../../functions/shared/store/directory-users.ts';
import { connect } from '../../../functions/shared/store/dynamodb.ts';
import { createConsentStore } from '../../../functions/shared/store/sign-ins-consents.ts';
import { noSecretUses, noTokenLimits } from '../../support/rules.ts';
import { useTokenEndpoint } from '../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const { clock, signIns } = endpoint;
const { uncounted } = endpoint.store;
const operator = {
  directory: createDirectory(uncounted),
  users: createUserStore(uncounted),
  audit: createAuditTrail(uncounted),
  consents: createConsentStore(uncounted),
  now: () => clock.now,
  random: randomBytes,
};

test('a token written just before its user loses scopes is replaced by one without them', async () => {
  let transactions = 0;
  const client = connect(process.env.DYNAMODB_ENDPOINT);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (command) => {
        const answer = await next(command);
        const wroteToken = commandName === 'TransactWriteItemsCommand' && transactions++ === 0;
        if (wroteToken)
          await setUserScopes(operator, { institution: 'acme', userId: 'acme-user' }, ['query']);
        return answer;
      },
    { step: 'initialize' },
  );
  const handler = createOauthToken({
    limits: noTokenLimits,
    tokens: createTokenStore(() => client),
    signIns,
    exchanges: createCodeExchangeStore(uncounted),
    secretUses: noSecretUses,
    random: randomBytes,
    serviceUserIdAliases: () => [],
    now: () => clock.now,
  });
  const { status, body } = await endpoint.ask(endpoint.clientGrant(), {}, handler);
  expect([status, body.scope]).toEqual([200, 'query']);
  const { Items = [] } = await uncounted().send(
    new QueryCommand({
      TableName: process.env.CREDENTIAL_OWNERS_TABLE,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'acme#acme-user' },
    }),
  );
  expect(Items.map(({ scopes }) => scopes)).toEqual(['query']);
  const trail = await createAuditReader(uncounted).read('acme', dayOf(clock.now));
  expect(trail.map(({ action, reason }) => [action, reason])).toContainEqual([
    'token.revoke',
    'changed_meanwhile',
  ]);
  client.destroy();
});
