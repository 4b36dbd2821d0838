import { randomUUID } from 'node:crypto';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import type { NamedServers } from '../functions/shared/domain/institutions/business-logic-names.ts';
import { RELAY_LOOK } from '../functions/shared/domain/voice/connections.ts';
import { serveInProcess } from '../functions/shared/store/invocation.ts';
import { serveSockets } from '../functions/shared/store/sockets.ts';
import { RELAY_FUNCTIONS } from '../infra/functions.ts';
import { ROUTES } from '../infra/routes.ts';
import { startChannels } from './channels.ts';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { DEMO_INSTITUTION, type DemoCredentials, ensureDemo } from './demo.ts';
import { setDemoServers } from './demo-servers.ts';
import { takeFolder } from './enter-folder.ts';
import type { FolderLock } from './folder-lock.ts';
import { OWN_MACHINE, startFolderServers } from './folder-server.ts';
import { functionsOf, invokeFunction, loadFunction } from './gateway/invoke.ts';
import { createGateway, type GatewayOptions } from './gateway/server.ts';
import { startSockets } from './gateway/sockets.ts';
import { HOME_PAGE } from './home-page.ts';
import { publishAssistants } from './publish.ts';
import { type LocalStore, startStore } from './store.ts';
import { startGrouping } from './unhandled-groups.ts';
import { SENDS_WEBHOOKS, startWebhooks } from './webhooks.ts';

export interface ServiceOptions {
  folder: DataFolder;
  /** 0 lets the operating system choose. */
  port: number;
  /** Folders of the assistants to serve; the first is the default. */
  assistants: readonly string[];
  /** Called with progress messages. */
  onProgress: (text: string) => void;
  /** Called with errors that functions threw. */
  onFault: (functionName: string, error: unknown) => void;
}

/** The content of `demo.json`, which `npm start` writes. */
export interface Demo extends DemoCredentials {
  base_url: string;
  institution: string;
  ai_version: string;
  application: string;
}

/** The program that trains drafts beside the service. */
const TRAINER = new URL('../functions/drafts-train/process.ts', import.meta.url).href;

/** The parts that are ready when a service is opened. */
export interface ServiceParts {
  gateway: GatewayOptions;
  store: LocalStore;
  /** The values of the assistants' business-logic names, when its servers have started. */
  servers: NamedServers | Promise<NamedServers>;
}

/** A function that undoes one step of the start. */
export type Stop = () => Promise<void>;

/**
 * Starts everything: store, business-logic servers, assistants, demo credentials and gateway. Functions run
 * in this process, so their variables are set in its environment.
 * @param stops collects the undo functions of all steps, so that an unfinished start can be undone too
 * @throws {DataFolderInUse}
 */
export async function startService(options: ServiceOptions, stops: Stop[]): Promise<Demo> {
  const { folder, assistants, onFault, onProgress } = options;
  const lock = await takeFolder(folder, { onWait: onProgress });
  stops.push(() => lock.unlock());
  const servers = startFolderServers(assistants, { report: onProgress })
    .then(stoppable(stops))
    .then((businessLogic) => businessLogic.servers);
  // A failure ends the start where they are needed.
  servers.catch(() => undefined);
  const [store] = await Promise.all([
    startStore(folder, { report: onProgress }).then(stoppable(stops)),
    // The first query should not wait for what every query needs.
    loadFunction('query'),
    buildEncoder(),
  ]);
  stops.push(() => guestsGone(lock, onProgress));
  Object.assign(process.env, store.environment, OWN_MACHINE, SENDS_WEBHOOKS, {
    ENCODER_DIRECTORY,
    TRAINING: TRAINER,
  });
  const functions = functionsOf(ROUTES, RELAY_FUNCTIONS);
  const invoke = (name: string, event: unknown) =>
    invokeFunction({ functions, onFault }, name, event, randomUUID());
  const sockets = startSockets(invoke);
  stops.push(() => sockets.stop());
  serveSockets(sockets);
  serveInProcess(RELAY_LOOK, (event) => invoke(RELAY_LOOK, event));
  const gateway: GatewayOptions = { routes: ROUTES, functions, issuer: process.env.ISSUER, onFault, sockets };
  const invokeQuery = (event: unknown) => invoke('query', event);
  serveInProcess('query', invokeQuery);
  const demo = await openService(options, { gateway, store, servers }, stops);
  stoppable(stops)(startWebhooks(onFault));
  stoppable(stops)(startGrouping(onFault));
  stoppable(stops)(startChannels(invokeQuery, onFault));
  return demo;
}

/**
 * Gives commands time to finish before the store stops. New commands cannot find the service, since its note
 * is already deleted.
 */
export const guestsGone = (lock: FolderLock, onProgress: ServiceOptions['onProgress']): Promise<void> =>
  lock.guestsGone(() =>
    onProgress(
      'Waiting up to ten seconds for a command that uses the store. Press Ctrl-C again to stop at once.',
    ),
  );

/** Fills the store if needed, and opens the gateway over the prepared functions. */
export async function openService(
  { folder, port, assistants, onProgress }: ServiceOptions,
  { gateway: options, store, servers }: ServiceParts,
  stops: Stop[],
): Promise<Demo> {
  stops.push(() => store.note.takeBack());
  await store.note.tell({ databasePid: store.pid });
  const credentials = await prepareDemo(folder, options, store.endpoint);
  await setDemoServers(await servers);
  const served = await publishAssistants({ folder, assistants, onProgress });
  // Not earlier: training blocks the process for seconds, during which the store would not answer commands.
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

/** Creates the demo's credentials, using a temporary gateway. */
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

/** Registers the function that stops a part, and returns the part. */
export const stoppable =
  (stops: Stop[]) =>
  <Part extends { stop: Stop }>(part: Part): Part => {
    stops.push(() => part.stop());
    return part;
  };
