import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { localService } from '../../functions/shared/store/endpoint.ts';
import { TABLES } from '../../infra/tables.ts';
import { bucketArn, physicalResources } from '../../local/lambda/deployment.ts';
import { accessesOf } from '../../local/lambda/dynamodb-proxy.ts';
import { evaluate, type Template } from '../../local/lambda/intrinsics.ts';
import { forward } from '../../local/private-server.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { useServer } from '../support/server.ts';
import { templateWith } from '../support/stack.ts';

const BUCKET = 'parley-artifacts';
const ACCOUNT = '000000000000';
const STACK = `arn:aws:cloudformation:local:${ACCOUNT}:stack/Parley/1`;

/** A request of a command to AWS; `partitions` are the partition keys of a DynamoDB request. */
export interface Asked {
  action: string;
  resource: string;
  partitions: string[];
}

/** A statement of a person's policy, with the only condition that such policies use. */
interface PersonStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string[]>>;
}

/** Returns the outputs and the managed policies of the stack's template, as a command sees them. */
export function readStack() {
  const template: Template = JSON.parse(JSON.stringify(templateWith().toJSON()));
  const physical = physicalResources(template, 'parley');
  const resolve = (value: unknown) =>
    evaluate(value, (id) => (id === 'AWS::StackId' ? { ref: STACK } : physical.get(id)));
  const outputs = Object.entries(template.Outputs ?? {}).map(([key, { Value }]) => [
    key,
    String(resolve(Value)),
  ]);
  const policies = Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::ManagedPolicy')
    .map(([id, { Properties }]) => {
      const { Statement } = resolve(Properties?.PolicyDocument) as { Statement: PersonStatement[] };
      return [id.replace(/Policy[0-9A-F]{8}$/, ''), Statement] as const;
    });
  return { outputs: new Map(outputs as [string, string][]), policies: new Map(policies) };
}

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(text);

const named = ({ Action, Resource }: PersonStatement, { action, resource }: Asked): boolean =>
  [Action].flat().some((one) => matches(one, action)) &&
  [Resource].flat().some((one) => matches(one, resource));

/**
 * Returns whether IAM would allow a request: any `Deny` wins. A condition on leading keys applies to all of
 * them, or to any.
 */
export function isAllowed(statements: readonly PersonStatement[], asked: Asked): boolean {
  const holds = ({ Condition = {} }: PersonStatement): boolean =>
    Object.entries(Condition).every(([operator, keys]) => {
      const patterns = keys['dynamodb:LeadingKeys'] ?? [];
      const fits = (partition: string) => patterns.some((pattern) => matches(pattern, partition));
      if (operator === 'ForAllValues:StringLike') return asked.partitions.every(fits);
      if (operator === 'ForAnyValue:StringLike') return asked.partitions.some(fits);
      throw new Error(`the condition ${operator} is not understood here`);
    });
  const about = statements.filter((statement) => named(statement, asked) && holds(statement));
  return about.some(({ Effect }) => Effect === 'Allow') && !about.some(({ Effect }) => Effect === 'Deny');
}

/** Returns the allowed actions that no request used. */
export const unusedOf = (statements: readonly PersonStatement[], asked: readonly Asked[]): string[] =>
  statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap((statement) =>
      [statement.Action]
        .flat()
        .flatMap((Action) =>
          asked.some((one) => named({ ...statement, Action }, one))
            ? []
            : [`${Action} on ${statement.Resource}`],
        ),
    );

/**
 * Serves AWS to the `parley` command in a test file: DynamoDB is the given database and S3 a folder. Each
 * request is judged by the policy that `as` sets.
 */
