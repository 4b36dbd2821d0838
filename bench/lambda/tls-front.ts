import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import type { Stop } from '../../local/service.ts';
import { BenchError } from '../command.ts';

/** Servers that let functions reach this machine's services over TLS, as on AWS. */
export interface TlsFront {
  /** A function's variables with every `http` address replaced by a TLS one, and the authority to trust. */
  secured(overrides: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** Handshakes since the last call. */
  take(): number;
}

/**
 * Makes a certificate chain like that of AWS's services, RSA 2048 in three steps, for this run only.
 * @param folder where to store the certificates
 * @param stops gets a function that closes the listeners
 * @throws {BenchError} if `openssl` is missing
 */
export async function startTlsFront(folder: string, stops: Stop[]): Promise<TlsFront> {
  const { cert, key, authority } = await makeChain(folder);
  let handshakes = 0;
  const listen = async (target: URL): Promise<string> => {
    const server = createServer({ cert, key }, (socket) => {
      handshakes += 1;
      const onward = connect(Number(target.port), target.hostname);
      socket.pipe(onward).pipe(socket);
      socket.once('error', () => onward.destroy());
      onward.once('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(async () => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return Object.assign(new URL(`https://${target.username}@127.0.0.1`), { port: String(port) }).href;
  };
  return {
    secured: async (overrides) => {
      const entries = Object.entries(overrides).map(async ([name, value]) => [
        name,
        value.startsWith('http:') ? await listen(new URL(value)) : value,
      ]);
      return { ...Object.fromEntries(await Promise.all(entries)), NODE_EXTRA_CA_CERTS: authority };
    },
    take: () => {
      const taken = handshakes;
      handshakes = 0;
      return taken;
    },
  };
}

async function makeChain(folder: string): Promise<{ cert: Buffer; key: Buffer; authority: string }> {
  const at = (name: string) => path.join(folder, name);
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', at(`${name}.key`)];
  const from = (issuer: string) => ['-CA', at(`${issuer}.pem`), '-CAkey', at(`${issuer}.key`)];
  const make = (name: string, options: string[]) =>
    openssl(
      'req',
      '-x509',
      ...key(name),
      '-out',
      at(`${name}.pem`),
      '-subj',
      `/CN=${name}`,
      '-days',
      '1',
      ...options,
    );
  await make('root', []);
  const mayIssue = ['-addext', 'basicConstraints=critical,CA:TRUE'];
  await make('intermediate', [...from('root'), ...mayIssue]);
  const forHost = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE'];
  await make('server', [...from('intermediate'), ...forHost]);
  const chain = await Promise.all(['server', 'intermediate'].map((name) => readFile(at(`${name}.pem`))));
  return { cert: Buffer.concat(chain), key: await readFile(at('server.key')), authority: at('root.pem') };
}

async function openssl(...words: string[]): Promise<void> {
  await promisify(execFile)('openssl', words).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing
      ? new BenchError('openssl is not installed; it makes the certificates of this bench.')
      : error;
  });
}
