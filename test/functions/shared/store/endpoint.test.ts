import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { localService, reachThrough } from '../../../../functions/shared/store/endpoint.ts';

test.each([
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000/', 'local'],
  ['http://k3y@127.0.0.1:8000', 'http://127.0.0.1:8000/', 'k3y'],
  ['http://a%2Fb@db.example/path', 'http://db.example/path', 'a/b'],
])('%s has the address %s and the access key id %s', (address, endpoint, accessKeyId) => {
  expect(localService(address)).toEqual({
    endpoint,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
});

test('clients of the process use the agent that was set for an address', async () => {
  const server = createServer((_request, response) => response.end('{"TableNames":["behind"]}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  class Direct extends Agent {
    override createConnection() {
      return connectSocket(port, '127.0.0.1');
    }
  }
  const address = 'http://k3y@nowhere.invalid:1';
  const undo = reachThrough(address, () => new Direct());
  const client = connect(address);
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['behind']);
  client.destroy();
  undo();
  const other = connect(address);
  await expect(other.send(new ListTablesCommand({}))).rejects.toThrow();
  other.destroy();
  server.close();
});
