import { randomUUID } from 'node:crypto';
import { appendFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Parley } from '../../clients/typescript/index.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type RunningService, startService } from '../support/service.ts';

const folder = await temporaryFolder();
const assistant = path.join(folder, 'assistant');
let service: RunningService | undefined;
afterAll(async () => {
  await service?.end();
  await removeFolder(folder);
});

/** Kills the service, if it runs, and starts it over the same store. */
async function startAnew(): Promise<Parley> {
  await service?.end('SIGKILL');
  service = await startService(path.join(folder, 'data'), 0, {}, [assistant]);
  const {
    base_url: baseUrl,
    client_id: clientId,
    client_secret: clientSecret,
    service_user_id,
  } = service.demo;
  return new Parley({
    baseUrl,
    credential: { clientId, clientSecret, serviceUserId: service_user_id },
  });
}

test('a conversation is claimed, answered and handed back, with the service killed after each step and under way', async () => {
  await cp(fileURLToPath(new URL('../conformance/assistant', import.meta.url)), assistant, {
    recursive: true,
  });
  await appendFile(path.join(assistant, 'assistant.yaml'), '\npeople: {within: 5m, after_failures: 1}\n');
  let client = await startAnew();
  const ask = (query: string, dialog?: string) => {
    const asked = { query, external_user_id: 'ann', ...(dialog !== undefined && { dialog }) };
    const idempotencyKey = randomUUID();
    return () => client.query(asked, { idempotencyKey });
  };
  const { dialog, session_id: id, owner } = await ask('zxcv qwer uiop')();
  expect(owner).toBe('people');

  client = await startAnew();
  await client.actOnHandoff(id, { action: 'claim', name: 'Mia' });
  const question = ask('is anybody there?', dialog);
  // Killed while it may have been kept or not: the client sends it again under its key.
  const lost = question().catch(() => undefined);
  client = await startAnew();
  await lost;
  expect((await question()).owner).toBe('people');

  const idempotencyKey = randomUUID();
  const answer = () => client.actOnHandoff(id, { action: 'answer', text: 'I am here.' }, { idempotencyKey });
  const unheard = answer().catch(() => undefined);
  client = await startAnew();
  await unheard;
  await answer();
  await client.actOnHandoff(id, { action: 'hand_back' });

  client = await startAnew();
  const { messages } = await client.messages(dialog);
  expect(messages.map(({ from, text }) => [from, text])).toEqual([
    ['user', 'zxcv qwer uiop'],
    ['user', 'is anybody there?'],
    ['person', 'I am here.'],
    ['assistant', 'I am back. How can I help you?'],
  ]);
  expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(await ask('thank you', dialog)()).toMatchObject({ session_id: id, owner: 'assistant' });
}, 240_000);
