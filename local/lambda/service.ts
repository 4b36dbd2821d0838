import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import type { NamedServers } from '../../functions/shared/domain/institutions/business-logic-names.ts';
import { type DataFolder, writeJson } from '../data-folder.ts';
import { takeFolder } from '../enter-folder.ts';
import { OWN_MACHINE, startFolderServers } from '../folder-server.ts';
import { Refusal } from '../gateway/refusal.ts';
import type { GatewayOptions } from '../gateway/server.ts';
import { makePrivate } from '../private-folder.ts';
import { type Demo, guestsGone, openService, type ServiceOptions, type Stop, stoppable } from '../service.ts';
import { type LocalStore, startStore } from '../store.ts';
import { type AccessRecorder, createAccessRecorder } from './access.ts';
import { createDeployedTables } from './create-tables.ts';
import { type DeployedFunction, type Deployment, readDeployment } from './deployment.ts';
import { startDynamoDbProxy } from './dynamodb-proxy.ts';
import { createPool, FunctionError, type FunctionPool, MAX_PAYLOAD_BYTES } from './function-pool.ts';
import { templateAnswers } from './gateway-answers.ts';
import { startLambdaServer } from './lambda-server.ts';
import { remapHeaders } from './remapped-headers.ts';
import { startS3Server } from './s3-server.ts';
import { startSecretsServer } from './secrets-server.ts';
import { STACK, synthesize } from './synthesize.ts';

/** A running deployment: its functions, its store and its gateway. */
export interface LocalDeployment {
  deployment: Deployment;
  gateway: GatewayOptions;
  store: LocalStore;
  /** The values of the assistants' business-logic names. */
  servers: NamedServers;
}

/**
 * `npm run start:lambda`: like `npm start`, but with everything that an AWS account would run taken from the
 * cloud assembly: function bundles in separate processes with their variables, policies and limits, the
 * tables, the routes and the gateway's answers. Logs are in `logs/`, the use of permissions in `access.json`.
 */
export async function startLambdaService(options: ServiceOptions, stops: Stop[]): Promise<Demo> {
  return openService(options, await deploy(options, stops), stops);
}

export interface DeployOptions extends Omit<ServiceOptions, 'port'> {
  /** Maximum number of processes per function, like an account's concurrency limit; default 4. */
  environments?: number;
  /** Variables for every function that override the template's. */
  variables?: Readonly<Record<string, string>>;
}

/** Synthesises the stack, creates the tables and prepares every function. */
export async function deploy(
  { folder, assistants, onProgress, onFault, ...running }: DeployOptions,
  stops: Stop[],
): Promise<LocalDeployment> {
  const lock = await takeFolder(folder, { onWait: onProgress });
  stops.push(() => lock.unlock());
  const businessLogic = await startFolderServers(assistants, { report: onProgress }).then(stoppable(stops));
  onProgress('Synthesising the stack and bundling its functions.');
  await synthesize(folder.assembly);
  makePrivate(folder.assembly);
  const deployment = readDeployment(folder.assembly, STACK);
  const create = (client: DynamoDBDocumentClient) => createDeployedTables(client, deployment.tables);
  const store = await startStore(folder, { create, report: onProgress }).then(stoppable(stops));
  stops.push(() => guestsGone(lock, onProgress));
  // Training the example here uses the encoder from the bundles.
  Object.assign(process.env, store.environment, { ENCODER_DIRECTORY });

  const recorder = createAccessRecorder();
  stops.push(() => writeJson(folder.accessFile, recorder.report(deployment.functions.values())));
  const places = { folder, endpoint: store.endpoint };
  const pools = await startFunctions(deployment, places, running, recorder, stops);
  const gateway: GatewayOptions = {
    routes: deployment.routes,
    functions: Object.fromEntries([...pools].map(([name, pool]) => [name, asHandler(pool)])),
    answers: templateAnswers(deployment.api),
    // Lambda limits concurrency itself.
    maxConcurrent: Number.POSITIVE_INFINITY,
    issuer: process.env.ISSUER,
    onFault,
  };
  return { deployment, gateway, store, servers: businessLogic.servers };
}

async function startFunctions(
  deployment: Deployment,
  { folder, endpoint }: { folder: DataFolder; endpoint: string },
  { environments, variables }: Pick<DeployOptions, 'environments' | 'variables'>,
  recorder: AccessRecorder,
  stops: Stop[],
): Promise<Map<string, FunctionPool>> {
  await mkdir(folder.logs, { recursive: true, mode: 0o700 });
  const pools = new Map<string, FunctionPool>();
  for (const definition of deployment.functions.values()) {
    const endpoints = await startEndpoints(definition, deployment, folder, endpoint, recorder, stops);
    const invoked = await startLambdaServer(definition, { invoke: invokeIn(pools, deployment), recorder });
    stops.push(async () => invoked.close());
    const overrides = { ...endpoints, LAMBDA_ENDPOINT: invoked.url, ...variables };
    const log = createWriteStream(path.join(folder.logs, `${definition.name}.log`), {
      flags: 'a',
      mode: 0o600,
    });
    const pool = createPool(definition, {
      overrides,
      ...(environments && { environments }),
      onLog: (text) => void log.write(text),
      onResult: (result) => recorder.returned(definition, result),
    });
    stops.push(async () => pool.stop());
    pools.set(definition.name, pool);
  }
  return pools;
}

/**
 * Invokes a function by its ARN, for a caller that does not wait for the answer. Its log contains its errors.
 */
const invokeIn =
  (pools: ReadonlyMap<string, FunctionPool>, { names }: Deployment) =>
  (arn: string, event: unknown): boolean => {
    const pool = pools.get(names.get(arn) ?? '');
    pool?.invoke(randomUUID(), event).catch(() => undefined);
    return pool !== undefined;
  };

/**
 * Starts the services with addresses on this machine: each function's access to the stores, and the issuer.
 */
export async function startEndpoints(
  definition: DeployedFunction,
  { bucket }: Deployment,
  folder: DataFolder,
  endpoint: string,
  recorder: AccessRecorder,
  stops: Stop[],
): Promise<Record<string, string>> {
  const artifacts = fileURLToPath(folder.artifacts);
  const [dynamoDb, s3, secrets] = await Promise.all([
    startDynamoDbProxy(definition, endpoint, recorder),
    startS3Server(definition, { bucket, folder: artifacts }, recorder),
    startSecretsServer(definition, folder.keyFile, recorder),
  ]);
  stops.push(async () => dynamoDb.close());
  stops.push(async () => s3.close());
  stops.push(async () => secrets.close());
  return {
    DYNAMODB_ENDPOINT: dynamoDb.url,
    S3_ENDPOINT: s3.url,
    SECRETS_ENDPOINT: secrets.url,
    // Allows business logic on this machine, which a deployment never calls.
    ...OWN_MACHINE,
    ...(process.env.ISSUER ? { ISSUER: process.env.ISSUER } : {}),
  };
}

/** A function as the gateway calls it. */
const asHandler =
  (pool: FunctionPool) =>
  async (event: unknown, { awsRequestId }: { awsRequestId: string }): Promise<unknown> => {
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_PAYLOAD_BYTES) throw new Refusal('REQUEST_TOO_LARGE');
    try {
      return remapHeaders(await pool.invoke(awsRequestId, event));
    } catch (error) {
      // The gateway receives only the message.
      if (error instanceof FunctionError) throw new Error(error.report.errorMessage, { cause: error });
      throw error;
    }
  };
