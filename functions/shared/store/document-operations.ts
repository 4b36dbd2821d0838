import {
  BatchGetItem$,
  BatchGetItemCommand,
  BatchWriteItem$,
  BatchWriteItemCommand,
  DeleteItem$,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItem$,
  GetItemCommand,
  PutItem$,
  PutItemCommand,
  Query$,
  QueryCommand as QueryItemsCommand,
  Scan$,
  ScanCommand as ScanItemsCommand,
  TransactWriteItems$,
  TransactWriteItemsCommand,
  UpdateItem$,
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
import { type Call, type Kind, resolveCall } from './resolved-calls.ts';

/** Where items or parts of items are in a request or answer: under a name, or under `*` for every element. */
type Places = typeof ITEM | { readonly [name: string]: Places };
const ITEM = 'item';

/** How a document command maps to DynamoDB's own command. */
interface Operation extends Kind {
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
  [GetCommand, { Command: GetItemCommand, schema: GetItem$, takes: { Key: ITEM }, gives: { Item: ITEM } }],
  [
    PutCommand,
    { Command: PutItemCommand, schema: PutItem$, takes: { ...VALUES, Item: ITEM }, gives: ATTRIBUTES },
  ],
  [UpdateCommand, { Command: UpdateItemCommand, schema: UpdateItem$, takes: OF_KEY, gives: ATTRIBUTES }],
  [DeleteCommand, { Command: DeleteItemCommand, schema: DeleteItem$, takes: OF_KEY, gives: ATTRIBUTES }],
  [QueryCommand, { Command: QueryItemsCommand, schema: Query$, ...READ }],
  [ScanCommand, { Command: ScanItemsCommand, schema: Scan$, ...READ }],
  [
    BatchGetCommand,
    {
      Command: BatchGetItemCommand,
      schema: BatchGetItem$,
      takes: { RequestItems: KEYS },
      gives: { Responses: { '*': { '*': ITEM } }, UnprocessedKeys: KEYS },
    },
  ],
  [
    BatchWriteCommand,
    {
      Command: BatchWriteItemCommand,
      schema: BatchWriteItem$,
      takes: { RequestItems: WRITES },
      gives: { UnprocessedItems: WRITES },
    },
  ],
  [
    TransactWriteCommand,
    {
      Command: TransactWriteItemsCommand,
      schema: TransactWriteItems$,
      takes: {
        TransactItems: {
          '*': { Put: { ...VALUES, Item: ITEM }, Update: OF_KEY, Delete: OF_KEY, ConditionCheck: OF_KEY },
        },
      },
      gives: {},
    },
  ],
]);

/**
 * Makes a document client send its commands as DynamoDB's own, so that the SDK builds its middleware stack once per
 * kind of command instead of per call. Middleware added after the first call is ignored.
 * @param client the client behind the document client
 */
export function sendResolved(
  documents: DynamoDBDocumentClient,
  client: DynamoDBClient,
): DynamoDBDocumentClient {
  const calls = new Map<Operation, Call>();
  const callOf = (operation: Operation): Call => {
    const known = calls.get(operation);
    if (known !== undefined) return known;
    const call = resolveCall(client, operation);
    calls.set(operation, call);
    return call;
  };
  const direct = client.send.bind(client) as (command: object) => Promise<object>;
  const send = async (command: { input: object }): Promise<object> => {
    const operation = OPERATIONS.get(command.constructor);
    // A command about tables rather than documents.
    if (operation === undefined) return direct(command);
    const input = converted(command.input, operation.takes, toAttributes) as object;
    const { output } = await callOf(operation)({ input });
    return converted(output, operation.gives, fromAttributes) as object;
  };
  return Object.assign(documents, { send });
}

type Item = Record<string, unknown>;
type Attributes = Parameters<typeof unmarshall>[0];

function toAttributes(item: Item): Item {
  const attributes = marshall(item, { removeUndefinedValues: true });
  for (const value of Object.values(attributes)) eachBinary(Object(value), toBase64);
  return attributes;
}

function fromAttributes(attributes: Attributes): Item {
  for (const value of Object.values(attributes)) eachBinary(Object(value), fromBase64);
  return unmarshall(attributes);
}

const toBase64 = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('base64');
const fromBase64 = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));

/** Converts every binary value of an item in place, at any depth. */
function eachBinary(value: Record<string, unknown>, convert: (binary: unknown) => unknown): void {
  const { B, BS, L, M } = value;
  if (B !== undefined) value.B = convert(B);
  else if (Array.isArray(BS)) value.BS = BS.map(convert);
  else if (L ?? M) for (const member of Object.values(Object(L ?? M))) eachBinary(Object(member), convert);
}

/** A copy in which the values at the given places are converted. */
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
