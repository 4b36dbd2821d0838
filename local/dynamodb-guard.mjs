// Runs the local DynamoDB in a network of its own, where nothing else can reach it, and passes connections
// over a channel to the process that started the guard. Plain JavaScript, so that it starts fast. Arguments:
// host and port for DynamoDB, its binary, and the binary's further options.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const [host = '', port = '', binary = '', ...options] = process.argv.slice(2);
const RETRY_MS = 5;
// A loaded machine takes its time to start the database.
const PATIENCE_MS = 20_000;
const STOP_MS = 2000;
const CHANNEL_CHECK_MS = 200;

// Only this user may read its files.
process.umask(0o077);
const database = spawn(binary, ['--host', host, '--port', port, ...options], { stdio: 'ignore', env: {} });
database.once('error', () => process.exit(1));
database.once('exit', () => process.exit(0));
// The parent may have ended meanwhile; `stop` below then ends the database, so errors here are ignored.
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
// The channel closes when the parent ends, even by `kill -9`. If a connection was in transit at that moment,
// Node emits no event, so the channel is polled.
const watch = setInterval(() => process.connected || stop(), CHANNEL_CHECK_MS);
process.once('disconnect', stop);
process.once('SIGTERM', stop);
