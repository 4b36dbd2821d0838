import { Duration, NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, LogStream } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { athenaQueries, partitionFolder, TURN_COLUMNS, TURNS_FOLDER } from '../athena.ts';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

export interface AnalyticsProps {
  keepDays: number;
  settings: Pick<Settings, 'deletionProtection' | 'logRetentionDays' | 'stackName'>;
  /** The conversation log's table, with its stream. */
  conversations: Table;
  /** The function that turns stream records into lines. */
  turnLines: ServiceFunction;
}

const TABLE = 'turns';
/** Sort-key prefixes of items that become lines: turns and feedback. */
const KINDS = ['turn#', 'feedback#'] as const;
const RESULTS_FOLDER = 'results/';
export const UNDELIVERED_FOLDER = 'undelivered/';
/** How long query results and undeliverable lines are kept. */
const RESULTS_DAYS = 7;
const UNDELIVERED_DAYS = 30;
/** How long Firehose buffers a folder's file: the maximum, since each file is billed. */
const DELIVERY_SECONDS = 900;
/** Firehose's minimum for dynamic partitioning. */
const DELIVERY_MEGABYTES = 64;
/** Limit of bytes that a query may scan, at 0.5 dollars; a larger scan is a mistake. */
const MAX_SCANNED_BYTES = 100 * 1024 ** 3;

/** Exports logged turns to S3 as lines for Athena; docs/OPERATIONS.md describes how to query them. */
export class Analytics extends Construct {
  readonly bucket: Bucket;
  readonly delivery: CfnDeliveryStream;
  readonly turnLines: ServiceFunction;

  constructor(scope: Construct, id: string, { keepDays, settings, ...props }: AnalyticsProps) {
    super(scope, id);
    this.turnLines = props.turnLines;
    this.bucket = this.#bucket(keepDays, settings.deletionProtection);
    this.delivery = this.#delivery(settings.logRetentionDays);
    this.#feed(props);
    this.#ask(keepDays, settings.stackName);
  }

