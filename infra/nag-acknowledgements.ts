import { CfnElement, type Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { TURNS_FOLDER } from './athena.ts';
import { type Analytics, UNDELIVERED_FOLDER } from './constructs/analytics.ts';
import type { Store } from './constructs/store.ts';

const PACK = 'AwsSolutions::AwsSolutions';

/**
 * Tells cdk-nag which of its findings are meant, and why. Authorizers are judged by a test of every method
 * against the route table, which is stricter than the two rules that are set aside here.
 */
export function acknowledgeRules(stack: Stack, { artifacts }: Store, analytics?: Analytics): void {
  const idOf = ({ node }: Bucket): string =>
    CfnElement.isCfnElement(node.defaultChild) ? stack.getLogicalId(node.defaultChild) : '';
  const bucket = idOf(artifacts);
  const acknowledged: Record<string, string> = {
    COG4: 'Callers hold OAuth tokens and App-Keys of this service, which its own Lambda authorizer judges.',
    APIG4:
      'Without an authorizer are the routes that issue or describe credentials, and the mocks that answer ' +
      'preflights and wrong methods.',
    SMG4: 'A new key would make what the tables hold sealed unreadable at once; docs/OPERATIONS.md says how to change it.',
    APIG2: 'The functions check every body and name each fault by its field, which the gateway cannot.',
    APIG6:
      'The access log has every request and its errors; the log of executions is in a group that API Gateway makes ' +
      'itself, without retention.',
    S1: 'One role alone reads artifacts, and one writes lines; who else touches them is a matter of CloudTrail data events.',
    [`IAM5[Resource::<${bucket}.Arn>/*]`]:
      'The query function reads any artifact of its own bucket: versions are published after the deployment.',
    'IAM5[Resource::*]':
      'Segments are sent to X-Ray with the setting tracing, and streams are listed with the setting analytics: neither ' +
      'has resources to name.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
      'This is the role of the account by which API Gateway writes logs, as AWS defines it.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
      'Only with the setting canaryDeployments: CodeDeploy moves aliases by it, as AWS defines it.',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole]':
      'Only with the setting vpc: Lambda attaches network interfaces, whose ids nobody knows before.',
  };
  if (analytics !== undefined) {
    const lines = idOf(analytics.bucket);
    for (const folder of [TURNS_FOLDER, UNDELIVERED_FOLDER]) {
      acknowledged[`IAM5[Resource::<${lines}.Arn>/${folder}*]`] =
        'Firehose writes files of names that it makes itself, in a folder of its own bucket.';
    }
  }
  for (const [rule, reason] of Object.entries(acknowledged)) {
    Validations.of(stack).acknowledge({ id: `${PACK}-${rule}`, reason });
  }
}
