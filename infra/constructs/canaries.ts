import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** A function's alias and the alarm for failures of its new version. */
export interface Candidate {
  alias: Alias;
  alarm: IAlarm;
}

/**
 * Deploys new function versions gradually (docs/OPERATIONS.md): CodeDeploy sends them a tenth of the requests for
 * five minutes, then all requests. It rolls back if the alarm fires or a person stops it; CloudFormation then rolls
 * back the whole deployment.
 */
export class Canaries extends Construct {
  /** The CodeDeploy application of all functions. */
  readonly applicationName: string;

  /** @param candidates by function name */
  constructor(scope: Construct, id: string, candidates: ReadonlyMap<string, Candidate>) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    this.applicationName = application.applicationName;
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
      // The alarm must exist before any request reaches the new version.
      alias.node.addDependency(group);
    }
  }
}
