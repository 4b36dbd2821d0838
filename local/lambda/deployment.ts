import path from 'node:path';
import type { GlobalSecondaryIndex } from '@aws-sdk/client-dynamodb';
import { ARTIFACTS_OUTPUT, tableOutput } from '../../infra/outputs.ts';
import type { Route } from '../../infra/routes.ts';
import { TABLES, type TableName } from '../../infra/tables.ts';
import { readStacks, wholeTemplate } from '../../infra/whole-template.ts';
import { type ApiDefinition, readApi } from './api.ts';
import { ACCOUNT, evaluate, type Physical, REGION, type Resource, type Template } from './intrinsics.ts';
import { readStatements, type Statement } from './policy.ts';

/** A function of the template, ready to start. */
export interface DeployedFunction {
  /** Its folder under `functions/`. */
  name: string;
  /** The folder of its bundle. */
  codeFolder: string;
  /** `file.export`, as in Lambda. */
  handler: string;
  environment: Readonly<Record<string, string>>;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** The statements of its role, without the managed policy for writing logs. */
  statements: readonly Statement[];
}

export interface DeployedTable {
  name: string;
  attributes: { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[];
  keys: { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
  timeToLive?: string;
  indexes?: GlobalSecondaryIndex[];
}

/** The part of a cloud assembly that can be deployed without an AWS account. */
export interface Deployment {
  functions: ReadonlyMap<string, DeployedFunction>;
  /** The functions' names by ARN. */
  names: ReadonlyMap<string, string>;
  tables: readonly DeployedTable[];
  bucket: string;
  routes: readonly Route[];
  api: ApiDefinition;
}

const BUCKET = 'parley-artifacts';

/**
 * Reads the stack of a cloud assembly (the folder that `cdk synth` writes), including nested stacks.
 * @param tablePrefix a prefix for table names, which CloudFormation would choose
 */
export function readDeployment(folder: string, stack: string, tablePrefix = 'parley'): Deployment {
  const template: Template = wholeTemplate(readStacks(folder, stack));
  const physical = physicalResources(template, tablePrefix);
  const resolve = (value: unknown) => evaluate(value, (id) => physical.get(id));
  const ofType = (type: string): [string, Record<string, unknown>][] =>
    Object.entries(template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => [id, resolve(resource.Properties ?? {}) as Record<string, unknown>]);
  const roles = rolePolicies(ofType);
  const names = new Map(ofType('AWS::Lambda::Function').map(([id]) => [id, nameOf(template.Resources[id])]));
  const functions = ofType('AWS::Lambda::Function').map(([id, properties]) => {
    const name = names.get(id) ?? id;
    const codeFolder = path.join(folder, String(template.Resources[id]?.Metadata?.['aws:asset:path']));
    return [name, { ...readFunction(name, properties, roles), codeFolder }] as const;
  });
  const api = readApi(ofType, (id) => names.get(id) ?? id);
  return {
    functions: new Map(functions),
    names: new Map(Array.from(names, ([id, name]) => [functionArn(id), name])),
    tables: ofType('AWS::DynamoDB::Table').map(([id, properties]) =>
      readTable(physical.get(id)?.ref ?? id, properties),
    ),
    bucket: BUCKET,
    routes: api.routes,
    api,
  };
}

/** Names for resources that CloudFormation would name: tables by their outputs, all others by logical id. */
export function physicalResources(template: Template, tablePrefix: string): ReadonlyMap<string, Physical> {
  const tableName = (id: string): string => {
    const shown = (Object.keys(TABLES) as TableName[]).find(
      (name) => refOf(template.Outputs?.[tableOutput(name)]?.Value) === id,
    );
    return `${tablePrefix}-${shown ?? id}`;
  };
  const entries = Object.entries(template.Resources).map(([id, resource]): [string, Physical] => {
    switch (resource.Type) {
      case 'AWS::DynamoDB::Table': {
        const ref = tableName(id);
        return [id, { ref, attributes: { Arn: tableArn(ref) } }];
      }
      case 'AWS::S3::Bucket':
        return [
          id,
          { ref: bucketName(template, id), attributes: { Arn: bucketArn(bucketName(template, id)) } },
        ];
      case 'AWS::SecretsManager::Secret':
        return [id, { ref: secretArn(id) }];
      case 'AWS::Lambda::Function':
        return [id, { ref: id, attributes: { Arn: functionArn(id) } }];
      case 'AWS::Lambda::Alias':
        return [id, { ref: `${functionArn(String(refOf(resource.Properties?.FunctionName)))}:alias` }];
      default:
        return [id, { ref: id }];
    }
  });
  return new Map(entries);
}

export const tableArn = (name: string): string => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;
export const bucketArn = (name: string): string => `arn:aws:s3:::${name}`;
const secretArn = (id: string): string => `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}`;
const functionArn = (id: string): string => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;

/** The artifact bucket in the outputs has a known name; any other bucket is named by its id. */
const bucketName = (template: Template, id: string): string =>
  JSON.stringify(template.Outputs?.[ARTIFACTS_OUTPUT] ?? '').includes(`"${id}"`) ? BUCKET : id.toLowerCase();

function refOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'Ref' in value ? value.Ref : undefined;
}

/** The last segment but one of the construct path in kebab case: `Parley/KeysList/Resource` → `keys-list`. */
function nameOf(resource: Resource | undefined): string {
  const segment = String(resource?.Metadata?.['aws:cdk:path']).split('/').at(-2) ?? '';
  return segment.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase();
}

function readFunction(
  name: string,
  properties: Record<string, unknown>,
  roles: ReadonlyMap<string, readonly unknown[]>,
): Omit<DeployedFunction, 'codeFolder'> {
  const { Environment, Handler, MemorySize = 128, Timeout = 3, Role } = properties;
  const policies = roles.get(String(Role).split('.')[0] ?? '') ?? [];
  const variables = (Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {};
  return {
    name,
    handler: String(Handler),
    environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    memoryMegabytes: Number(MemorySize),
    timeoutSeconds: Number(Timeout),
    statements: policies.flatMap(readStatements),
  };
}

/** The policy documents of each role, from the role itself and from policies attached to it. */
function rolePolicies(
  ofType: (type: string) => [string, Record<string, unknown>][],
): Map<string, readonly unknown[]> {
  const beside = ofType('AWS::IAM::Policy').map(([, properties]) => properties);
  return new Map(
    ofType('AWS::IAM::Role').map(([id, { Policies = [] }]) => {
      const inside = Policies as { PolicyDocument: unknown }[];
      const attached = beside.filter(({ Roles }) => (Roles as unknown[]).includes(id));
      return [id, [...inside, ...attached].map(({ PolicyDocument }) => PolicyDocument)];
    }),
  );
}

function readTable(name: string, properties: Record<string, unknown>): DeployedTable {
  const { GlobalSecondaryIndexes: indexes } = properties;
  const ttl = properties.TimeToLiveSpecification as { AttributeName: string; Enabled: boolean } | undefined;
  return {
    name,
    attributes: properties.AttributeDefinitions as DeployedTable['attributes'],
    keys: properties.KeySchema as DeployedTable['keys'],
    ...(ttl?.Enabled ? { timeToLive: ttl.AttributeName } : {}),
    ...(indexes === undefined ? {} : { indexes: indexes as GlobalSecondaryIndex[] }),
  };
}
