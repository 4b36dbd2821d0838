import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstitution } from '../../functions/shared/domain/institutions/operators.ts';
import { artifactKey, readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import { artifactStore } from '../../functions/shared/store/artifacts.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { DEMO_INSTITUTION } from '../../local/demo.ts';
import { publishAssistants } from '../../local/publish.ts';
import { storeEnvironment } from '../../local/store.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ASSISTANT = fileURLToPath(new URL('../conformance/assistant', import.meta.url));
const store = useDynamoDb();
let place = '';
let folder: DataFolder;
let first = '';

/** Publishes the assistant like `npm start`, and returns the version and the progress messages. */
async function start() {
  const told: string[] = [];
  const served = await publishAssistants({
    folder,
    assistants: [ASSISTANT],
    onProgress: (text) => void told.push(text),
  });
  return { versionId: served.versionId, told };
}

const artifacts = () => artifactStore(folder.artifacts);
const file = () => path.join(fileURLToPath(folder.artifacts), artifactKey(DEMO_INSTITUTION, first));

beforeAll(async () => {
  place = await temporaryFolder();
  folder = openDataFolder(place);
  Object.assign(process.env, storeEnvironment(folder, store.endpoint()));
  const operator = { directory: createDirectory(store.client), now: Date.now, random: randomBytes };
  await createInstitution(operator, { name: DEMO_INSTITUTION });
  first = (await start()).versionId;
});
afterAll(() => removeFolder(place));

describe('a start', () => {
  test('does not publish an intact artifact again', async () => {
    expect(await start()).toEqual({ versionId: first, told: [] });
  });

  test.each([
    ['is damaged', async () => writeFile(file(), (await readFile(file())).fill(0, 100, 200))],
    ['is missing', () => rm(file())],
  ])('publishes an artifact again that %s, as the same version', async (fault, harm) => {
    await harm();
    const { versionId, told } = await start();
    expect(versionId).toBe(first);
    expect(told[0]).toMatch(new RegExp(`^The artifact of demo:[\\w-]+ ${fault}\\. Publishing it again\\.$`));
    expect(await readArtifact(await artifacts(), DEMO_INSTITUTION, first)).toBeDefined();
    expect((await start()).told).toEqual([]);
  });
});
