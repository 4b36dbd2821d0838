import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { businessLogicMock, readFixtures } from '../../authoring/bls-mock.ts';
import { tell } from '../output.ts';

/** `parley bls mock FILE` */
export function addBlsMock(parent: Command): void {
  parent
    .command('mock')
    .description('answer business-logic calls from a fixtures file, until Ctrl-C')
    .argument('<file>', 'JSON: for each state, fields that override an echo of the request, or a status')
    .option('--port <port>', 'the port on 127.0.0.1', readPort, 8787)
    .action(async (file: string, { port }: { port: number }) => {
      const read = async () => readFixtures(await readFile(file, 'utf8'));
      await read();
      const report = ({ state, status }: { state: string; status: number }) => tell(`${status} ${state}`);
      const server = businessLogicMock({ read, report });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      });
      const address = server.address();
      const listening = typeof address === 'object' && address !== null ? address.port : port;
      process.stdout.write(`Answering on http://127.0.0.1:${listening}\n`);
      await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Use a port from 0 to 65535.');
}
