import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/relay-look/handler.ts';

const { heard, logged } = vi.hoisted(() => ({ heard: [] as string[], logged: [] as unknown[] }));
vi.mock('../../../functions/shared/http/log.ts', () => ({
  createLog: () => ({ error: (...line: unknown[]) => logged.push(line) }),
}));
vi.mock('../../../functions/shared/channels/relay.ts', () => ({
  openRelay: () => ({
    channelOf: async () => ({}),
    async hear({ institution }: { institution: string }) {
      if (institution === 'broken') throw new Error('a secret of the call');
      await delay(50);
      heard.push(institution);
    },
  }),
}));

const record = (institution: string) => ({
  body: JSON.stringify({ institution, channelId: 'c', key: 'k', look: { connection: 'n', turn: 1 } }),
});
const handle = (...institutions: string[]) =>
  handler({ Records: institutions.map(record) } as Parameters<typeof handler>[0]);

test('a failed look at a call is logged and throws, and the other calls are still looked at', async () => {
  await expect(handle('broken', 'bank')).rejects.toThrow('calls not looked at');
  expect(heard).toEqual(['bank']);
  expect(logged).toEqual([['calls not looked at', expect.objectContaining({ institution: 'broken' })]]);
  expect(JSON.stringify(logged)).not.toContain('secret');
  await handle('shop');
  expect(heard).toEqual(['bank', 'shop']);
});