  /** The bucket of the lines, without versioning: deleted lines are gone. */
  #bucket(keepDays: number, keep: boolean): Bucket {
    const expiring = (prefix: string, days: number) => ({ prefix, expiration: Duration.days(days) });
    return new Bucket(this, 'Lines', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        expiring(TURNS_FOLDER, keepDays),
        expiring(RESULTS_FOLDER, RESULTS_DAYS),
        expiring(UNDELIVERED_FOLDER, UNDELIVERED_DAYS),
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  #delivery(retention: number): CfnDeliveryStream {
    const logGroup = new LogGroup(this, 'DeliveryLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
    const logStream = new LogStream(this, 'DeliveryErrors', {
      logGroup,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { bucketArn } = this.bucket;
    const role = new Role(this, 'DeliveryRole', {
      assumedBy: new ServicePrincipal('firehose.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'],
        resources: [bucketArn],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'],
        resources: [TURNS_FOLDER, UNDELIVERED_FOLDER].map((folder) => `${bucketArn}/${folder}*`),
      }),
    );
    logGroup.grant(role, 'logs:PutLogEvents');
    const stream = new CfnDeliveryStream(this, 'Delivery', {
      deliveryStreamType: 'DirectPut',
      deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
      extendedS3DestinationConfiguration: {
        bucketArn,
        roleArn: role.roleArn,
        bufferingHints: { intervalInSeconds: DELIVERY_SECONDS, sizeInMBs: DELIVERY_MEGABYTES },
        compressionFormat: 'GZIP',
        prefix: partitionFolder('!{partitionKeyFromQuery:institution}', '!{partitionKeyFromQuery:day}'),
        errorOutputPrefix: `${UNDELIVERED_FOLDER}!{firehose:error-output-type}/`,
        dynamicPartitioningConfiguration: { enabled: true, retryOptions: { durationInSeconds: 300 } },
        processingConfiguration: { enabled: true, processors: PROCESSORS },
        cloudWatchLoggingOptions: {
          enabled: true,
          logGroupName: logGroup.logGroupName,
          logStreamName: logStream.logStreamName,
        },
      },
    });
    stream.node.addDependency(role);
    return stream;
  }

  /** Connects the table's stream to the function: turns and feedback only, in order. */
  #feed({ conversations, turnLines }: Pick<AnalyticsProps, 'conversations' | 'turnLines'>): void {
    turnLines.addEnvironment('DELIVERY_STREAM', this.delivery.ref);
    turnLines.addToRolePolicy(
      new PolicyStatement({ actions: ['firehose:PutRecordBatch'], resources: [this.delivery.attrArn] }),
    );
    conversations.grantStreamRead(turnLines);
    const items = KINDS.map((kind) =>
      FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(kind) } } } }),
    );
    new EventSourceMapping(this, 'Changes', {
      target: turnLines.entrance,
      eventSourceArn: conversations.tableStreamArn ?? '',
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Few invocations with large batches, since no user waits for a line.
      batchSize: 1000,
      maxBatchingWindow: Duration.seconds(60),
      bisectBatchOnError: true,
      filters: items,
    });
  }

  #ask(keepDays: number, stackName: string): void {
    const catalogId = Stack.of(this).account;
    const name = stackName.toLowerCase().replaceAll('-', '_');
    const database = new CfnDatabase(this, 'Database', { catalogId, databaseInput: { name } });
    const at = `s3://${this.bucket.bucketName}/`;
    const column = ([name, type]: [string, string]) => ({ name, type });
    const table = new CfnTable(this, 'Turns', {
      catalogId,
      databaseName: name,
      tableInput: {
        name: TABLE,
        tableType: 'EXTERNAL_TABLE',
        parameters: {
          classification: 'json',
          'projection.enabled': 'true',
          // Every query must name an institution, so that a query over all institutions cannot happen by mistake.
          'projection.institution.type': 'injected',
          'projection.day.type': 'date',
          'projection.day.format': 'yyyy-MM-dd',
          // A file is deleted a number of days after it was written, which may be a day after its session began.
          'projection.day.range': `NOW-${keepDays + 1}DAYS,NOW`,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Athena substitutes its own values there
          'storage.location.template': at + partitionFolder('${institution}', '${day}'),
        },
        partitionKeys: [
          { name: 'institution', type: 'string' },
          { name: 'day', type: 'string' },
        ],
        storageDescriptor: {
          location: at + TURNS_FOLDER,
          columns: Object.entries(TURN_COLUMNS).map(column),
          inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
          serdeInfo: { serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
        },
      },
    });
    table.addResourceDependency(database);
    const workGroup = new CfnWorkGroup(this, 'WorkGroup', {
      name: stackName,
      // Without this option, Athena does not delete a work group that has run queries.
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: true,
        bytesScannedCutoffPerQuery: MAX_SCANNED_BYTES,
        resultConfiguration: {
          outputLocation: at + RESULTS_FOLDER,
          encryptionConfiguration: { encryptionOption: 'SSE_S3' },
        },
      },
    });
    const queries = new NestedStack(this, 'Queries');
    for (const { name: query, description, sql } of athenaQueries()) {
      const saved = new CfnNamedQuery(queries, `Query-${query}`, {
        database: name,
        workGroup: stackName,
        name: `${stackName}/${query}`,
        description,
        queryString: sql,
      });
      saved.addResourceDependency(workGroup);
      saved.addResourceDependency(table);
    }
  }
}

const parameters = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([parameterName, parameterValue]) => ({ parameterName, parameterValue }));

/** Splits a record into its lines, routes each to its folder, and adds a line break again. */
const PROCESSORS = [
  { type: 'RecordDeAggregation', parameters: parameters({ SubRecordType: 'JSON' }) },
  {
    type: 'MetadataExtraction',
    parameters: parameters({
      MetadataExtractionQuery: '{institution: .institution, day: .day}',
      JsonParsingEngine: 'JQ-1.6',
    }),
  },
  { type: 'AppendDelimiterToRecord', parameters: parameters({ Delimiter: '\\n' }) },
];
