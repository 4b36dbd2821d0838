import { expect, test } from 'vitest';
import { localService } from '../../../../functions/shared/store/endpoint.ts';

test.each([
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000/', 'local'],
  ['http://k3y@127.0.0.1:8000', 'http://127.0.0.1:8000/', 'k3y'],
  ['http://a%2Fb@db.example/path', 'http://db.example/path', 'a/b'],
])('of %s are the address %s and the access key id %s', (address, endpoint, accessKeyId) => {
  expect(localService(address)).toEqual({
    endpoint,
    region: 'local',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
});
