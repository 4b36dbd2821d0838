import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { GROUPING_EVERY_MINUTES } from '../functions.ts';
import type { ServiceFunction } from './service-function.ts';

/** Starts the function that groups queries that went wrong. A failed run is left to the next one. */
export function addGrouping(scope: Construct, grouper: ServiceFunction | undefined): void {
  if (grouper === undefined) return;
  new Rule(scope, 'GroupingClock', {
    schedule: Schedule.rate(Duration.minutes(GROUPING_EVERY_MINUTES)),
    targets: [new LambdaFunction(grouper.entrance, { retryAttempts: 0 })],
  });
}
