import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { Store } from './store.ts';

/** The sort-key prefix of the events. */
const WEBHOOK_EVENT = 'webhook-event#';

/** How often the function retries failed deliveries. */
const LOOK_EVERY = Duration.minutes(1);

/**
 * Starts the function that delivers events to webhooks: for each event in the table's stream, and every minute to
 * retry failed deliveries. The function invokes itself for each webhook.
 */
export function addWebhooks(scope: Construct, { tables }: Store, deliver: ServiceFunction | undefined): void {
  const conversations = tables.get('Conversations');
  if (deliver?.role === undefined || conversations === undefined) return;
  conversations.grantStreamRead(deliver);
  // In the stack of the function and the table: made anew elsewhere, it would read a day of events again.
  new EventSourceMapping(deliver.stack, 'WebhookEvents', {
    target: deliver.entrance,
    eventSourceArn: conversations.tableStreamArn ?? '',
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    // The schedule retries failed events, so they must not hold up later ones.
    retryAttempts: 2,
    filters: [
      FilterCriteria.filter({
        eventName: FilterRule.isEqual('INSERT'),
        dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(WEBHOOK_EVENT) } } },
      }),
    ],
  });
  new Rule(scope, 'WebhookRetries', {
    schedule: Schedule.rate(LOOK_EVERY),
    targets: [new LambdaFunction(deliver.entrance)],
  });
  const statement = new PolicyStatement({
    actions: ['lambda:InvokeFunction'],
    resources: deliver.invocationArns,
  });
  new Policy(scope, 'WebhookDeliveries', { roles: [deliver.role], statements: [statement] });
}
