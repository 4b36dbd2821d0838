import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/choice.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}
type Resources = Record<string, Resource>;

/**
 * Resources that hold data or have public addresses, and the properties whose change makes CloudFormation
 * replace them.
 */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  // A change in how the value is generated makes CloudFormation generate a new value.
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
};

/** Returns a folder with the previous commit's files, or undefined if the clone lacks that commit. */
function checkOutPrevious(folder: string): string | undefined {
  const previous = path.join(folder, 'previous');
  try {
    execFileSync('sh', ['-c', 'mkdir -p "$0" && git archive HEAD~1 | tar -x -C "$0"', previous], {
      cwd: ROOT,
      stdio: 'pipe',
    });
    readFileSync(path.join(previous, 'cdk.json'));
  } catch {
    return undefined;
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(previous, 'node_modules'));
  // Saves a build if the encoder is unchanged; a build would replace only this copy.
  cpSync(ENCODER_DIRECTORY, path.join(previous, 'dist/encoder'), { recursive: true });
  return previous;
}

function statefulResources(root: string, out: string): Resources {
  const { context } = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8'));
  execFileSync(process.execPath, ['infra/app.ts'], {
    cwd: root,
    stdio: 'pipe',
    env: {
      ...process.env,
      // Templates are validated by `npm run synth`; this test only compares two.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: out,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
    },
  });
  const template = JSON.parse(readFileSync(path.join(out, 'Parley.template.json'), 'utf8'));
  const resources = Object.entries(template.Resources as Resources);
  return Object.fromEntries(resources.filter(([, { Type }]) => Type in REPLACING));
}

/** Returns what the later resources lose or replace of the earlier ones, with the reason. */
const replaced = (before: Resources, after: Resources): string[] =>
  Object.entries(before).flatMap(([id, { Type, Properties }]) => {
    const kept = after[id];
    if (kept?.Type !== Type) return [`${id} is gone`];
    const changed = (REPLACING[Type] ?? []).filter(
      (name) => JSON.stringify(Properties[name]) !== JSON.stringify(kept.Properties[name]),
    );
    const retyped = attributesOf(kept).filter(([name, type]) =>
      attributesOf({ Type, Properties }).some(([known, before]) => known === name && before !== type),
    );
    const reasons = [...changed, ...retyped.map(([name]) => `attribute ${name}`)];
    return reasons.map((reason) => `${id} is made anew for its ${reason}`);
  });

/** Returns the names and types of a table's attributes; only a changed type is a problem. */
const attributesOf = ({ Properties }: Resource): [string, string][] =>
  ((Properties.AttributeDefinitions ?? []) as { AttributeName: string; AttributeType: string }[]).map(
    ({ AttributeName, AttributeType }) => [AttributeName, AttributeType],
  );

describe('an upgrade from the previous commit', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));

  test('replaces no table, no bucket and no address', ({ skip }) => {
    const previous = checkOutPrevious(folder);
    if (previous === undefined) return skip('The commit before is not here: git fetch --deepen=1.');
    const before = statefulResources(previous, path.join(folder, 'before'));
    const after = statefulResources(ROOT, path.join(folder, 'after'));
    expect(new Set(Object.values(after).map(({ Type }) => Type))).toEqual(new Set(Object.keys(REPLACING)));
    expect(replaced(before, after)).toEqual([]);
  }, 180_000);

  test('would fail for a changed key and for a removed table', () => {
    const table = (AttributeName: string, AttributeType = 'S'): Resource => ({
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName, KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName, AttributeType }],
      },
    });
    expect(replaced({ A: table('pk') }, { A: table('pk'), B: table('pk') })).toEqual([]);
    expect(replaced({ A: table('pk') }, { A: table('id') })).toEqual(['A is made anew for its KeySchema']);
    expect(replaced({ A: table('pk') }, { A: table('pk', 'N') })).toEqual([
      'A is made anew for its attribute pk',
    ]);
    expect(replaced({ A: table('pk') }, {})).toEqual(['A is gone']);
  });
});
