import { expect, test } from 'vitest';
import { isTeamsServer } from '../../../../../functions/shared/domain/channels/teams.ts';

const URL = 'https://smba.trafficmanager.net/teams';

test.each([
  'https://smba.trafficmanager.net/amer/',
  'https://smba.trafficmanager.net/emea/72f988bf-86f1-41af-91ab-2d7cd011db47/',
  'https://SMBA.trafficmanager.net/amer-client-ss.msg/',
  'https://smba.infra.gcc.teams.microsoft.com/teams',
])('answers go to %s', (server) => {
  expect(isTeamsServer(server, URL)).toBe(true);
});

test.each([
  'http://smba.trafficmanager.net/amer/',
  'https://smba.trafficmanager.net:444/amer/',
  'https://smba.trafficmanager.net.evil.example/',
  'https://evil.trafficmanager.net/',
  'https://evil.example/smba.trafficmanager.net/',
  'https://smba.trafficmanager.net@evil.example/',
  'https://user:pass@smba.trafficmanager.net/',
  'https://smba.trafficmanager.net/amer/?to=https://evil.example',
  'https://smba.trafficmanager.net./amer/',
  'https://169.254.169.254/latest/',
  'http://localhost:8000/',
  'file:///etc/passwd',
  '//smba.trafficmanager.net/',
  '',
])('no answer goes to %s', (server) => {
  expect(isTeamsServer(server, URL)).toBe(false);
});

test('answers go to the server that an operator chose', () => {
  expect(isTeamsServer('http://127.0.0.1:4000/amer/', 'http://127.0.0.1:4000')).toBe(true);
  expect(isTeamsServer('http://127.0.0.1:4001/amer/', 'http://127.0.0.1:4000')).toBe(false);
});
