// Runs the local DynamoDB and connects to it for the process that started both, over whose channel it hands the
// connections. In a network of its own nothing else can reach it. Plain JavaScript, so that it starts at once.
// Arguments: the host and the port for DynamoDB, its binary, and the binary's further options.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const [host = '', port = '', binary = '', ...options] = process.argv.slice(2);
const RETRY_MS = 5;
const PATIENCE_MS = 5000;
const STOP_MS = 2000;
const CHANNEL_CHECK_MS = 200;

// What it writes is for this user alone.
process.umask(0o077);
const database = spawn(binary, ['--host', host, '--port', port, ...options], { stdio: 'ignore', env: {} });
database.once('error', () => process.exit(1));
database.once('exit', () => process.exit(0));
// Whoever started this may have ended meanwhile, which ends the database below, and not this alone here.
const ignore = () => undefined;
process.send?.({ started: true }, ignore);

/**
 * Connects as soon as the database listens.
 * @param {number} id
 */
function open(id, until = performance.now() + PATIENCE_MS) {
  const socket = connect({ host, port: Number(port) });
  socket.once('connect', () => process.send?.({ id }, socket, ignore));
  socket.once('error', () => {
    if (performance.now() < until) setTimeout(open, RETRY_MS, id, until);
    else process.send?.({ id }, ignore);
  });
}

function stop() {
  clearInterval(watch);
  database.kill('SIGTERM');
  setTimeout(() => database.kill('SIGKILL'), STOP_MS);
}

process.on('message', ({ id }) => open(id));
// The channel closes when the other process ends, even by `kill -9`. Where that has not taken a connection yet which is
// on its way, Node tells of the end by no event.
const watch = setInterval(() => process.connected || stop(), CHANNEL_CHECK_MS);
process.once('disconnect', stop);
process.once('SIGTERM', stop);
