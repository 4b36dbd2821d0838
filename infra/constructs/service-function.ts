import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ICommandHooks, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BUNDLING } from '../bundling.ts';
import { ENCODER_DIRECTORY, ENCODER_RUNTIME_FILES } from '../encoder/build.ts';
import { functionSettings } from '../functions.ts';
import type { Store } from './store.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Lays what the encoder needs to run, which is not code, beside the bundle. */
const ENCODER_FILES: ICommandHooks = {
  beforeInstall: () => [],
  beforeBundling: () => [],
  afterBundling: (_input, output) => [
    `mkdir -p ${output}/encoder`,
    ...ENCODER_RUNTIME_FILES.map((file) => `cp ${ENCODER_DIRECTORY}/${file} ${output}/encoder/`),
  ],
};

export interface ServiceFunctionProps {
  store: Store;
  environment: Readonly<Record<string, string>>;
}

/** One function of the service, by the name of its folder: bundled, and given exactly what FUNCTIONS says. */
export class ServiceFunction extends NodejsFunction {
  constructor(scope: Construct, name: string, { store, environment }: ServiceFunctionProps) {
    const settings = functionSettings(name);
    const id = pascalCase(name);
    super(scope, id, {
      entry: `${ROOT}functions/${name}/handler.ts`,
      handler: 'handler',
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}package-lock.json`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: settings.memoryMegabytes,
      timeout: Duration.seconds(settings.timeoutSeconds),
      environment: { ...environment, ...(settings.encoder && { ENCODER_DIRECTORY: '/var/task/encoder' }) },
      logGroup: new LogGroup(scope, `${id}Logs`, {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      bundling: {
        format: OutputFormat.ESM,
        ...BUNDLING,
        // The runtime's own SDK is older and slower to load than the parts that we use.
        externalModules: [],
        ...(settings.encoder && { commandHooks: ENCODER_FILES }),
      },
    });
    store.give(this, settings);
  }
}

const pascalCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
