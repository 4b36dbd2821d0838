// Replaces Lambda's bootstrap inside an execution environment, using the Runtime API: loads the handler,
// requests invocations one after another and posts their results. Plain JavaScript without imports of ours,
// so that it hardly affects measurements of functions.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// An import of the module would run all its getters, which load much code.
const { Agent, request } = process.getBuiltinModule('node:http');

/**
 * A variable that Lambda sets in every execution environment.
 * @param {string} name
 */
function variable(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const [, host, port, root] = /^(.*):(\d+)(\/.*)?$/.exec(variable('AWS_LAMBDA_RUNTIME_API')) ?? [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * @param {string} method
 * @param {string} route
 * @param {string} [body]
 * @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function call(method, route, body) {
  return new Promise((resolve, reject) => {
    const options = { host, port, method, path: `${root ?? ''}/2018-06-01/runtime${route}`, agent };
    const outgoing = request(options, (incoming) => {
      /** @type {Buffer[]} */
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ headers: incoming.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on('error', reject);
    // Stays open while the starting process runs, including during invocations, so that no handler outlives
    // that process.
    outgoing.once('socket', (socket) => {
      if (!outgoing.reusedSocket) socket.once('close', () => process.exit(1));
    });
    outgoing.end(body);
  });
}

/** @param {any} error any thrown value */
const described = (error) =>
  JSON.stringify({
    errorType: error?.name ?? 'Error',
    errorMessage: error?.message ?? String(error),
    trace: (error?.stack ?? '').split('\n').slice(1),
  });

async function loadHandler() {
  const [file = '', name = ''] = variable('_HANDLER').split('.');
  const stem = path.join(variable('LAMBDA_TASK_ROOT'), file);
  const module = ['.js', '.mjs', '.cjs']
    .map((extension) => stem + extension)
    .find((candidate) => existsSync(candidate));
  if (module === undefined) throw new Error(`Cannot find module '${file}'`);
  const handler = (await import(pathToFileURL(module).href))[name];
  if (typeof handler !== 'function') throw new Error(`${variable('_HANDLER')} is undefined or not exported`);
  return handler;
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function contextOf(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** @param {(event: unknown, context: object) => unknown} handler */
async function work(handler) {
  for (;;) {
    const { headers, body } = await call('GET', '/invocation/next');
    const id = headers['lambda-runtime-aws-request-id'];
    try {
      const result = await handler(JSON.parse(body), contextOf(headers));
      await call('POST', `/invocation/${id}/response`, JSON.stringify(result ?? null));
    } catch (error) {
      await call('POST', `/invocation/${id}/error`, described(error));
    }
  }
}

try {
  await work(await loadHandler());
} catch (error) {
  await call('POST', '/init/error', described(error)).catch(() => undefined);
  process.exit(1);
}
