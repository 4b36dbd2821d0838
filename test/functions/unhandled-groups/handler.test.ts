import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { dueItem, groupsPartition } from '../../../functions/shared/store/conversation-items.ts';
import { setting } from '../../../functions/shared/store/environment.ts';
import { logSession } from '../../support/conversation-log.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';

const store = useDynamoDb();
const put = (Item: Record<string, unknown>) =>
  store.client().send(new PutCommand({ TableName: setting('CONVERSATIONS_TABLE'), Item }));

test('the schedule groups the queries of every institution, and reports a failing one without its words', async () => {
  const file = `${await temporaryFolder()}/deployment.key`;
  await writeFile(file, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(file).href;
  const { handler } = await import('../../../functions/unhandled-groups/handler.ts');
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const [broken, sound] = [`i-${randomUUID()}`, `i-${randomUUID()}`];
  await put(dueItem(broken, day, 'm', Date.now()));
  await put({ pk: groupsPartition(broken), sk: day, revision: 7, words: 'secret words' });
  const turn = { query: 'sing', outcome: 'out_of_scope' as const, at: Date.parse(`${day}T12:00:00Z`) };
  await logSession(store.client, [{ ...turn, institution: sound }]);
  const lines: string[] = [];
  const written = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => Boolean(lines.push(String(line))));
  await expect(handler({}, { getRemainingTimeInMillis: () => 290_000 })).rejects.toThrow('some institutions');
  written.mockRestore();
  expect(lines.filter((line) => line.includes(`"institution":"${broken}"`))).toHaveLength(1);
  expect(lines.join()).not.toContain('secret words');
  const Key = { pk: groupsPartition(sound), sk: day };
  const { Item } = await store
    .client()
    .send(new GetCommand({ TableName: setting('CONVERSATIONS_TABLE'), Key }));
  expect(Item).toMatchObject({ revision: expect.any(String) });
});
