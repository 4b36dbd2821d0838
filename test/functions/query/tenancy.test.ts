import { beforeEach, describe, expect, test } from 'vitest';
import { readAddressRule } from '../../../functions/shared/business-logic/addresses.ts';
import { businessLogicClient, type CallOutcome } from '../../../functions/shared/business-logic/client.ts';
import type { ServerLookup } from '../../../functions/shared/domain/institutions/business-logic-names.ts';
import { itemsOf, valuesIn } from '../../support/dynamodb.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
const SECRETS = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
const [SECRET = '', LATER = ''] = SECRETS;
const APPLICATION = 'prod:bank';

let service: ReturnType<typeof createService>;
/** Server lookups given to business logic, one per call. */
let found: (ServerLookup | undefined)[] = [];
const spied = (of: ReturnType<typeof createService>) => {
  const answer = of.businessLogic;
  of.businessLogic = (...call) => {
    found.push(call[1]);
    return answer(...call);
  };
};
beforeEach(async () => {
  service = createService(db);
  found = [];
  spied(service);
  await service.publish(['default', APPLICATION]);
});

describe('business logic gets', () => {
  test('the application of the session’s begin, or none, whatever a later query names', async () => {
    const { dialog } = (await service.ask()).body;
    await service.ask({ dialog, application: APPLICATION });
    expect(service.calls.map(({ application }) => application)).toEqual([null, null]);
    const begun = (await service.ask({ application: APPLICATION })).body;
    await service.ask({ dialog: begun.dialog });
    expect(service.calls.slice(2).map(({ application }) => application)).toEqual([APPLICATION, APPLICATION]);
  });
});

describe('the names of an assistant', () => {
  test('are undefined until the institution’s operator sets them', async () => {
    await service.ask();
    expect(found[0]?.('BLS_URL')).toEqual({});
  });

  test('have their new values from the very next query on, without an extra read', async () => {
    const { dialog } = (await service.ask()).body;
    await service.setServer('BLS_URL', { url: 'https://bank.example/' });
    await service.setServer('BLS_SECRET', { secret: SECRET });
    db.operations.length = 0;
    await service.ask({ dialog });
    expect(db.operations).toEqual(['BatchGetItem', 'PutItem']);
    expect(found[1]?.('BLS_URL')).toEqual({ url: 'https://bank.example/' });
    expect(found[1]?.('BLS_SECRET')).toEqual({ secrets: [SECRET] });
    await service.setServer('BLS_SECRET', { secret: LATER });
    await service.ask({ dialog });
    expect(found[2]?.('BLS_SECRET')).toEqual({ secrets: [LATER, SECRET] });
  });

  test('have an application’s own values in the sessions that began with it', async () => {
    await service.setServer('BLS_URL', { url: 'https://bank.example/' });
    await service.setServer('BLS_SECRET', { secret: SECRET });
    await service.setServer('BLS_URL', { url: 'https://prod.example/' }, { application: APPLICATION });
    await service.ask({ application: APPLICATION });
    await service.ask();
    expect(found.map((lookup) => [lookup?.('BLS_URL').url, lookup?.('BLS_SECRET').secrets])).toEqual([
      ['https://prod.example/', [SECRET]],
      ['https://bank.example/', [SECRET]],
    ]);
  });

  test('are sealed: the table shows no address and no secret', async () => {
    await service.setServer('BLS_URL', { url: 'https://bank.example/', secret: SECRET });
    const kept = valuesIn(...(await itemsOf(db.uncounted(), 'VERSIONS_TABLE')));
    expect(kept).toContain('business_logic');
    for (const word of ['bank.example', SECRET, SECRET.slice(6), 'BLS_URL']) expect(kept).not.toContain(word);
  });

  test('sealed with another key cause no call, but the failure names_unreadable', async () => {
    await service.setServer('BLS_URL', { url: 'https://bank.example/' });
    service.deploymentKey = Buffer.from('b'.repeat(64));
    const client = businessLogicClient({
      addresses: readAddressRule({}),
      now: Date.now,
      report: () => undefined,
    });
    let outcome: CallOutcome | undefined;
    service.businessLogic = async (...call) => {
      outcome = await client(...call);
      return outcome;
    };
    const { status, body } = await service.ask();
    expect([status, body.visuals.speakableResponse]).toEqual([200, 'Not now.']);
    expect(outcome).toEqual({ status: 'failed', reason: 'names_unreadable' });
  });
});
