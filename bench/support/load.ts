import { Agent, request } from 'node:http';

/** A repeated request; `body` is created each time, so that requests differ if needed. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: (index: number) => string;
  /** The status of a successful answer; any other ends the measurement. Default 200. */
  status?: number;
}

export interface LoadFigures {
  requestsPerSecond: number;
  /** Milliseconds from sending to the last byte of the answer. */
  p50: number;
  p99: number;
}

/** Sends `count` requests over `connections` keep-alive connections, each after the previous answer. */
export async function load(
  baseUrl: string,
  call: Call,
  { count, connections }: { count: number; connections: number },
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const started = performance.now();
      await send(baseUrl, call, index, agent);
      milliseconds.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  milliseconds.sort((a, b) => a - b);
  return {
    requestsPerSecond: count / seconds,
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

/** Sends one request and returns the answer's body. */
export function send(baseUrl: string, call: Call, index: number, agent?: Agent): Promise<string> {
  const body = call.body?.(index);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(call.path, baseUrl),
      {
        method: call.method,
        ...(agent === undefined ? {} : { agent }),
        headers: {
          ...call.headers,
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (incoming.statusCode === (call.status ?? 200)) resolve(answer);
          else reject(new Error(`${call.method} ${call.path} answered ${incoming.statusCode}: ${answer}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
