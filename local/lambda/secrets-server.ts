import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenPrivately, type PrivateServer } from '../private-server.ts';
import type { AccessRecorder } from './access.ts';
import type { DeployedFunction } from './deployment.ts';

/** Secrets Manager for one function. Every secret that its policy allows has the content of the same file. */
export function startSecretsServer(
  definition: DeployedFunction,
  file: string,
  recorder: AccessRecorder,
): Promise<PrivateServer> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { SecretId: resource }: { SecretId: string } = JSON.parse(Buffer.concat(chunks).toString());
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const access = { action: `secretsmanager:${operation}`, resource };
    if (operation !== 'GetSecretValue') return answer(response, 400, { __type: 'UnknownOperationException' });
    if (recorder.firstRefused(definition, [access]) !== undefined) {
      return answer(response, 400, {
        __type: 'AccessDeniedException',
        Message: `${access.action} is not allowed`,
      });
    }
    const SecretString = (await readFile(file, 'utf8')).trim();
    answer(response, 200, { ARN: resource, Name: 'deployment-key', VersionId: 'local', SecretString });
  }
  return listenPrivately(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
}

const answer = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
