import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** A function's alias, and the alarm that says that its version fails. */
export interface Candidate {
  alias: Alias;
  alarm: IAlarm;
}

/**
 * Lets another version of a function take over by degrees (docs/OPERATIONS.md): CodeDeploy leads a tenth of the
 * requests to it for five minutes, then all, and leads them back where its alarm rises or somebody stops it.
 * CloudFormation then takes the whole deployment back.
 */
export class Canaries extends Construct {
  /** @param candidates by the name of the function */
  constructor(scope: Construct, id: string, candidates: ReadonlyMap<string, Candidate>) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role: IRole = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    });
    for (const [name, { alias, alarm }] of candidates) {
      const group = new LambdaDeploymentGroup(this, name, {
        application,
        role,
        alias,
        alarms: [alarm],
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
      // The alarm is to watch the version before the first request goes there.
      alias.node.addDependency(group);
    }
  }
}
