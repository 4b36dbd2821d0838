import { AsyncLocalStorage } from 'node:async_hooks';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { openOperator } from '../../cli/operator.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { createDialogMessages } from '../../functions/dialog-messages/handler.ts';
import { setLimits } from '../../functions/shared/domain/institutions/institutions.ts';
import { createAccessRecords } from '../../functions/shared/store/access-records.ts';
import { handoffDependencies } from '../../functions/shared/store/handoff-dependencies.ts';
import { createRequestAdmission } from '../../functions/shared/store/request-admission.ts';
import { waitShare } from '../../functions/shared/store/wait-share.ts';
import { ROUTES } from '../../infra/routes.ts';
import { openDataFolder } from '../../local/data-folder.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { functionsOf } from '../../local/gateway/invoke.ts';
import { openService } from '../../local/service.ts';
import { startStore } from '../../local/store.ts';

/**
 * A process with the service, in which each wait for messages has a clock of its own that needs no time to wait. Sends
 * its parent the content of `demo.json`. Arguments: data folder and assistant.
 */
const [, , folderPath = '', assistant = ''] = process.argv;
const MANY = 1_000_000;
process.on('disconnect', () => process.exit());

/** Each request's time in milliseconds since the epoch, which only its waits move on. */
const clocks = new AsyncLocalStorage<{ now: number }>();
const now = () => clocks.getStore()?.now ?? Date.now();
const wait = async (milliseconds: number) => {
  const clock = clocks.getStore();
  if (clock !== undefined) clock.now += milliseconds;
};

const onFault = (name: string, error: unknown) => void process.stderr.write(`${name}: ${String(error)}\n`);
const options = {
  folder: openDataFolder(folderPath),
  port: 0,
  assistants: [assistant],
  onProgress: () => undefined,
  onFault,
};
const store = await startStore(options.folder, { report: () => undefined });
Object.assign(process.env, store.environment, OWN_MACHINE, { ENCODER_DIRECTORY, MAX_WAITING: String(MANY) });
const messages = createDialogMessages({
  ...handoffDependencies(),
  waits: waitShare(),
  now,
  wait,
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
const functions = {
  ...functionsOf(ROUTES),
  'dialog-messages': (event: APIGatewayProxyEvent, context: Context) =>
    clocks.run({ now: Date.now() }, () => messages(event, context)),
};
const demo = await openService(
  options,
  { gateway: { routes: ROUTES, functions, onFault }, store, servers: {} },
  [],
);
const operator = await openOperator();
await setLimits(operator, demo.institution, { requestsPerSecond: MANY });
operator.close();
process.send?.(demo);
