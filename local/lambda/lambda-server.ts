import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenPrivately, type PrivateServer } from '../private-server.ts';
import type { AccessRecorder } from './access.ts';
import type { DeployedFunction } from './deployment.ts';

export interface LambdaServerOptions {
  /**
   * Invokes a function without waiting for its answer. @returns false if there is no function with this ARN
   */
  invoke: (arn: string, event: unknown) => boolean;
  recorder: AccessRecorder;
}

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * The Lambda API for one function: invokes the functions that its policy allows, without waiting for an
 * answer.
 */
export function startLambdaServer(
  definition: DeployedFunction,
  { invoke, recorder }: LambdaServerOptions,
): Promise<PrivateServer> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, name = ''] = PATH.exec(new URL(request.url ?? '/', 'http://local').pathname) ?? [];
    const resource = decodeURIComponent(name);
    const access = { action: 'lambda:InvokeFunction', resource };
    if (request.headers['x-amz-invocation-type'] !== 'Event')
      return refuse(
        response,
        400,
        'InvalidParameterValueException',
        'only invocations as events are supported',
      );
    if (recorder.firstRefused(definition, [access]) !== undefined)
      return refuse(response, 403, 'AccessDeniedException', `${access.action} is not allowed`);
    if (!invoke(resource, JSON.parse(Buffer.concat(chunks).toString())))
      return refuse(response, 404, 'ResourceNotFoundException', `there is no function ${resource}`);
    response.writeHead(202).end();
  }
  return listenPrivately(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
}

const refuse = (response: ServerResponse, status: number, type: string, Message: string): void =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json', 'X-Amzn-ErrorType': type })
    .end(JSON.stringify({ Message }));
