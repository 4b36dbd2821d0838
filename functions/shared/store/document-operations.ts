import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand as QueryItemsCommand,
  ScanCommand as ScanItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** The places of items and parts of items in a request or an answer: under a name, or under `*` for each of them. */
type Places = typeof ITEM | { readonly [name: string]: Places };
const ITEM = 'item';

/** A command of documents as one of DynamoDB's own. */
interface Operation {
  Command: new (
    input: never,
  ) => {
    resolveMiddleware(stack: never, config: never, options?: never): unknown;
  };
  takes: Places;
  gives: Places;
}

const VALUES = { ExpressionAttributeValues: ITEM } as const;
const READ: Pick<Operation, 'takes' | 'gives'> = {
  takes: { ...VALUES, ExclusiveStartKey: ITEM },
  gives: { Items: { '*': ITEM }, LastEvaluatedKey: ITEM },
};
const KEYS = { '*': { Keys: { '*': ITEM } } } as const;
const WRITES = { '*': { '*': { PutRequest: { Item: ITEM }, DeleteRequest: { Key: ITEM } } } } as const;
const OF_KEY = { ...VALUES, Key: ITEM } as const;
const ATTRIBUTES = { Attributes: ITEM } as const;

const OPERATIONS: ReadonlyMap<unknown, Operation> = new Map<unknown, Operation>([
  [GetCommand, { Command: GetItemCommand, takes: { Key: ITEM }, gives: { Item: ITEM } }],
  [PutCommand, { Command: PutItemCommand, takes: { ...VALUES, Item: ITEM }, gives: ATTRIBUTES }],
  [UpdateCommand, { Command: UpdateItemCommand, takes: OF_KEY, gives: ATTRIBUTES }],
  [DeleteCommand, { Command: DeleteItemCommand, takes: OF_KEY, gives: ATTRIBUTES }],
  [QueryCommand, { Command: QueryItemsCommand, ...READ }],
  [ScanCommand, { Command: ScanItemsCommand, ...READ }],
  [
    BatchGetCommand,
    {
      Command: BatchGetItemCommand,
      takes: { RequestItems: KEYS },
      gives: { Responses: { '*': { '*': ITEM } }, UnprocessedKeys: KEYS },
    },
  ],
  [
    BatchWriteCommand,
    { Command: BatchWriteItemCommand, takes: { RequestItems: WRITES }, gives: { UnprocessedItems: WRITES } },
  ],
  [
    TransactWriteCommand,
    {
      Command: TransactWriteItemsCommand,
      takes: {
        TransactItems: {
          '*': { Put: { ...VALUES, Item: ITEM }, Update: OF_KEY, Delete: OF_KEY, ConditionCheck: OF_KEY },
        },
      },
      gives: {},
    },
  ],
]);

/** Sends the input of one kind of command, through the SDK's steps. */
type Handler = (args: { input: object }) => Promise<{ output: object }>;

/**
 * Has a client of documents send its commands as DynamoDB's own, so that the SDK puts its steps together once for each
 * kind of command and not for each call. Steps that are added to a client after its first call count no more.
 * @param client the one that the documents are of
 * @param config with which its commands are sent
 */
export function sendResolved(
  documents: DynamoDBDocumentClient,
  client: DynamoDBClient,
  config: DynamoDBClient['config'] = client.config,
): DynamoDBDocumentClient {
  const handlers = new Map<Operation, Handler>();
  const handlerOf = (operation: Operation): Handler => {
    const known = handlers.get(operation);
    if (known !== undefined) return known;
    const command = new operation.Command({} as never);
    const handler = command.resolveMiddleware(client.middlewareStack as never, config as never) as Handler;
    handlers.set(operation, handler);
    return handler;
  };
  const direct = client.send.bind(client) as (command: object) => Promise<object>;
  const send = async (command: { input: object }): Promise<object> => {
    const operation = OPERATIONS.get(command.constructor);
    // Of tables, not of documents.
    if (operation === undefined) return direct(command);
    const input = converted(command.input, operation.takes, toAttributes) as object;
    const { output } = await handlerOf(operation)({ input });
    return converted(output, operation.gives, unmarshall) as object;
  };
  return Object.assign(documents, { send });
}

const toAttributes = (item: Record<string, unknown>) => marshall(item, { removeUndefinedValues: true });

/** A copy in which what stands at the places is converted. */
function converted(value: unknown, places: Places | undefined, convert: (item: never) => unknown): unknown {
  if (value === undefined || places === undefined) return value;
  if (places === ITEM) return convert(value as never);
  if (Array.isArray(value)) return value.map((member) => converted(member, places['*'], convert));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, member]) => [
      name,
      converted(member, places[name] ?? places['*'], convert),
    ]),
  );
}
