import { beforeEach, describe, expect, test } from 'vitest';
import { createQueue } from '../../../functions/query/queue.ts';
import { readRequest } from '../../../functions/shared/http/request.ts';
import { smallBank } from '../../engine/dialogue/bank.ts';
import { apiEvent } from '../../support/requests.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let states: string[] = [];

/** Publishes a bank that offers credit after each confirmed transfer; a yes to it is another transfer. */
beforeEach(async () => {
  service = createService(db);
  states = [];
  service.businessLogic = async (_settings, _servers, request) => {
    states.push(request.state);
    service.time += 10;
    const body = { ...request, response_slots: { reference: 'R1' } };
    return { status: 'answered', body, exactBody: body };
  };
  await service.publish(undefined, smallBank());
});

const begin = async (): Promise<string> => {
  const { body } = await service.ask({ query: 'send 50 dollars from checking to savings' });
  expect(body.visuals.speakableResponse).toBe('Move $50 from checking to savings?');
  // The user takes a second to read it.
  service.time += 1000;
  return body.dialog;
};
const spoken = ({ body }: { body: { visuals: { speakableResponse: string } } }) =>
  body.visuals.speakableResponse;
const deeds = () => states.filter((state) => state === 'transfer_confirmed');

describe.each([
  ['in one process', true],
  ['in a process each', false],
])('simultaneous queries %s', (_where, isOne) => {
  beforeEach(() => {
    if (isOne) service.queue = createQueue();
  });

  test('that say yes do the deed once, and all get its outcome', async () => {
    const dialog = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => service.ask({ dialog, query: 'yes' })));
    expect(answers.map(spoken)).toEqual(Array(3).fill('Done, reference R1.'));
    expect(deeds()).toHaveLength(1);
  });

  test('that say yes and no get one answer, and do the deed at most once', async () => {
    const dialog = await begin();
    const queries = ['yes', 'no', 'yes please'];
    const answers = await Promise.all(queries.map((query) => service.ask({ dialog, query })));
    const said = new Set(answers.map(spoken));
    expect(said.size).toBe(1);
    expect([['Done, reference R1.'], ['Nothing was moved.']]).toContainEqual([...said]);
    expect(deeds()).toHaveLength(said.has('Done, reference R1.') ? 1 : 0);
  });

  test('that each make a wish are all served', async () => {
    const { dialog } = (await service.ask({ query: 'what is my balance' })).body;
    const answers = await Promise.all(
      [1, 2, 3].map(() => service.ask({ dialog, query: 'what is my balance' })),
    );
    expect(answers.map(({ body }) => body.competency)).toEqual(Array(3).fill('balance'));
  });

  test('with a wish beside the yes still confirm the deed', async () => {
    const dialog = await begin();
    const [, answer] = await Promise.all(
      ['what is my balance', 'yes'].map((query) => service.ask({ dialog, query })),
    );
    const said = answer && spoken(answer);
    // The question was put before either query was sent.
    expect(said).toContain('Done, reference R1.');
    expect(deeds()).toHaveLength(1);
  });
});

test('a yes that arrived before a new question was sent does not confirm it', async () => {
  const dialog = await begin();
  expect(spoken(await service.ask({ dialog, query: 'no' }))).toBe('Nothing was moved.');
  service.time += 500;
  await service.ask({ dialog, query: 'send 70 dollars from checking to savings' });
  const late = await service.ask({ dialog, query: 'yes' }, { gatewayTime: service.time - 1 });
  expect(spoken(late)).toBe('Move $70 from checking to savings?');
  expect(deeds()).toEqual([]);
  expect(spoken(await service.ask({ dialog, query: 'yes' }, { gatewayTime: service.time }))).toMatch(/^Done/);
});

test.each([
  ['6 seconds later', 6_000, 1],
  ['nearly 10 minutes later', 599_000, 1],
  ['6 seconds later, where nothing had been heard', 6_000, undefined],
  ['nearly 10 minutes later, where nothing had been heard', 599_000, undefined],
])('a question repeated after a premature yes accepts a yes %s', async (_when, laterMs, unheardMs) => {
  const dialog = await begin();
  // The question was put a second ago.
  const heardUntil = unheardMs === undefined ? 0 : service.time - 1000 - unheardMs;
  service.time += 5_000;
  const early = await service.ask({ dialog, query: 'yes' }, { heardUntil });
  expect(spoken(early)).toBe('Move $50 from checking to savings?');
  expect(deeds()).toEqual([]);
  service.time += laterMs;
  const heard = await service.ask({ dialog, query: 'yes' }, { heardUntil: service.time });
  expect(spoken(heard)).toMatch(/^Done/);
  expect(deeds()).toHaveLength(1);
});

describe('the time at which a request arrived', () => {
  const NOW = 1_000_000;
  const at = (gatewayTime?: number) => {
    const event = apiEvent({});
    Object.assign(event.requestContext, gatewayTime === undefined ? {} : { requestTimeEpoch: gatewayTime });
    return readRequest(event, NOW).arrivedAt;
  };

  test.each([
    ['the gateway’s', NOW - 1, NOW - 1],
    ['the gateway’s, where a function took half a minute to be there', NOW - 30_000, NOW - 30_000],
    ['the function’s, where the gateway’s lies before what it can be', NOW - 30_001, NOW],
    ['the function’s, where the gateway’s lies after it', NOW + 1, NOW],
    ['the function’s, where there is no gateway', undefined, NOW],
  ])('is %s', (_what, gatewayTime, expected) => {
    expect(at(gatewayTime)).toBe(expected);
  });
});
