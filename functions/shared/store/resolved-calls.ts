import { randomUUID } from 'node:crypto';
import type { DynamoDBClient, GetItem$, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { getSmithyContext } from '@smithy/core/client';
import { getEndpointFromInstructions, toEndpointV1 } from '@smithy/core/endpoints';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { getSchemaSerdePlugin, NormalizedSchema } from '@smithy/core/schema';

/** A kind of call, as the SDK's client describes it. */
export interface Kind {
  Command: Pick<typeof GetItemCommand, 'getEndpointParameterInstructions'>;
  schema: typeof GetItem$;
}

/** Sends an input in DynamoDB's JSON, of which binary values are base64 already, and gives the answer in the same. */
export type Call = (args: { input: object }) => Promise<{ output: object }>;

type Config = DynamoDBClient['config'];

/**
 * The way in which a client writes requests and reads answers; the SDK has four types of it, which exclude each
 * other.
 */
interface Protocol {
  serializeRequest(operation: unknown, input: object, context: object): Promise<HttpRequest>;
  deserializeResponse(operation: unknown, context: object, response: HttpResponse): Promise<object>;
}

/** The SDK's own, as far as its parts hand it on to each other. */
type Context = Record<string, unknown>;

/**
 * Puts the SDK's steps for one kind of call together. What comes out the same for every call of the kind is found once:
 * the endpoint, and the request but for its body. The body is what it is given, as JSON, and so is the answer: the SDK
 * would walk its schemas along both, which takes most of a call's time outside of HTTP. Signatures, repeats, errors and
 * whatever steps the client has are the SDK's.
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

/** The client's protocol, but for the bodies of requests and of answers that are no errors. */
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
    // The client's has it.
    setSerdeContext: () => undefined,

    async serializeRequest(operation: unknown, given: Record<string, unknown>): Promise<HttpRequest> {
      form ??= makeForm(operation).catch((error: unknown) => {
        form = undefined;
        throw error;
      });
      const made = await form;
      // The same for every attempt at the call.
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

/** The input of a signer for one call, and the notes that it keeps. */
type Signing = Record<'config' | 'context', unknown>;

interface Signer {
  sign(request: unknown, identity: undefined, signing: Signing): Promise<unknown>;
  errorHandler(signing: Signing): (error: unknown) => never;
  successHandler(response: unknown, signing: Signing): void;
}

/** Signs as the SDK's step does, by the one scheme that DynamoDB has, of which that step makes sure for every call. */
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
