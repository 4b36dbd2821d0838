import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccessRecorder } from './access.ts';
import { type DeployedFunction, tableArn } from './deployment.ts';
import type { Access } from './policy.ts';

/** A server for one function alone, by which what it does can be told from what others do. */
export interface FunctionEndpoint {
  url: string;
  close(): void;
}

/** DynamoDB as one function reaches it: what its policy does not allow is refused as AWS refuses it. */
export async function startDynamoDbProxy(
  definition: DeployedFunction,
  target: string,
  recorder: AccessRecorder,
): Promise<FunctionEndpoint> {
  const { hostname, port } = new URL(target);
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const refused = recorder.firstRefused(definition, accessesOf(operation, JSON.parse(body.toString())));
    if (refused !== undefined) return refuse(outgoing, definition.name, refused);
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
  }
  return listen((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()));
}

/** Listens on a free port of this machine. */
export async function listen(
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<FunctionEndpoint> {
  const server = createServer({ keepAliveTimeout: 60_000 }, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Target {
  TableName: string;
  IndexName?: string;
}

/** The operations of a transaction, by the action that each needs. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * What IAM checks of a request: a batch is its own action on each of its tables, the parts of a transaction are
 * the actions that they would be alone.
 */
export function accessesOf(operation: string, input: Record<string, unknown>): Access[] {
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems') {
    return (input.TransactItems as Record<string, Target>[]).flatMap((item) =>
      Object.entries(item).map(([kind, target]) => accessTo(TRANSACTION_ACTIONS[kind] ?? kind, target)),
    );
  }
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem') {
    return Object.keys(input.RequestItems as object).map((TableName) => accessTo(operation, { TableName }));
  }
  return [accessTo(operation, input as unknown as Target)];
}

const accessTo = (action: string, { TableName, IndexName }: Target): Access => ({
  action: `dynamodb:${action}`,
  resource: tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`),
});

function refuse(response: ServerResponse, functionName: string, { action, resource }: Access): void {
  const body = JSON.stringify({
    __type: 'com.amazon.coral.service#AccessDeniedException',
    Message:
      `User: arn:aws:sts::000000000000:assumed-role/${functionName} is not authorized to perform: ${action} ` +
      `on resource: ${resource} because no identity-based policy allows the ${action} action`,
  });
  response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
}
