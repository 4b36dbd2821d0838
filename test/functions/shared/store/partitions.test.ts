import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  appKeyDigest,
  clientSecretDigest,
  codeDigest,
  sessionDigest,
  tokenDigest,
} from '../../../../functions/shared/domain/credentials/secrets.ts';
import {
  dialogOfSeed,
  idempotencyRecordKey,
  sessionKey,
} from '../../../../functions/shared/domain/query/dialog.ts';
import { passwordThrottle } from '../../../../functions/shared/domain/sign-in/password-throttle.ts';
import { clientThrottleKey } from '../../../../functions/shared/domain/sign-in/throttle.ts';
import { eventItem } from '../../../../functions/shared/store/audit.ts';
import { namesKey } from '../../../../functions/shared/store/business-logic-names.ts';
import {
  counterKey,
  lineKey,
  personKey,
  turnKey,
  unhandledKey,
} from '../../../../functions/shared/store/conversation-items.ts';
import { ownerPartition } from '../../../../functions/shared/store/credentials.ts';
import { clientKey } from '../../../../functions/shared/store/directory-clients.ts';
import { institutionKey, userKey } from '../../../../functions/shared/store/directory-items.ts';
import { sessionKey as browserSessionKey } from '../../../../functions/shared/store/sign-ins.ts';
import { consentKey } from '../../../../functions/shared/store/sign-ins-consents.ts';
import { secretUsePartition } from '../../../../functions/shared/store/sign-ins-secrets.ts';

/*
 * DynamoDB gives a partition key 3,000 reads and 1,000 writes a second. These keys are all that functions write and
 * read by, but three: Versions is keyed by the institution's name itself, what is kept of a user name alone (its login
 * without an institution, its failures anywhere) is for all who sign in by that name, and what is kept of a source for
 * all who first sign in there.
 */

beforeAll(() => {
  process.env.AUDIT_TABLE = 'Audit';
});

const institution = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
const printable = fc.stringMatching(/^[!-~]{1,64}$/);
const dialog = fc.stringMatching(/^[0-9A-Za-z]{30}$/);
const address = fc.ipV4();

/** Returns the partition to which the audit trail writes an event. */
const auditPartition = (name: string, at: number, requestId: string): string =>
  eventItem({
    at,
    action: 'token.issue',
    outcome: 'done',
    institution: name,
    actor: { kind: 'client' },
    sourceIp: '',
    requestId,
    target: '',
  }).Put.Item.pk;

interface Given {
  user: string;
  dialog: string;
  key: string;
  at: number;
  address: string;
}
const given: fc.Arbitrary<Given> = fc.record({
  user: printable,
  dialog,
  key: printable,
  at: fc.integer({ min: 1.7e12, max: 2e12 }),
  address,
});

const KEY = Buffer.from('k'.repeat(64));

/** Returns the facts of a logged turn from which its keys are made. */
const turnAt = (institution: string, sessionId: string, at: number) => ({
  institution,
  sessionId,
  at,
  beganAt: at,
  qid: sessionId,
  ordinal: 1,
  person: sessionId,
  versionId: 'v',
});

/** Returns every partition that a request of an institution can touch. */
const partitions = (name: string, { user, dialog: token, key, at, address: source }: Given): string[] => [
  institutionKey(name).pk,
  userKey(name, user).pk,
  clientKey(name, `${name}.x`).pk,
  ownerPartition(name, user),
  browserSessionKey({ institution: name, userId: user, digest: token }).pk,
  consentKey({ institution: name, userId: user }, `${name}.x`).pk,
  secretUsePartition(`${name}.x`),
  namesKey(name).pk,
  sessionKey({ institution: name, userId: user }, token),
  sessionKey(
    { institution: name, userId: user },
    dialogOfSeed(KEY, { institution: name, userId: user }, key),
  ),
  idempotencyRecordKey(KEY, { institution: name, userId: user }, user, key),
  auditPartition(name, at, key),
  turnKey(turnAt(name, token, at)).pk,
  lineKey(turnAt(name, token, at)).pk,
  unhandledKey(turnAt(name, token, at)).pk,
  personKey(turnAt(name, token, at)).pk,
  counterKey(turnAt(name, token, at)).pk,
  clientThrottleKey(`${name}.x`, source),
  ...throttleOfUser(passwordThrottle(name, user, source)),
];

const throttleOfUser = ({ named = '', account }: ReturnType<typeof passwordThrottle>) => [named, account];

describe('a partition', () => {
  test('belongs to one institution, whatever their users, dialogs and keys have in common', () => {
    fc.assert(
      fc.property(institution, institution, given, given, (one, other, first, second) => {
        fc.pre(one !== other);
        const taken = new Set(partitions(one, first));
        for (const key of [...partitions(other, first), ...partitions(other, second)]) {
          expect(taken).not.toContain(key);
        }
      }),
    );
  });

  test('of a conversation holds no other one, nor a stored answer of another user', () => {
    fc.assert(
      fc.property(
        institution,
        dialog,
        dialog,
        printable,
        printable,
        printable,
        (name, one, other, a, b, key) => {
          fc.pre(one !== other && a !== b);
          const [ana, eve] = [a, b].map((userId) => ({ institution: name, userId }));
          if (ana === undefined || eve === undefined) throw new Error('there are two');
          expect(sessionKey(ana, one)).not.toBe(sessionKey(ana, other));
          expect(sessionKey(ana, one)).not.toBe(sessionKey(eve, one));
          expect(idempotencyRecordKey(KEY, ana, a, key)).not.toBe(idempotencyRecordKey(KEY, eve, a, key));
          expect(idempotencyRecordKey(KEY, ana, a, key)).not.toBe(idempotencyRecordKey(KEY, ana, b, key));
        },
      ),
    );
  });

  test('of a credential holds no other one, of its kind or of another', () => {
    fc.assert(
      fc.property(dialog, dialog, (one, other) => {
        fc.pre(one !== other);
        const kinds = [tokenDigest, codeDigest, appKeyDigest, sessionDigest, clientSecretDigest];
        const digests = kinds.flatMap((digest) => [digest(one), digest(other)]);
        expect(new Set(digests).size).toBe(digests.length);
      }),
    );
  });

  test('of the audit trail holds about a sixteenth of an institution’s day', () => {
    const events = 4000;
    const counts = new Map<string, number>();
    for (let count = 0; count < events; count += 1) {
      const key = auditPartition('acme', 1.8e12 + count, randomUUID());
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan((events / 16) * 1.5);
  });
});
