import { createServer, request } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { atPort } from '../../local/private-server.ts';
import { PATIENT, useDynamoDb } from './dynamodb.ts';

/**
 * A DynamoDB behind a counting proxy. `operations` lists every request since the test began, including the SDK's
 * retries. `roundTrips` groups commands by what the caller waited for: concurrent commands are one trip, in
 * alphabetical order. The answers of a trip are held back until all are there, so that a command which depends on one
 * of them counts as a later trip.
 */
export function useCountedDynamoDb() {
  const store = useDynamoDb();
  const operations: string[] = [];
  const roundTrips: string[][] = [];
  let trip: { underWay: number; over: PromiseWithResolvers<void> } | undefined;
  const server = createServer((incoming, outgoing) => {
    operations.push(String(incoming.headers['x-amz-target']).replace(/^.*\./, ''));
    const { method, headers } = incoming;
    const onward = request(store.endpoint(), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  let client: ReturnType<typeof connect> | undefined;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the counting proxy has no port');
    client = connect(atPort(store.endpoint(), address.port), PATIENT);
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (command) => {
          if (trip === undefined) roundTrips.push([]);
          trip ??= { underWay: 0, over: Promise.withResolvers() };
          const current = trip;
          roundTrips.push([...(roundTrips.pop() ?? []), commandName.replace(/Command$/, '')].sort());
          current.underWay += 1;
          try {
            return await next(command);
          } finally {
            current.underWay -= 1;
            if (current.underWay === 0) {
              trip = undefined;
              current.over.resolve();
            }
            await current.over.promise;
          }
        },
      { step: 'initialize' },
    );
  });
  afterEach(() => {
    operations.length = 0;
    roundTrips.length = 0;
  });
  afterAll(() => {
    client?.destroy();
    server.closeAllConnections();
    server.close();
  });
  const started = () => {
    if (client === undefined) throw new Error('the counting proxy is available only in tests and hooks');
    return client;
  };
  return { client: started, uncounted: store.client, operations, roundTrips };
}