export function useAws(database: () => string, folder: () => string) {
  const state = {
    caller: 'arn:aws:sts::000000000000:assumed-role/ParleyOperator/ana',
    statements: [] as readonly PersonStatement[],
    asked: [] as Asked[],
    refused: [] as Asked[],
  };
  const stack = readStack();
  const server = createServer(
    (incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()),
  );

  function allowed(asked: Asked): boolean {
    const isFine = isAllowed(state.statements, asked);
    (isFine ? state.asked : state.refused).push(asked);
    return isFine;
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const [, service = ''] =
      /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(incoming.headers.authorization ?? '') ?? [];
    switch (service) {
      case 'dynamodb':
        return dynamoDb(incoming, outgoing, body);
      case 's3':
        return s3(incoming, outgoing, body);
      case 'secretsmanager': {
        const { SecretId } = JSON.parse(body.toString());
        if (!allowed({ action: 'secretsmanager:GetSecretValue', resource: SecretId, partitions: [] })) {
          return refuse(outgoing);
        }
        const answer = { SecretString: Buffer.from(DEPLOYMENT_KEY).toString() };
        return void outgoing
          .writeHead(200, { 'Content-Type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(answer));
      }
      case 'sts':
        return xml(
          outgoing,
          200,
          `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${state.caller}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`,
        );
      case 'lambda': {
        const [, arn = ''] = /\/functions\/([^/]+)\/invocations/.exec(incoming.url ?? '') ?? [];
        const resource = decodeURIComponent(arn);
        if (!allowed({ action: 'lambda:InvokeFunction', resource, partitions: [] })) return refuse(outgoing);
        return void outgoing.writeHead(202).end();
      }
      case 'cloudformation': {
        if (!allowed({ action: 'cloudformation:DescribeStacks', resource: STACK, partitions: [] }))
          return refuse(outgoing);
        const outputs = Array.from(
          stack.outputs,
          ([key, value]) =>
            `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
        );
        const inner = `<Stacks><member><StackName>Parley</StackName><Outputs>${outputs.join('')}</Outputs></member></Stacks>`;
        return xml(
          outgoing,
          200,
          `<DescribeStacksResponse><DescribeStacksResult>${inner}</DescribeStacksResult></DescribeStacksResponse>`,
        );
      }
      default:
        return xml(outgoing, 501, '<Error><Code>NotImplemented</Code></Error>');
    }
  }

  function dynamoDb(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    const partitions = partitionsOf(input);
    const all = accessesOf(operation, input).map((access) => ({ ...access, partitions }));
    if (!all.every(allowed)) {
      refuse(outgoing);
      return;
    }
    const { hostname, port } = new URL(database());
    const { accessKeyId: key } = localService(database()).credentials;
    forward(incoming, outgoing, { hostname, port, key }, body);
  }

  async function s3(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://local');
    const [, bucket = '', ...segments] = pathname.split('/');
    const key = segments.map(decodeURIComponent).join('/');
    const file = path.join(folder(), key);
    const may = (action: string) =>
      allowed({
        action: `s3:${action}`,
        resource: key === '' ? bucketArn(bucket) : `${bucketArn(bucket)}/${key}`,
        partitions: [],
      });
    const denied = () => xml(outgoing, 403, '<Error><Code>AccessDenied</Code></Error>');
    if (bucket !== BUCKET) return xml(outgoing, 404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (key === '') {
      if (!may('ListBucket')) return denied();
      const prefix = searchParams.get('prefix') ?? '';
      const root = path.join(folder(), prefix);
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      const contents = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .map((name) => `<Contents><Key>${prefix}${name}</Key></Contents>`);
      return xml(outgoing, 200, `<ListBucketResult>${contents.join('')}</ListBucketResult>`);
    }
    switch (incoming.method) {
      case 'PUT':
        if (!may('PutObject')) return denied();
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, body);
        return void outgoing.writeHead(200, { ETag: '"x"' }).end();
      case 'DELETE':
        if (!may('DeleteObject')) return denied();
        await rm(file, { force: true });
        return void outgoing.writeHead(204).end();
      default: {
        if (!may('GetObject')) return denied();
        const object = await readFile(file).catch(() => undefined);
        if (object !== undefined)
          return void outgoing.writeHead(200, { 'Content-Length': object.byteLength }).end(object);
        const isSeen = allowed({ action: 's3:ListBucket', resource: bucketArn(bucket), partitions: [] });
        if (isSeen) return xml(outgoing, 404, '<Error><Code>NoSuchKey</Code></Error>');
        return denied();
      }
    }
  }

  const origin = useServer(server);
  beforeAll(() => {
    for (const name of [
      'DYNAMODB_ENDPOINT',
      'ARTIFACTS',
      'DEPLOYMENT_KEY',
      'TRAINING',
      ...Object.values(TABLES).map(({ environment }) => environment),
    ]) {
      delete process.env[name];
    }
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: origin(),
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'someone',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
  });

  return {
    state,
    policies: stack.policies,
    /** Judges all later requests by this policy of the stack. */
    as(person: string) {
      const statements = stack.policies.get(person);
      if (statements === undefined) throw new Error(`the stack has no policy ${person}`);
      Object.assign(state, { statements, asked: [], refused: [] });
      return statements;
    },
  };
}

/** Returns all partition keys in a request, at any depth. */
function partitionsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partitionsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isKey =
      (name === 'pk' || name === ':pk') && typeof inner === 'object' && inner !== null && 'S' in inner;
    return isKey ? [String(inner.S)] : partitionsOf(inner);
  });
}

function refuse(outgoing: ServerResponse): void {
  const body = JSON.stringify({ __type: 'AccessDeniedException', Message: 'not authorized' });
  outgoing.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(body);
}

function xml(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/xml' }).end(`<?xml version="1.0"?>${body}`);
}
