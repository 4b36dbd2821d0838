import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listenPrivately, type PrivateServer } from '../private-server.ts';
import type { AccessRecorder } from './access.ts';
import { bucketArn, type DeployedFunction } from './deployment.ts';

/**
 * An S3 for one function, with path-style addresses: a single bucket whose objects are the files of a folder.
 * Objects cannot be deleted.
 */
export function startS3Server(
  definition: DeployedFunction,
  { bucket, folder }: { bucket: string; folder: string },
  recorder: AccessRecorder,
): Promise<PrivateServer> {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name, ...segments] = new URL(request.url ?? '/', 'http://local').pathname.split('/');
    const key = segments.map(decodeURIComponent).join('/');
    const file = path.resolve(folder, key);
    const known = name === bucket && file.startsWith(folder + path.sep);
    const allowed = (action: string, resource: string) =>
      recorder.firstRefused(definition, [{ action, resource }]) === undefined;
    if (request.method === 'HEAD' && name === bucket && key === '') {
      return void response.writeHead(allowed('s3:ListBucket', bucketArn(bucket)) ? 200 : 403).end();
    }
    if (request.method === 'PUT' && known) {
      if (!allowed('s3:PutObject', `${bucketArn(bucket)}/${key}`)) return fail(response, 403, 'AccessDenied');
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, await buffer(request), { mode: 0o600 });
      return void response.writeHead(200, { ETag: '"written"' }).end();
    }
    if (request.method !== 'GET' || !known) return fail(response, 501, 'NotImplemented');
    if (!allowed('s3:GetObject', `${bucketArn(bucket)}/${key}`)) return fail(response, 403, 'AccessDenied');
    const object = await readFile(file).catch(() => undefined);
    if (object !== undefined) {
      const etag = `"${createHash('md5').update(object).digest('hex')}"`;
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': object.byteLength };
      return void response.writeHead(200, { ...headers, ETag: etag }).end(object);
    }
    // S3 reveals that an object is missing only to callers who may list the bucket.
    if (allowed('s3:ListBucket', bucketArn(bucket))) fail(response, 404, 'NoSuchKey');
    else fail(response, 403, 'AccessDenied');
  }
  return listenPrivately(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
}

function fail(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
}
