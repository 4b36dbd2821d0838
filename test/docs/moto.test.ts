import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSettings } from '../../infra/settings.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type Moto, motoInstalled, startMoto } from '../support/moto.ts';
import { templateWith } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = read('docs/OPERATIONS.md');
const EXAMPLE = JSON.parse(read('infra/config/example.json'));
const STACK = 'Parley-example';

/** Returns the shell blocks of a part of the page. */
const typedIn = (part: RegExp): string[] => {
  const [, text = ''] = part.exec(PAGE) ?? [];
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, typed = '']) => typed);
};
const walk = typedIn(/## Deploy\n([\s\S]*?)\*\*Environments\.\*\*/);
const [remove = '', leftovers = ''] = typedIn(/## Remove\n([\s\S]*?)\n## /);
const [codeDeploy = ''] = typedIn(/## How code takes over\n([\s\S]*?)\n## /);
const [before = '', loss = '', back = ''] = typedIn(/## Backup and restore\n([\s\S]*?)\n## /);

/** Start of each script, with stand-ins for the CDK, `npm`, `sleep` and the API. */
const PRELUDE = `
set -e
stack=${STACK}
sleep() { :; }
curl() { echo '{"access_token": "some"}'; }
npm() { :; }
npx() {
  if [ "$1" = cdk ]; then
    if [ "$2" = destroy ]; then aws cloudformation delete-stack --stack-name "$stack"; fi
    return
  fi
  shift
  node "$PARLEY/cli/bin.mjs" "$@"
}
`;

/** A small assistant in place of the example, which would train for half a minute. */
const ASSISTANT: Readonly<Record<string, string>> = {
  'assistant.yaml': `
schema: 1
name: shop
languages: {default: en, supported: [en]}
out_of_scope: {say: {en: Only the shop.}}
`,
  'competencies/hours.yaml': `
competency: hours
states:
  hours:
    terminal: true
    utterances: {en: [when do you open, when do you close, opening hours, how late are you open]}
    say: {en: From nine.}
`,
};

describe.runIf(motoInstalled())('against moto, which simulates AWS', () => {
  let folder = '';
  let moto: Moto;
  let s3: S3Client;
  let dynamoDb: DynamoDBClient;
  let secrets: SecretsManagerClient;
  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const [file, text] of Object.entries(ASSISTANT)) {
      const place = path.join(folder, 'examples/bank-assistant', file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
    // The stack as deployed without deletion protection, which its removal requires.
    const template = templateWith({ ...EXAMPLE, deletionProtection: false }).toJSON();
    moto = await startMoto(folder, STACK, template);
    const { endpoint, region } = moto;
    const settings = { endpoint, region, credentials: { accessKeyId: 'none', secretAccessKey: 'none' } };
    s3 = new S3Client({ ...settings, forcePathStyle: true });
    dynamoDb = new DynamoDBClient(settings);
    secrets = new SecretsManagerClient(settings);
  }, 300_000);
  afterAll(async () => {
    await moto?.end();
    await removeFolder(folder);
  });

  const type = async (commands: string): Promise<string> => {
    const { stdout } = await promisify(execFile)('bash', ['-c', `${PRELUDE}${commands}`], {
      cwd: folder,
      env: {
        ...process.env,
        ...moto.environment,
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
        PARLEY: ROOT,
      },
    });
    return stdout;
  };
  const lines = async (commands: string) => (await type(commands)).trim().split('\n').filter(Boolean);
  const bucket = () => type(`${remove.split('aws s3api')[0]}\nprintf %s "$bucket"`);

  test('the stack is created, with every resource that moto’s CloudFormation supports', () => {
    expect(moto.status).toBe('CREATE_COMPLETE');
    expect(moto.made).toBeGreaterThan(200);
    for (const type of ['AWS::Lambda::Function', 'AWS::DynamoDB::Table', 'AWS::IAM::ManagedPolicy'])
      expect(moto.leftOut).not.toContain(type);
  });

  test('the walkthrough from a clone creates an institution, a user, a client and a default version', async () => {
    const printed = await type(
      `${walk.join('')}\necho "$base_url"\nnpx parley ai list --institution acme --stack "$stack"`,
    );
    expect(printed).toMatch(/^https:\/\/\w+\.execute-api\.us-east-1\.amazonaws\.com\/api$/m);
    const { ai_version } = JSON.parse(readFileSync(path.join(folder, 'version.json'), 'utf8'));
    expect(printed).toMatch(new RegExp(`${ai_version}.*default`));
    const { client_id } = JSON.parse(readFileSync(path.join(folder, 'client.json'), 'utf8'));
    expect(client_id).toMatch(/^acme\./);
  }, 300_000);

  test('the drill’s commands restore a table, wait for it, copy its items back and delete it', async () => {
    const restored = await lines(`${before}${back}`);
    expect(restored.slice(-5)).toEqual([
      expect.stringMatching(/^"(CREATING|ACTIVE)"$/),
      'institution',
      'user#ann',
      expect.stringMatching(/^ann {2}no password {2}active/),
      expect.stringMatching(/^"(DELETING|ACTIVE)"$/),
    ]);
    expect(await type(`${before.split('npx')[0]}${loss}`)).toContain('drill has no users');
  }, 300_000);

  test('lists all resources, even more than a hundred, and finds those that commands need by the outputs', async () => {
    const [listed = ''] = leftovers
      .replace('--stack-name Parley', `--stack-name ${STACK}`)
      .split(/\naws cloudformation delete-stack/);
    expect(await lines(listed)).toEqual([]);
    const described = `aws cloudformation describe-stack-resources --stack-name "$stack" --query 'length(StackResources)'`;
    expect(await lines(described)).toEqual(['100']);
    expect(await lines(listed.replace('DELETE_SKIPPED', 'CREATE_COMPLETE'))).toHaveLength(moto.made);

    const [found = ''] = codeDeploy.split(/\naws deploy/);
    const named = (output: string) =>
      lines(`${found.replace('Parley', STACK).replace('CanaryApplication', output)}\necho "$application"`);
    expect(await named('CanaryApplication')).toEqual([]);
    expect(await named('Artifacts')).toEqual([expect.stringMatching(/^s3:/)]);
  }, 300_000);

  test('the resources that a deployment left are deleted one by one', async () => {
    const [, deletions = ''] = leftovers.split(/aws cloudformation delete-stack.*\n/);
    const typed = deletions
      .replaceAll('<name>', 'left-table')
      .replace('<bucket>', 'left-bucket')
      .replace('<ARN>', 'left-key');
    await dynamoDb.send(
      new CreateTableCommand({
        TableName: 'left-table',
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    await expect(dynamoDb.send(new DeleteTableCommand({ TableName: 'left-table' }))).rejects.toThrow();
    await s3.send(new CreateBucketCommand({ Bucket: 'left-bucket' }));
    await secrets.send(new CreateSecretCommand({ Name: 'left-key', SecretString: 'some' }));
    expect(await lines(typed)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^"(ACTIVE|UPDATING)"$/), 'remove_bucket: left-bucket']),
    );
    expect((await dynamoDb.send(new ListTablesCommand({}))).TableNames).not.toContain('left-table');
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'left-bucket' }))).rejects.toThrow();
    const { DeletedDate } = await secrets.send(new DescribeSecretCommand({ SecretId: 'left-key' }));
    expect(DeletedDate).toBeDefined();
  }, 300_000);

  test('the bucket is emptied of every version and every delete marker, and goes with the stack and its tables', async () => {
    const Bucket = await bucket();
    for (let number = 0; number < 11; number++)
      await s3.send(new PutObjectCommand({ Bucket, Key: `acme/${number}.parley`, Body: 'some' }));
    await s3.send(new PutObjectCommand({ Bucket, Key: 'acme/0.parley', Body: 'more' }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'acme/0.parley' }));
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    expect([Versions.length >= 12, DeleteMarkers.length]).toEqual([true, 1]);

    // Deletes five at a time, so that several requests are needed.
    await type(remove.replaceAll('500', '5'));
    await expect(s3.send(new HeadBucketCommand({ Bucket }))).rejects.toThrow();
    expect((await dynamoDb.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    await expect(bucket()).rejects.toThrow('does not exist');
  }, 300_000);
});

test('the example keeps its data', () => {
  expect(checkSettings(EXAMPLE).deletionProtection).toBe(true);
});
