import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type CfnTable,
  StreamViewType,
  Table,
  TableEncryption,
  type WarmThroughput,
} from 'aws-cdk-lib/aws-dynamodb';
import { type Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { FunctionNeeds, TableAction } from '../functions.ts';
import { type Settings, sendsEvents } from '../settings.ts';
import { TABLES, type TableDefinition, type TableName } from '../tables.ts';

/** A function that can get environment variables and permissions. */
export interface Grantable extends IGrantable {
  addEnvironment(key: string, value: string): unknown;
}

/**
 * The tables, the artifact bucket and the deployment's key. They are kept when the stack is deleted, since their
 * content cannot be recreated.
 */
export class Store extends Construct {
  readonly tables: ReadonlyMap<TableName, Table>;
  readonly artifacts: Bucket;
  readonly deploymentKey: Secret;
  readonly #keep: boolean;
  readonly #warm: Settings['warmThroughput'];

  constructor(
    scope: Construct,
    id: string,
    {
      deletionProtection,
      analytics,
      warmThroughput,
      ...settings
    }: Pick<
      Settings,
      'deletionProtection' | 'analytics' | 'warmThroughput' | 'webhooks' | 'channels' | 'desks'
    >,
  ) {
    super(scope, id);
    this.#keep = deletionProtection;
    this.#warm = warmThroughput;
    const streamed: TableName[] = analytics === undefined && !sendsEvents(settings) ? [] : ['Conversations'];
    this.tables = new Map(
      (Object.keys(TABLES) as TableName[]).map((name) => [
        name,
        this.#table(name, TABLES[name], streamed.includes(name)),
      ]),
    );
    this.artifacts = new Bucket(this, 'Artifacts', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      lifecycleRules: [
        {
          // Artifacts never change, so a noncurrent version is a deleted artifact.
          noncurrentVersionExpiration: Duration.days(90),
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
      removalPolicy: this.#keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.deploymentKey = new Secret(this, 'DeploymentKey', {
      description: 'Opens what the tables hold sealed. Another value makes all of that unreadable.',
      // Generated once. Changing these options would make CloudFormation generate a new key.
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: this.#keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** The value of functions' `ARTIFACTS` variable. */
  get artifactsLocation(): string {
    return `s3://${this.artifacts.bucketName}`;
  }

  /** Gives a function the names of the resources that it needs, and exactly the permissions that it uses. */
  give(to: Grantable, needs: FunctionNeeds): void {
    for (const [name, table] of this.tables) {
      const actions = needs.tables[name];
      if (actions === undefined) continue;
      to.addEnvironment(TABLES[name].environment, table.tableName);
      grantTable(table, to, actions);
    }
    if (needs.artifacts !== undefined) this.#giveArtifacts(to, needs.artifacts);
    if (needs.drafts !== undefined) this.#giveDrafts(to, needs.drafts);
    if (needs.deploymentKey === undefined) return;
    const { secretArn } = this.deploymentKey;
    to.addEnvironment('DEPLOYMENT_KEY', secretArn);
    to.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }),
    );
  }

  #giveArtifacts(to: Grantable, how: NonNullable<FunctionNeeds['artifacts']>): void {
    to.addEnvironment('ARTIFACTS', this.artifactsLocation);
    const { bucketArn } = this.artifacts;
    if (how !== 'reach') {
      const actions = ['s3:GetObject', ...(how === 'publish' ? ['s3:PutObject'] : [])];
      to.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [`${bucketArn}/*`] }));
    }
    // Without this permission, S3 reports a missing object as forbidden.
    to.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }),
    );
  }

  /** Permits only the objects of drafts, so that draft editors cannot touch a published version. */
  #giveDrafts(to: Grantable, how: NonNullable<FunctionNeeds['drafts']>): void {
    to.addEnvironment('ARTIFACTS', this.artifactsLocation);
    to.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: how === 'write' ? ['s3:GetObject', 's3:PutObject'] : ['s3:GetObject'],
        resources: [`${this.artifacts.bucketArn}/*/drafts/*`],
      }),
    );
  }

  #table(
    name: TableName,
    { partitionKey, sortKey, timeToLive, index }: TableDefinition,
    isStreamed: boolean,
  ): Table {
    const { reads, writes } = this.#warm[name] ?? {};
    const warm =
      (reads ?? writes) === undefined
        ? undefined
        : {
            ...(reads === undefined ? {} : { readUnitsPerSecond: reads }),
            ...(writes === undefined ? {} : { writeUnitsPerSecond: writes }),
          };
    const table = new Table(this, name, {
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      ...(sortKey === undefined ? {} : { sortKey: { name: sortKey, type: AttributeType.STRING } }),
      ...(timeToLive === undefined ? {} : { timeToLiveAttribute: timeToLive }),
      ...(isStreamed ? { stream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(warm === undefined ? {} : { warmThroughput: warm }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // Encryption at rest with an AWS-owned key, free of request charges.
      encryption: TableEncryption.DEFAULT,
      deletionProtection: this.#keep,
      removalPolicy: this.#keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    if (index !== undefined) addIndex(table, [partitionKey, sortKey], index, warm);
    return table;
  }
}

/** Adds an index of keys below the construct: `addGlobalSecondaryIndex` would let every function query it. */
function addIndex(
  table: Table,
  keys: readonly (string | undefined)[],
  { name, partitionKey }: NonNullable<TableDefinition['index']>,
  warm: WarmThroughput | undefined,
): void {
  const resource = table.node.defaultChild as CfnTable;
  resource.attributeDefinitions = [...keys, partitionKey].flatMap((key) =>
    key === undefined ? [] : [{ attributeName: key, attributeType: AttributeType.STRING }],
  );
  resource.globalSecondaryIndexes = [
    {
      indexName: name,
      keySchema: [{ attributeName: partitionKey, keyType: 'HASH' }],
      projection: { projectionType: 'KEYS_ONLY' },
      // An index that throttles also throttles the writes of its table.
      ...(warm === undefined ? {} : { warmThroughput: warm }),
    },
  ];
}

const grantTable = (table: Table, to: IGrantable, actions: readonly TableAction[]): Grant =>
  table.grant(to, ...actions.map((action) => `dynamodb:${action}`));
