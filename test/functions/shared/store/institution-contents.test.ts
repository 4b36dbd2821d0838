import { setTimeout as delay } from 'node:timers/promises';
import { type DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { createInstitutionContents } from '../../../../functions/shared/store/institution-contents.ts';
import { tableEnvironment } from '../../../../local/create-tables.ts';

const unhandled = vi.fn();
beforeEach(() => {
  process.on('unhandledRejection', unhandled);
  for (const [name, value] of Object.entries(tableEnvironment())) vi.stubEnv(name, value);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  vi.unstubAllEnvs();
});

/** Creates a store with two pages, a slow second page, and failing deletes. */
function fixedStore(): DynamoDBDocumentClient {
  let pages = 0;
  const send = async (command: object) => {
    if (command instanceof QueryCommand) return { Items: [] };
    if (!(command instanceof ScanCommand)) throw new Error('it cannot be deleted');
    pages += 1;
    if (pages > 1) await delay(50);
    return { Items: [{ pk: 'acme#', sk: 'x' }], LastEvaluatedKey: pages > 1 ? undefined : { pk: 'acme#' } };
  };
  return Object.assign(connect('http://127.0.0.1:1'), { send });
}

test('a failed deletion is reported while the next page is slow, without ending the process', async () => {
  const contents = createInstitutionContents(fixedStore, async () => undefined);
  await expect(contents.empty('acme')).rejects.toThrow('it cannot be deleted');
  expect(unhandled).not.toHaveBeenCalled();
});
