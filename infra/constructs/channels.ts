import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { CHANNEL_VOICE, CHANNELS, CHANNELS_ANSWER } from '../functions.ts';
import type { ServiceFunction } from './service-function.ts';

/** How often the function looks for messages that were left over. */
const LOOK_EVERY = Duration.minutes(1);

/**
 * Starts the function that answers the messages of channels: for each message by the function that takes it, and every
 * minute for what was left over. The function asks the query function, and invokes itself for each conversation.
 */
export function addChannels(scope: Construct, functions: Readonly<Record<string, ServiceFunction>>): void {
  const { [CHANNELS_ANSWER]: answering, query } = functions;
  if (answering === undefined || query === undefined) return;
  new Rule(scope, 'ChannelMessages', {
    schedule: Schedule.rate(LOOK_EVERY),
    targets: [new LambdaFunction(answering.entrance)],
  });
  answering.addEnvironment('QUERY', query.invocationArn);
  mayInvoke(scope, CHANNELS_ANSWER, answering, [...answering.invocationArns, ...query.invocationArns]);
  for (const name of Object.values(CHANNELS)) {
    const taking = functions[name];
    if (taking === undefined) continue;
    const [variable, invoked] = name === CHANNEL_VOICE ? ['QUERY', query] : ['CHANNELS_ANSWER', answering];
    taking.addEnvironment(variable, invoked.invocationArn);
    mayInvoke(scope, name, taking, invoked.invocationArns);
  }
}

/** The policy is not part of the role, since roles are created before the functions and cannot name them. */
function mayInvoke(scope: Construct, name: string, { role }: ServiceFunction, resources: string[]): void {
  if (role === undefined) return;
  const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  new Policy(scope, `Invocations-${name}`, { roles: [role], statements: [statement] });
}
