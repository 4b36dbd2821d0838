import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { FEEDBACK, TURN } from '../../functions/shared/store/conversation-items.ts';
import { athenaQueries, TURN_COLUMNS } from '../../infra/athena.ts';
import { FUNCTIONS } from '../../infra/functions.ts';
import { checkSettings, SettingsError } from '../../infra/settings.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { type Properties, propertiesOf, rolePolicies, templateWith } from '../support/stack.ts';

const plain = templateWith();
const template = templateWith({ analytics: {} });
/** Settings that each change a different part of the analytics. */
const changed = templateWith({
  analytics: { keepDays: 1 },
  deletionProtection: false,
  stackName: 'Parley-test',
  logRetentionDays: 7,
  canaryDeployments: true,
});
const [delivery] = propertiesOf(template, 'AWS::KinesisFirehose::DeliveryStream');
const bucketWith = (given: ReturnType<typeof templateWith>): [string, Properties] | undefined =>
  Object.entries(given.findResources('AWS::S3::Bucket')).find(([id]) => id.startsWith('Analytics'));

/** Returns the rights of the roles whose ids start with `idPrefix`, without hashes in resource ids. */
function rightsOf(idPrefix: string): string[] {
  const policies = rolePolicies(template).filter(([id]) => id.startsWith(idPrefix));
  return policies.flatMap(([, policy]) =>
    allowances(readStatements(evaluate(policy, () => undefined)))
      .map(({ action, resource }) => `${action} ${resource.replace(/[0-9A-F]{8}\b/g, '')}`)
      .sort(),
  );
}

describe('a stack without the setting analytics', () => {
  test('has no stream, no delivery, no question and no additional function', () => {
    for (const [, table] of Object.entries(plain.findResources('AWS::DynamoDB::Table')))
      expect(table.Properties).not.toHaveProperty('StreamSpecification');
    for (const type of [
      'KinesisFirehose::DeliveryStream',
      'Glue::Table',
      'Athena::NamedQuery',
      'Lambda::EventSourceMapping',
    ])
      plain.resourceCountIs(`AWS::${type}`, 0);
    plain.resourceCountIs('AWS::Lambda::Function', Object.keys(FUNCTIONS).length);
  });
});

