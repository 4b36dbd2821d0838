import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type ISecurityGroup, type IVpc, SecurityGroup, Subnet, Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundleOf } from '../bundling.ts';
import { functionSettings, OF_PLATFORMS, TASK_ROOT } from '../functions.ts';
import type { Settings } from '../settings.ts';
import { encoderFiles, TRAINING_FOLDER } from './encoder-files.ts';
import { RoleWithPolicy } from './role-with-policy.ts';
import type { Store } from './store.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The alias of the version that serves requests. Releases whose aliases were in the outer stack call theirs `live`: in
 * an upgrade, a function has both for a while.
 */
const SERVING_ALIAS = 'serving';
/** Policies allow it too, since code of such a release still invokes it during the upgrade; the next release can drop it. */
const EARLIER_ALIAS = 'live';

export interface ServiceFunctionProps {
  store: Store;
  /** The stack that contains the roles. */
  roles: Construct;
  /** The stack that contains the aliases. It is made with the first one, since a stack must not be empty. */
  aliases: () => Construct;
  /** The stack that contains the log groups. */
  logs: Construct;
  settings: Settings;
  environment: Readonly<Record<string, string>>;
}

/**
 * A function of the service, named after its folder: bundled, with exactly the permissions that ALL_FUNCTIONS lists and
 * its own log group.
 */
export class ServiceFunction extends LambdaFunction {
  /** The alias of the serving version, if there are canary deployments or provisioned concurrency. */
  readonly live: Alias | undefined;
  /** The function's log group. */
  readonly lines: LogGroup;

  constructor(
    scope: Construct,
    name: string,
    { store, roles, aliases, logs, settings, environment }: ServiceFunctionProps,
  ) {
    const needs = functionSettings(name);
    const id = pascalCase(name);
    const logGroup = new LogGroup(logs, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new RoleWithPolicy(roles, `${id}Role`, new ServicePrincipal('lambda.amazonaws.com'));
    logGroup.grantWrite(role);
    const network = needs.callsBusinessLogic ? networkOf(scope, id, settings) : undefined;
    if (network !== undefined) role.addManagedPolicy(VPC_ACCESS);
    super(scope, id, {
      code: bundledCode(name, settings),
      handler: needs.encoder === 'train' ? `${TRAINING_FOLDER}/index.handler` : 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: settings.memoryMegabytes[name] ?? needs.memoryMegabytes,
      timeout: Duration.seconds(needs.timeoutSeconds),
      environment: {
        ...environment,
        ...(needs.encoder && { ENCODER_DIRECTORY: `${TASK_ROOT}/encoder` }),
        // The only folder that a function can write to.
        ...(needs.encoder === 'train' && { TRAINING_CACHE: '/tmp' }),
      },
      role,
      logGroup,
      ...(settings.tracing ? { tracing: Tracing.ACTIVE } : {}),
      ...network,
    });
    this.lines = logGroup;
    store.give(this, needs);
    const warm = settings.provisionedConcurrency[name];
    const hasCanary = settings.canaryDeployments && !OF_PLATFORMS.has(name);
    this.live = hasCanary || warm !== undefined ? servingAlias(aliases(), id, this, warm) : undefined;
  }

  /**
   * The ARN by which another function invokes this one, through its alias if there is one. It does not depend on the
   * alias resource: the alias waits for the alarms of all functions, including the invoking one.
   */
  get invocationArn(): string {
    return this.live === undefined ? this.functionArn : `${this.functionArn}:${SERVING_ALIAS}`;
  }

  /** The ARNs by which a policy lets other functions of this and the earlier release invoke this one. */
  get invocationArns(): string[] {
    return this.live === undefined
      ? [this.functionArn]
      : [this.invocationArn, `${this.functionArn}:${EARLIER_ALIAS}`];
  }

  /** The function or alias that the gateway calls. */
  get entrance(): IFunction {
    return (this.live as IFunction | undefined) ?? this;
  }
}

/** A function's bundle and the files beside it, made only where the stack is bundled. */
function bundledCode(name: string, settings: Settings): Code {
  const { encoder } = functionSettings(name);
  const tryBundle = (folder: string): boolean => {
    const place = encoder === 'train' ? `${folder}/${TRAINING_FOLDER}` : folder;
    mkdirSync(place, { recursive: true });
    for (const [file, contents] of Object.entries(bundleOf(name)))
      writeFileSync(`${place}/${file}`, contents);
    const beside = encoder === undefined ? {} : encoderFiles(settings, encoder);
    for (const [file, from] of Object.entries(beside)) cpSync(from, `${folder}/${file}`);
    return true;
  };
  const bundling = { local: { tryBundle }, image: NO_IMAGE };
  // CDK tells bundles apart by their source.
  return Code.fromAsset(`${ROOT}functions/${name}`, { assetHashType: AssetHashType.OUTPUT, bundling });
}

/** CDK asks for an image, which is used only where bundling here is not possible. */
const NO_IMAGE = DockerImage.fromRegistry('scratch');

/** CDK's classes type optional members more loosely than its interfaces, hence the assertions here and above. */
const servingAlias = (
  scope: Construct,
  id: string,
  of: LambdaFunction,
  environments: number | undefined,
): Alias =>
  new Alias(scope, `${id}Serving`, {
    aliasName: SERVING_ALIAS,
    version: of.currentVersion as IVersion,
    ...(environments === undefined ? {} : { provisionedConcurrentExecutions: environments }),
  });

const VPC_ACCESS = ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaVPCAccessExecutionRole');

interface Network {
  vpc: IVpc;
  vpcSubnets: { subnets: ReturnType<typeof Subnet.fromSubnetId>[] };
  securityGroups: ISecurityGroup[];
}

/** Refers to the network by ids, since a lookup would need an account during synthesis. */
function networkOf(scope: Construct, id: string, { vpc }: Settings): Network | undefined {
  if (vpc === undefined) return undefined;
  const { vpcId, availabilityZones, subnetIds, securityGroupIds } = vpc;
  const parts = new Construct(scope, `${id}Network`);
  return {
    vpc: Vpc.fromVpcAttributes(parts, 'Vpc', { vpcId, availabilityZones }),
    vpcSubnets: { subnets: subnetIds.map((subnet) => Subnet.fromSubnetId(parts, subnet, subnet)) },
    securityGroups: securityGroupIds.map((group) => SecurityGroup.fromSecurityGroupId(parts, group, group)),
  };
}

const pascalCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
