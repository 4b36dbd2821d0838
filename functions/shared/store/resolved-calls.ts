import { randomUUID } from 'node:crypto';
import type { DynamoDBClient, GetItem$, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { getSmithyContext } from '@smithy/core/client';
import { getEndpointFromInstructions, toEndpointV1 } from '@smithy/core/endpoints';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { getSchemaSerdePlugin, NormalizedSchema } from '@smithy/core/schema';

/** A kind of call in the SDK's terms. */
export interface Kind {
  Command: Pick<typeof GetItemCommand, 'getEndpointParameterInstructions'>;
  schema: typeof GetItem$;
}

/** Sends an input in DynamoDB's JSON, with binary values already in base64, and returns the answer in the same form. */
export type Call = (args: { input: object }) => Promise<{ output: object }>;

type Config = DynamoDBClient['config'];

/** How a client serialises requests and reads answers. The SDK has four mutually exclusive types for it. */
interface Protocol {
  serializeRequest(operation: unknown, input: object, context: object): Promise<HttpRequest>;
  deserializeResponse(operation: unknown, context: object, response: HttpResponse): Promise<object>;
}

/** The SDK's own context, as far as it is used here. */
type Context = Record<string, unknown>;

/**
 * Builds the SDK's middleware stack for one kind of call. What is the same for every call is computed once: the
 * endpoint, and the request except its body. Bodies are passed as JSON without conversion, since walking the SDK's
 * schemas over them takes most of a call's time outside HTTP. Signing, retries, errors and the client's own middleware
 * are the SDK's.
 */
export function resolveCall(client: DynamoDBClient, { Command, schema }: Kind): Call {
  const { config } = client;
  const [, , name] = schema;
  const context: Context = {
    clientName: 'DynamoDBClient',
    commandName: `${name}Command`,
    logger: config.logger,
  };
  Object.assign(getSmithyContext(context), { operation: name, operationSchema: schema });
  const stack = client.middlewareStack.clone();
  stack.remove('httpAuthSchemeMiddleware');
  stack.remove('httpSigningMiddleware');
  stack.use(getSchemaSerdePlugin({ protocol: plainJson(config, context, { Command, schema }) } as never));
  stack.addRelativeTo(signed(config) as never, {
    name: 'signed',
    relation: 'after',
    toMiddleware: 'retryMiddleware',
  });
  const handle = ({ request }: { request: HttpRequest }) => config.requestHandler.handle(request);
  return stack.resolve(handle as never, context as never) as unknown as Call;
}

/** The client's protocol, except for request bodies and the bodies of successful answers. */
function plainJson(config: Config, context: Context, { Command, schema }: Kind) {
  const protocol: Protocol = config.protocol as never;
  const makeForm = async (operation: unknown): Promise<HttpRequest> => {
    const endpointV2 = await getEndpointFromInstructions({}, Command, { ...config }, context);
    context.endpointV2 = endpointV2;
    const endpoint = async () => toEndpointV1(endpointV2);
    return protocol.serializeRequest(operation, {}, { ...config, ...context, endpoint });
  };
  let form: Promise<HttpRequest> | undefined;
  const [, , , , input] = schema;
  const tokens = [...NormalizedSchema.of(input).structIterator()].filter(([, member]) =>
    member.isIdempotencyToken(),
  );
  return {
    // The client's protocol already has this context.
    setSerdeContext: () => undefined,

    async serializeRequest(operation: unknown, given: Record<string, unknown>): Promise<HttpRequest> {
      form ??= makeForm(operation).catch((error: unknown) => {
        form = undefined;
        throw error;
      });
      const made = await form;
      // The same values for every attempt of the call.
      const named = Object.fromEntries(tokens.map(([member]) => [member, given[member] ?? randomUUID()]));
      const body = JSON.stringify({ ...given, ...named });
      return new HttpRequest({ ...made, headers: { ...made.headers }, body });
    },

    async deserializeResponse(operation: unknown, _context: unknown, response: HttpResponse) {
      if (response.statusCode >= 300) {
        return protocol.deserializeResponse(operation, { ...config, ...context }, response);
      }
      const { statusCode: httpStatusCode, body } = response;
      const answer: unknown = JSON.parse(Buffer.from(body).toString());
      // Otherwise a damaged answer would read as "item not found".
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
        throw new SyntaxError('the answer is not a JSON object');
      return { ...answer, $metadata: { httpStatusCode } };
    },
  };
}

/** The input of a signer, and its notes. */
type Signing = Record<'config' | 'context', unknown>;

interface Signer {
  sign(request: unknown, identity: undefined, signing: Signing): Promise<unknown>;
  errorHandler(signing: Signing): (error: unknown) => never;
  successHandler(response: unknown, signing: Signing): void;
}

/** Signs like the SDK's step, but without choosing a scheme for every call: DynamoDB has only one. */
function signed(config: Config) {
  const [scheme] = config.httpAuthSchemes;
  const signer = scheme?.signer as unknown as Signer;
  return (next: (args: object) => Promise<{ response: unknown }>, context: unknown) =>
    async (args: { request: unknown }) => {
      const signing: Signing = { config, context };
      const request = await signer.sign(args.request, undefined, signing);
      const output = await next({ ...args, request }).catch(signer.errorHandler(signing));
      signer.successHandler(output.response, signing);
      return output;
    };
}
