import { beforeEach, describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../../functions/shared/business-logic/client.ts';
import type { Pass, Refusal } from '../../../functions/shared/business-logic/guard.ts';
import type { ServerId } from '../../../functions/shared/domain/institutions/server-health.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { countingAssistant, loadedAssistant } from './support/assistant.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
const { counted } = countingAssistant.states;
let service: ReturnType<typeof createService>;
let asked: ServerId[] = [];
let left: (CallOutcome | undefined)[] = [];

beforeEach(async () => {
  service = createService(db);
  [asked, left] = [[], []];
  await service.setServer('BLS_URL', { url: 'https://bls.example/' });
  if (counted === undefined) throw new Error('the assistant has no such state');
  const states = { ...countingAssistant.states, counted: { ...counted, deed: true } };
  await service.publish(undefined, loadedAssistant({ states }));
  db.roundTrips.length = 0;
});

/** Makes the guard give this answer to every call. */
const guardBy = (answer: Pass | Refusal): void => {
  service.guard = (server) => {
    asked.push(server);
    return { enter: async () => answer };
  };
};
const pass: Pass = { leave: async (outcome) => void left.push(outcome) };

describe('a deed whose server is down', () => {
  test('is not started: nobody is called, nothing is reserved, and the caller learns of the failure', async () => {
    guardBy('breaker_open');
    const answer = await service.ask({}, { explain: ['true'], scopes: ['query', 'ai_model_read'] });
    expect(answer).toMatchObject({
      status: 200,
      body: { explanation: { business_logic: { status: 'failed', reason: 'breaker_open' } } },
    });
    expect(service.calls).toEqual([]);
    expect(db.roundTrips).toEqual([['BatchGetItem'], ['PutItem']]);
  });

  test('is done by the next query once the server is up, under a new key', async () => {
    guardBy('breaker_open');
    const { body } = await service.ask();
    guardBy(pass);
    const next = await service.ask({ dialog: body.dialog });
    expect(next.body.visuals.speakableResponse).toBe('1 so far.');
    expect(service.calls).toHaveLength(1);
  });
});

describe('the guard', () => {
  test('is asked with institution and address as soon as the conversation is known', async () => {
    guardBy(pass);
    await service.ask({ query: 'hello' });
    expect(asked).toEqual([{ institution: service.institution, address: 'https://bls.example/' }]);
    expect(left).toEqual([]);
  });

  test('gets the outcome of each call', async () => {
    guardBy(pass);
    await service.ask();
    service.businessLogic = async () => ({ status: 'failed', reason: 'timeout', mayHaveActed: true });
    await service.ask();
    expect(left).toMatchObject([{ status: 'answered' }, { status: 'failed', reason: 'timeout' }]);
  });
});
