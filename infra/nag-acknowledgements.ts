import { CfnElement, Names, type Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { TURNS_FOLDER } from './athena.ts';
import { type Analytics, UNDELIVERED_FOLDER } from './constructs/analytics.ts';
import type { Store } from './constructs/store.ts';

const PACK = 'AwsSolutions::AwsSolutions';

/**
 * Acknowledges intended cdk-nag findings, with the reason. A test checks authorizers more strictly, comparing every
 * method with the route table; it replaces the two rules disabled here.
 */
export function acknowledgeRules(stack: Stack, { artifacts }: Store, analytics?: Analytics): void {
  const idOf = ({ node }: Bucket): string =>
    CfnElement.isCfnElement(node.defaultChild) ? stack.getLogicalId(node.defaultChild) : '';
  const bucket = idOf(artifacts);
  const arnOfBucket = parameterOf(artifacts);
  const acknowledged: Record<string, string> = {
    COG4: 'Callers use OAuth tokens and App-Keys of this service, which its own Lambda authorizer checks.',
    APIG4:
      'Only routes that issue or describe credentials have no authorizer, and the mocks that answer ' +
      'preflights and wrong methods.',
    SMG4: 'Rotating the key would make sealed data in the tables unreadable; docs/OPERATIONS.md explains how to change it.',
    APIG2: 'The functions validate every body and name each invalid field, which the gateway cannot do.',
    APIG6:
      'The access log has every request and its errors; execution logs would go to a log group that API Gateway creates ' +
      'without retention.',
    S1: 'Only one role reads artifacts and one writes lines; CloudTrail data events show any other access.',
    [`IAM5[Resource::<${bucket}.Arn>/*]`]: 'The policies for people let them publish artifacts of any name.',
    [`IAM5[Resource::<${arnOfBucket}>/*]`]:
      'The query function reads any artifact in its own bucket, since versions are published after the deployment.',
    [`IAM5[Resource::<${arnOfBucket}>/*/drafts/*]`]:
      'The functions of drafts read and write drafts of any institution, whose name comes from the credential.',
    'IAM5[Resource::*]':
      'The setting tracing sends segments to X-Ray, and the setting analytics lists streams: neither ' +
      'has resources to name.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
      'This is the account-wide role with which API Gateway writes logs, as AWS defines it.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
      'Only with the setting canaryDeployments: CodeDeploy moves aliases with it, as AWS defines it.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole]':
      'Only with the setting vpc: Lambda attaches network interfaces, whose ids are not known in advance.',
  };
  if (analytics !== undefined) {
    const lines = idOf(analytics.bucket);
    for (const folder of [TURNS_FOLDER, UNDELIVERED_FOLDER]) {
      acknowledged[`IAM5[Resource::<${lines}.Arn>/${folder}*]`] =
        'Firehose writes files with generated names in a folder of its own bucket.';
    }
  }
  for (const [rule, reason] of Object.entries(acknowledged)) {
    Validations.of(stack).acknowledge({ id: `${PACK}-${rule}`, reason });
  }
}

/** The parameter by which CDK gives a bucket's ARN to the stack of the roles. */
const parameterOf = ({ node }: Bucket): string =>
  node.defaultChild === undefined ? '' : `referenceto${Names.nodeUniqueId(node.defaultChild.node)}Arn`;
