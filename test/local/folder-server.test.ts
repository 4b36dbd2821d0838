import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';
import { asEnvironment, startFolderServer, startFolderServers } from '../../local/folder-server.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

let root: string;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(() => removeFolder(root));

/** Writes the folder of an assistant that calls `env:<name>`, with or without fixtures. */
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
  it('answers from fixtures if it has no server, under the variable that the assistant names', async () => {
    const { servers, stop } = await startFolderServer(await assistant('inn', 'BLS_INN_URL', BOOKED), {});
    const body = '{"state": "booked", "slots": {}}';
    const key = readWebhookSecret(servers.BLS_SECRET?.secrets?.[0] ?? '') ?? new Uint8Array();
    const call = (headers: Record<string, string>) =>
      fetch(servers.BLS_INN_URL?.url ?? '', { method: 'POST', headers, body });
    const response = await call(signedHeaders([key], 'q', 1, body));
    expect(await response.json()).toMatchObject({ state: 'booked', response_slots: { number: 7 } });
    expect(servers.BLS_SECRET).toEqual({ secrets: [expect.stringMatching(/^whsec_/)] });
    expect(asEnvironment(servers)).toEqual({
      BLS_INN_URL: servers.BLS_INN_URL?.url,
      BLS_SECRET: servers.BLS_SECRET?.secrets?.[0],
    });
    await stop();
  });

  it('refuses unsigned requests for its fixtures, unless the assistant sets sign: false', async () => {
    const post = async (url = '') =>
      (await fetch(url, { method: 'POST', body: '{"state": "booked", "slots": {}}' })).status;
    const signing = await startFolderServer(await assistant('loft', 'BLS_LOFT_URL', BOOKED), {});
    expect(await post(signing.servers.BLS_LOFT_URL?.url)).toBe(401);
    await signing.stop();
    const open = await startFolderServer(
      await assistant('yard', 'BLS_YARD_URL', BOOKED, 'sign: false, '),
      {},
    );
    expect(await post(open.servers.BLS_YARD_URL?.url)).toBe(200);
    await open.stop();
  });

  it('is not started where the environment names another server, and keeps that one’s secret', async () => {
    const folder = await assistant('mill', 'BLS_MILL_URL', BOOKED);
    const given = { BLS_MILL_URL: 'https://mill.example', BLS_SECRET: 'whsec_c2VjcmV0' };
    const { servers } = await startFolderServer(folder, given);
    expect(servers).toEqual({
      BLS_MILL_URL: { url: 'https://mill.example' },
      BLS_SECRET: { secrets: ['whsec_c2VjcmV0'] },
    });
  });

  it('sets no variables if the folder has neither server nor fixtures', async () => {
    const { servers } = await startFolderServer(await assistant('barn', 'BLS_BARN_URL'), {});
    expect(servers).toEqual({});
  });

  it('says which fixtures cannot be read', async () => {
    const folder = await assistant('shed', 'BLS_SHED_URL', '{ "booked": "yes" }');
    await expect(startFolderServer(folder, {})).rejects.toThrow('booked: each state needs an object of');
  });

  it('has its own address for each assistant, and two assistants cannot share a variable', async () => {
    const [north, south] = await Promise.all([
      assistant('north', 'BLS_NORTH_URL', BOOKED),
      assistant('south', 'BLS_SOUTH_URL', BOOKED),
    ]);
    const { servers, stop } = await startFolderServers([north, south], {
      environment: {},
      report: () => undefined,
    });
    const urls = [servers.BLS_NORTH_URL?.url, servers.BLS_SOUTH_URL?.url];
    expect(new Set(urls).size).toBe(2);
    expect(urls).not.toContain(undefined);
    expect(servers.BLS_SECRET?.secrets).toHaveLength(1);
    await stop();
    const other = await assistant('other', 'BLS_NORTH_URL', BOOKED);
    await expect(
      startFolderServers([north, other], { environment: {}, report: () => undefined }),
    ).rejects.toThrow(`${north} and ${other} both use env:BLS_NORTH_URL`);
  });
});
