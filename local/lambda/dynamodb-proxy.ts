import type { IncomingMessage, ServerResponse } from 'node:http';
import { localService } from '../../functions/shared/store/endpoint.ts';
import { forward, listenPrivately, type PrivateServer } from '../private-server.ts';
import type { AccessRecorder } from './access.ts';
import { type DeployedFunction, tableArn } from './deployment.ts';
import type { Access } from './policy.ts';

/**
 * DynamoDB with a separate address for each function. Refuses requests that the function's policy does not
 * allow, as AWS does.
 */
export async function startDynamoDbProxy(
  definition: DeployedFunction,
  target: string,
  recorder: AccessRecorder,
): Promise<PrivateServer> {
  const { hostname, port } = new URL(target);
  const { accessKeyId: key } = localService(target).credentials;
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const refused = recorder.firstRefused(definition, accessesOf(operation, JSON.parse(body.toString())));
    if (refused !== undefined) return refuse(outgoing, definition.name, refused);
    forward(incoming, outgoing, { hostname, port, key }, body);
  }
  return listenPrivately(
    (incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()),
  );
}

interface Target {
  TableName: string;
  IndexName?: string;
}

/** The operations of a transaction and the actions that they require. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * The accesses that IAM checks for a request. A batch counts as one action on each of its tables; each part
 * of a transaction counts as its own action.
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
