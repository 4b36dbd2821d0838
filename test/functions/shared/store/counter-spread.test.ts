import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { DependencyFailure } from '../../../../functions/shared/domain/dependency-failure.ts';
import { unavailable } from '../../../../functions/shared/domain/errors.ts';
import { SHARDS } from '../../../../functions/shared/store/conversation-items.ts';
import { createConversationLog } from '../../../../functions/shared/store/conversation-log.ts';
import { createCounterReader } from '../../../../functions/shared/store/conversation-reader.ts';
import { entryOf, turnOf } from '../../../support/conversation-log.ts';
import { DEPLOYMENT_KEY } from '../../../support/rules.ts';
import { useCountedDynamoDb } from '../../../support/wire.ts';

const db = useCountedDynamoDb();
const DAY = '2026-11-21';
const BEGAN = Date.UTC(2026, 10, 21, 12);
let refused = 0;
let isHot = true;

/** Creates a DynamoDB client that throttles the counters' first partitions while they are hot. */
function client() {
  const real = db.client();
  const send = async (command: unknown) => {
    const isFirst =
      command instanceof UpdateCommand &&
      Number(String(command.input.Key?.pk).split('#counters#')[1]) < SHARDS;
    if (!isFirst || !isHot) return real.send(command as UpdateCommand);
    refused += 1;
    const throttled = new Error('too much');
    throttled.name = 'ProvisionedThroughputExceededException';
    const call = { dependency: 'DynamoDB', operation: 'UpdateItem' };
    throw unavailable(new DependencyFailure(call, false, throttled));
  };
  return { send } as ReturnType<typeof db.client>;
}

const entry = (number: number) => entryOf(turnOf({ sessionId: `session-${number}`, at: BEGAN }));

const newLog = () =>
  createConversationLog({
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: randomBytes,
    pack: () => new Uint8Array(1),
    client,
  });
const turns = async () =>
  (await createCounterReader(db.uncounted).countsOf('acme', DAY, DAY)).reduce(
    (sum, { counts }) => sum + (counts.turns ?? 0),
    0,
  );

beforeEach(() => {
  [refused, isHot] = [0, true];
});

test('turns whose counters are throttled are counted in more partitions, and read with the rest', async () => {
  isHot = false;
  await newLog().write(entry(0));
  isHot = true;
  const log = newLog();
  for (let number = 1; number <= 10; number += 1) await log.write(entry(number));
  expect(refused).toBe(1);
  expect(await turns()).toBe(11);
  await log.withdraw(entry(10));
  expect(await turns()).toBe(10);
});
