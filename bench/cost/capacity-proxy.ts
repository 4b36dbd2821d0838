import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localService } from '../../functions/shared/store/endpoint.ts';
import { atPort } from '../../local/private-server.ts';

/** The DynamoDB units that an operation used on a table. */
export interface Use {
  operation: string;
  table: string;
  units: number;
}

/** A proxy between the functions and their store that requests and records the units used by each operation. */
export interface CapacityProxy {
  endpoint: string;
  /** The units used since the last call. */
  take(): Use[];
  close(): Promise<void>;
}

const READS: ReadonlySet<string> = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** True if an operation uses read units; all others use write units. */
export const isRead = ({ operation }: Use): boolean => READS.has(operation);

const METERED: ReadonlySet<string> = new Set([
  ...READS,
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]);

export async function startCapacityProxy(target: string): Promise<CapacityProxy> {
  let uses: Use[] = [];
  const { endpoint } = localService(target);
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const metered = METERED.has(operation);
    const given = Buffer.concat(chunks).toString();
    const body = metered ? JSON.stringify({ ...JSON.parse(given), ReturnConsumedCapacity: 'TOTAL' }) : given;
    const { 'content-length': _length, host: _host, connection: _connection, ...headers } = incoming.headers;
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    const text = await answer.text();
    if (metered) uses.push(...readUses(operation, text));
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: atPort(target, (server.address() as AddressInfo).port),
    take: () => {
      const taken = uses;
      uses = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readUses(operation: string, answer: string): Use[] {
  const { ConsumedCapacity }: { ConsumedCapacity?: unknown } = JSON.parse(answer);
  return [ConsumedCapacity]
    .flat()
    .filter((part): part is { TableName: string; CapacityUnits: number } => part !== undefined)
    .map(({ TableName, CapacityUnits }) => ({ operation, table: TableName, units: CapacityUnits }));
}