describe('the setting analytics', () => {
  test('gives the table of conversations a stream, and no other table', () => {
    const streamed = Object.entries(template.findResources('AWS::DynamoDB::Table')).filter(
      ([, { Properties }]) => Properties.StreamSpecification !== undefined,
    );
    expect(streamed.map(([id, { Properties }]) => [id.slice(0, -8), Properties.StreamSpecification])).toEqual(
      [['StoreConversations', { StreamViewType: 'NEW_AND_OLD_IMAGES' }]],
    );
  });

  test('adds one function, which runs only for turns and feedback, in the largest batches', () => {
    template.resourceCountIs('AWS::Lambda::Function', Object.keys(FUNCTIONS).length + 1);
    const [mapping] = propertiesOf(template, 'AWS::Lambda::EventSourceMapping');
    expect(mapping).toMatchObject({
      BatchSize: 1000,
      MaximumBatchingWindowInSeconds: 60,
      BisectBatchOnFunctionError: true,
      StartingPosition: 'TRIM_HORIZON',
    });
    const begins = mapping.FilterCriteria.Filters.map(
      ({ Pattern }: { Pattern: string }) => JSON.parse(Pattern).dynamodb.Keys.sk.S,
    );
    expect(begins).toEqual([[{ prefix: TURN }], [{ prefix: FEEDBACK }]]);
  });

  test('lets the function only read the stream and deliver, without the deployment key and tables', () => {
    expect(rightsOf('TurnLinesRole')).toEqual([
      'dynamodb:DescribeStream StoreConversations.StreamArn',
      'dynamodb:GetRecords StoreConversations.StreamArn',
      'dynamodb:GetShardIterator StoreConversations.StreamArn',
      'dynamodb:ListStreams *',
      'firehose:PutRecordBatch AnalyticsDelivery.Arn',
      'logs:CreateLogStream TurnLinesLogs.Arn',
      'logs:PutLogEvents TurnLinesLogs.Arn',
    ]);
  });

  test('lets Firehose write to its folders, but not delete', () => {
    expect(rightsOf('AnalyticsDeliveryRole').filter((right) => right.startsWith('s3:'))).toEqual([
      's3:AbortMultipartUpload AnalyticsLines.Arn/turns/*',
      's3:AbortMultipartUpload AnalyticsLines.Arn/undelivered/*',
      's3:GetBucketLocation AnalyticsLines.Arn',
      's3:GetObject AnalyticsLines.Arn/turns/*',
      's3:GetObject AnalyticsLines.Arn/undelivered/*',
      's3:ListBucket AnalyticsLines.Arn',
      's3:ListBucketMultipartUploads AnalyticsLines.Arn',
      's3:PutObject AnalyticsLines.Arn/turns/*',
      's3:PutObject AnalyticsLines.Arn/undelivered/*',
    ]);
  });

  test('delivers lines compressed and encrypted into folders by institution and day', () => {
    expect(delivery).toMatchObject({
      DeliveryStreamType: 'DirectPut',
      DeliveryStreamEncryptionConfigurationInput: { KeyType: 'AWS_OWNED_CMK' },
      ExtendedS3DestinationConfiguration: {
        Prefix: 'turns/institution=!{partitionKeyFromQuery:institution}/day=!{partitionKeyFromQuery:day}/',
        CompressionFormat: 'GZIP',
        DynamicPartitioningConfiguration: { Enabled: true },
      },
    });
    const { Processors } = delivery.ExtendedS3DestinationConfiguration.ProcessingConfiguration;
    expect(Processors.map(({ Type }: Properties) => Type)).toEqual([
      'RecordDeAggregation',
      'MetadataExtraction',
      'AppendDelimiterToRecord',
    ]);
  });

  test('keeps lines privately for keepDays days, and then deletes them for good', () => {
    const ruleIn = ([, { Properties }]: [string, Properties]) => Properties.LifecycleConfiguration.Rules[0];
    expect(ruleIn(bucketWith(changed) ?? ['', {}])).toMatchObject({ Prefix: 'turns/', ExpirationInDays: 1 });
    expect(checkSettings({ analytics: { keepDays: 3650 } }).analytics).toMatchObject({ keepDays: 3650 });
    const [, bucket] = bucketWith(template) ?? [];
    expect(bucket.DeletionPolicy).toBe('Retain');
    expect(bucket.Properties).toMatchObject({
      BucketEncryption: expect.anything(),
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
    expect(bucket.Properties.VersioningConfiguration).toBeUndefined();
    expect(bucket.Properties.LifecycleConfiguration.Rules[0].ExpirationInDays).toBe(400);
    expect(bucketWith(changed)?.[1].DeletionPolicy).toBe('Delete');
  });

  test.each([0, 3651, 1.5])('is refused with keepDays %s', (keepDays) => {
    expect(() => checkSettings({ analytics: { keepDays } })).toThrow(SettingsError);
  });

  test('has a table with projected partitions by institution and day', () => {
    const [{ TableInput, DatabaseName }] = propertiesOf(template, 'AWS::Glue::Table');
    expect(DatabaseName).toBe('parley');
    expect(TableInput.PartitionKeys.map(({ Name }: Properties) => Name)).toEqual(['institution', 'day']);
    expect(TableInput.Parameters).toMatchObject({
      'projection.enabled': 'true',
      'projection.institution.type': 'injected',
      'projection.day.type': 'date',
      'projection.day.range': 'NOW-401DAYS,NOW',
    });
    const columns = TableInput.StorageDescriptor.Columns.map(({ Name }: Properties) => Name);
    expect(columns).toEqual(Object.keys(TURN_COLUMNS));
  });

  test('saves the questions in a work group with the stack’s name and a limit of scanned data', () => {
    const saved = propertiesOf(changed, 'AWS::Athena::NamedQuery');
    expect(saved.map(({ Name, QueryString }) => [Name, QueryString])).toEqual(
      athenaQueries().map(({ name, sql }) => [`Parley-test/${name}`, sql]),
    );
    for (const { Database, WorkGroup, Description } of saved) {
      expect([Database, WorkGroup]).toEqual(['parley_test', 'Parley-test']);
      expect(Description).toMatch(/^[A-Z].*\.$/);
    }
    changed.hasResourceProperties('AWS::Athena::WorkGroup', {
      RecursiveDeleteOption: true,
      Name: 'Parley-test',
      WorkGroupConfiguration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 100 * 1024 ** 3,
        ResultConfiguration: { EncryptionConfiguration: { EncryptionOption: 'SSE_S3' } },
      },
    });
  });

  test('keeps the logs of the delivery and the function as long as all other logs', () => {
    const groups = propertiesOf(changed, 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(Object.keys(FUNCTIONS).length + 3);
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(7);
  });

  test('raises alarms if lines wait, are lost or the function fails', () => {
    const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([id]) =>
      id.slice(0, -8),
    );
    for (const name of ['Functionturnlines', 'TurnsLate', 'TurnsUndelivered']) expect(alarms).toContain(name);
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Threshold: 3600,
      Metrics: Match.arrayWith([
        Match.objectLike({ Expression: 'MAX([FILL(read, 0) / 1000, FILL(delivered, 0)])' }),
      ]),
    });
  });

  test('works with canary deployments: the stream then invokes the alias', () => {
    const [{ FunctionName }] = propertiesOf(changed, 'AWS::Lambda::EventSourceMapping');
    const [alias = 'none'] = Object.keys(changed.findResources('AWS::Lambda::Alias')).filter((id) =>
      id.startsWith('TurnLines'),
    );
    expect(JSON.stringify(FunctionName)).toContain(alias);
  });
});
