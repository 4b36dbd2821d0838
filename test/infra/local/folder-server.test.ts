import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSecret, signedHeaders } from '../../../functions/shared/business-logic/signature.ts';
import { startFolderServer, startFolderServers } from '../../../infra/local/folder-server.ts';
import { removeFolder, temporaryFolder } from '../../support/service.ts';

let root: string;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(() => removeFolder(root));

/** A folder of an assistant that calls `env:<name>`, with fixtures or without. */
async function assistant(folder: string, name: string, fixtures?: string, more = ''): Promise<string> {
  const place = path.join(root, folder);
  await mkdir(path.join(place, 'business-logic'), { recursive: true });
  await writeFile(
    path.join(place, 'assistant.yaml'),
    `schema: 1\nname: ${folder}\nlanguages: { default: en, supported: [en] }\n` +
      `business_logic: { ${more}url: "env:${name}" }\nout_of_scope: { say: { en: No. } }\n`,
  );
  if (fixtures !== undefined) await writeFile(path.join(place, 'business-logic/fixtures.json'), fixtures);
  return place;
}

const BOOKED = '{ "booked": { "response_slots": { "number": 7 } } }';

describe("the business logic of an assistant's folder", () => {
  it('answers from its fixtures where it has no server, at the address that the assistant asks for', async () => {
    const { environment, stop } = await startFolderServer(await assistant('inn', 'BLS_INN_URL', BOOKED), {});
    const body = '{"state": "booked", "slots": {}}';
    const key = readSecret(environment.BLS_SECRET ?? '') ?? new Uint8Array();
    const call = (headers: Record<string, string>) =>
      fetch(environment.BLS_INN_URL ?? '', { method: 'POST', headers, body });
    const response = await call(signedHeaders(key, 'q', 1, body));
    expect(await response.json()).toMatchObject({ state: 'booked', response_slots: { number: 7 } });
    expect(environment).toMatchObject({
      BLS_ALLOW_LOOPBACK: '1',
      BLS_SECRET: expect.stringMatching(/^whsec_/),
    });
    await stop();
  });

  it('answers from its fixtures to nobody who does not sign, unless the assistant does not', async () => {
    const post = async (url = '') =>
      (await fetch(url, { method: 'POST', body: '{"state": "booked", "slots": {}}' })).status;
    const signing = await startFolderServer(await assistant('loft', 'BLS_LOFT_URL', BOOKED), {});
    expect(await post(signing.environment.BLS_LOFT_URL)).toBe(401);
    await signing.stop();
    const open = await startFolderServer(
      await assistant('yard', 'BLS_YARD_URL', BOOKED, 'sign: false, '),
      {},
    );
    expect(await post(open.environment.BLS_YARD_URL)).toBe(200);
    await open.stop();
  });

  it('is left alone where the environment names another one, whose secret stays', async () => {
    const folder = await assistant('mill', 'BLS_MILL_URL', BOOKED);
    const given = { BLS_MILL_URL: 'https://mill.example', BLS_SECRET: 'whsec_c2VjcmV0' };
    const { environment } = await startFolderServer(folder, given);
    expect(environment).toEqual({ BLS_ALLOW_LOOPBACK: '1', BLS_SECRET: 'whsec_c2VjcmV0' });
  });

  it('has no address where the folder holds neither server nor fixtures', async () => {
    const { environment } = await startFolderServer(await assistant('barn', 'BLS_BARN_URL'), {});
    expect(environment).not.toHaveProperty('BLS_BARN_URL');
  });

  it('says which fixtures cannot be read', async () => {
    const folder = await assistant('shed', 'BLS_SHED_URL', '{ "booked": "yes" }');
    await expect(startFolderServer(folder, {})).rejects.toThrow('booked: write an object of fields');
  });

  it('is one for each assistant, and two cannot be called by one name', async () => {
    const [north, south] = await Promise.all([
      assistant('north', 'BLS_NORTH_URL', BOOKED),
      assistant('south', 'BLS_SOUTH_URL', BOOKED),
    ]);
    const { environment, stop } = await startFolderServers([north, south], {});
    expect(environment.BLS_NORTH_URL).not.toBe(environment.BLS_SOUTH_URL);
    await stop();
    const other = await assistant('other', 'BLS_NORTH_URL', BOOKED);
    await expect(startFolderServers([north, other], {})).rejects.toThrow(
      `${north} and ${other} both call env:BLS_NORTH_URL`,
    );
  });
});
