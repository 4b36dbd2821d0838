import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MemoryS3 {
  url: string;
  /** The objects by path, which begins with the bucket. */
  objects: Map<string, Buffer>;
  close(): void;
}

/** The operations of S3 that artifacts need, in memory: existing buckets, writing and reading objects. */
export async function startMemoryS3(): Promise<MemoryS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://s3');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'HEAD') return void response.end();
      if (request.method === 'PUT') {
        objects.set(pathname, Buffer.concat(chunks));
        return void response.end();
      }
      const object = objects.get(pathname);
      if (object !== undefined) return void response.end(object);
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
