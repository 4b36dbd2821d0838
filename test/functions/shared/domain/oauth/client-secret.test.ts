import { expect, test } from 'vitest';
import { clientSecretDigest } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import type { Client } from '../../../../../functions/shared/domain/institutions/directory.ts';
import { provenSecret } from '../../../../../functions/shared/domain/oauth/client-secret.ts';

const [CURRENT, FORMER] = ['c'.repeat(40), 'f'.repeat(40)];
const client = { secretDigest: clientSecretDigest(CURRENT) } as Client;
const rotating = (endsAt?: number): Client => ({
  ...client,
  formerSecret: { digest: clientSecretDigest(FORMER), ...(endsAt === undefined ? {} : { endsAt }) },
});

test.each([
  ['its secret', client, CURRENT, true],
  ['another one', client, FORMER, false],
  ['its secret while it rotates', rotating(10), CURRENT, true],
  ['the former one until its last second begins', rotating(10), FORMER, true],
  ['the former one from then on', rotating(9), FORMER, false],
  ['the former one that has no end', rotating(), FORMER, true],
  ['a third one while it rotates', rotating(), 'x'.repeat(40), false],
  ['any where there is no client', undefined, CURRENT, false],
  ['any of a public client', {} as Client, CURRENT, false],
])('a client proves itself by %s', (_, known, secret, proves) => {
  expect(provenSecret(known, secret, 9999)).toBe(proves ? clientSecretDigest(secret) : undefined);
});
