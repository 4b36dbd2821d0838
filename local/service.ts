import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import type { NamedServers } from '../functions/shared/domain/institutions/business-logic-names.ts';
import { ROUTES } from '../infra/routes.ts';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { DEMO_INSTITUTION, type DemoCredentials, ensureDemo } from './demo.ts';
import { setDemoServers } from './demo-servers.ts';
import { takeFolder } from './enter-folder.ts';
import type { FolderLock } from './folder-lock.ts';
import { OWN_MACHINE, startFolderServers } from './folder-server.ts';
import { loadFunctions } from './gateway/invoke.ts';
import { createGateway, type GatewayOptions } from './gateway/server.ts';
import { HOME_PAGE } from './home-page.ts';
import { publishAssistants } from './publish.ts';
import { type LocalStore, startStore } from './store.ts';

export interface ServiceOptions {
  folder: DataFolder;
  /** 0 lets the operating system choose. */
  port: number;
  /** Folders of the assistants that it serves; the first is the one that serves by default. */
  assistants: readonly string[];
  /** Told what is being done, for whoever waits. */
  onProgress: (text: string) => void;
  /** Told of what a function threw. */
  onFault: (functionName: string, error: unknown) => void;
}

/** The content of `demo.json`, which `npm start` writes. */
export interface Demo extends DemoCredentials {
  base_url: string;
  institution: string;
  ai_version: string;
  application: string;
}

/** The parts that are up and ready when a service is opened. */
export interface ServiceParts {
  gateway: GatewayOptions;
  store: LocalStore;
  /** The meaning of the assistants' names. */
  servers: NamedServers;
}

/** Undoes one step of the start. */
export type Stop = () => Promise<void>;

/**
 * Starts everything: store, business-logic servers, assistants, demo credentials, gateway. Functions run in this
 * process, so their settings are put into its environment.
 * @param stops gets what undoes each step as it is done, so that an unfinished start can be undone too
 * @throws {DataFolderInUse}
 */
export async function startService(options: ServiceOptions, stops: Stop[]): Promise<Demo> {
  const { folder, assistants, onFault, onProgress } = options;
  const lock = await takeFolder(folder, { onWait: onProgress });
  stops.push(() => lock.unlock());
  const [store, businessLogic, functions] = await Promise.all([
    startStore(folder, { report: onProgress }).then(stoppable(stops)),
    startFolderServers(assistants, { report: onProgress }).then(stoppable(stops)),
    loadFunctions(ROUTES),
    buildEncoder(),
  ]);
  stops.push(() => guestsGone(lock, onProgress));
  Object.assign(process.env, store.environment, OWN_MACHINE, { ENCODER_DIRECTORY });
  const gateway: GatewayOptions = { routes: ROUTES, functions, issuer: process.env.ISSUER, onFault };
  return openService(options, { gateway, store, servers: businessLogic.servers }, stops);
}

/**
 * Gives commands the time to finish that work with a store which is about to stop. No more of them come: the file by
 * which they find the service is gone by then.
 */
export const guestsGone = (lock: FolderLock, onProgress: ServiceOptions['onProgress']): Promise<void> =>
  lock.guestsGone(() =>
    onProgress(
      'Waiting for a command that works with the store, for ten seconds at most. Ctrl-C again stops at once.',
    ),
  );

/** Fills the store where that is needed, and opens the gateway over functions that are ready. */
export async function openService(
  { folder, port, assistants, onProgress }: ServiceOptions,
  { gateway: options, store, servers }: ServiceParts,
  stops: Stop[],
): Promise<Demo> {
  stops.push(() => store.note.takeBack());
  await store.note.tell({ databasePid: store.pid });
  const credentials = await prepareDemo(folder, options, store.endpoint);
  await setDemoServers(servers);
  const served = await publishAssistants({ folder, assistants, onProgress });
  // Not before: what trains stands still for seconds, in which the store answers no command.
  await store.note.tell({ endpoint: store.endpoint });
  const gateway = createGateway({ ...options, home: HOME_PAGE });
  const actualPort = await gateway.listen(port);
  stops.push(() => gateway.close());
  const demo: Demo = {
    base_url: `http://127.0.0.1:${actualPort}`,
    institution: DEMO_INSTITUTION,
    ...credentials,
    ai_version: served.versionId,
    application: served.application,
  };
  await writeJson(folder.demoFile, demo);
  return demo;
}

/** Makes the demo's credentials through a gateway that nobody else knows of yet. */
async function prepareDemo(
  folder: DataFolder,
  options: GatewayOptions,
  endpoint: string,
): Promise<DemoCredentials> {
  const gateway = createGateway(options);
  const port = await gateway.listen(0);
  try {
    return await ensureDemo(await readJson(folder.demoFile), `http://127.0.0.1:${port}`, endpoint);
  } finally {
    await gateway.close();
  }
}

/** Remembers how to stop a part, and passes it on. */
export const stoppable =
  (stops: Stop[]) =>
  <Part extends { stop: Stop }>(part: Part): Part => {
    stops.push(() => part.stop());
    return part;
  };
