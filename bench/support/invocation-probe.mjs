// Loaded before each function of a deployment whose invocations are measured. Writes a line for the beginning and the
// end of each invocation and of each call that the function makes, with the processor time of the main thread so far
// and how long it has waited for a processor: Linux counts both. `invocations.ts` reads the lines.
const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
const { appendFileSync, openSync, readSync } = process.getBuiltinModule('node:fs');

const FOLDER = process.env.INVOCATIONS_FOLDER ?? '';
const RUNTIME = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/`;
const FILE = `${FOLDER}/${process.env.AWS_LAMBDA_FUNCTION_NAME}-${process.pid}.jsonl`;

// The main thread's, whatever thread reads it.
const schedstat = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
const buffer = Buffer.alloc(96);

/** @type {string[]} */
let lines = [];
let calls = 0;
/** @type {WeakMap<object, number>} */
const numbers = new WeakMap();

/**
 * @param {string} kind
 * @param {string | number} id of an invocation, or a number of a call
 */
function note(kind, id) {
  const [ran = 0, waited = 0] = buffer
    .toString('latin1', 0, readSync(schedstat, buffer, 0, buffer.length, 0))
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  lines.push(JSON.stringify([kind, id, performance.timeOrigin + performance.now(), ran, waited]));
}

function flush() {
  appendFileSync(FILE, `${lines.join('\n')}\n`);
  lines = [];
}

/** @param {any} request */
const addressOf = (request) => `${request.protocol}//${request.getHeader('host')}${request.path}`;

subscribe('http.client.request.start', (/** @type {any} */ { request }) => {
  const address = addressOf(request);
  if (address.startsWith(RUNTIME)) {
    const [id = '', end] = address.slice(RUNTIME.length).split('/');
    if (end === undefined) return;
    note('end', id);
    flush();
    return;
  }
  calls += 1;
  numbers.set(request, calls);
  note('call', calls);
});

subscribe('http.client.response.finish', (/** @type {any} */ { request, response }) => {
  if (addressOf(request).startsWith(RUNTIME)) {
    const id = response.headers['lambda-runtime-aws-request-id'];
    if (id !== undefined) note('begin', id);
    return;
  }
  note('answer', numbers.get(request) ?? 0);
});
