import { CfnElement, Duration, NestedStack, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IDependable } from 'constructs';
import { RELAY_LOOK } from '../../functions/shared/domain/voice/connections.ts';
import { RELAY_FUNCTIONS, RELAY_ROUTES } from '../functions.ts';
import type { Settings } from '../settings.ts';
import { ServiceFunction } from './service-function.ts';
import type { Store } from './store.ts';

export interface VoiceRelayProps {
  store: Store;
  settings: Settings;
  environmentOf: (name: string) => Record<string, string>;
  query: ServiceFunction;
  /** Lets API Gateway write logs, which the stage waits for; undefined if the account has been set up otherwise. */
  logging: IDependable | undefined;
}

/** The share of the stage's rate that handshakes have. Strangers may send them: AWS WAF cannot protect a WebSocket API. */
const HANDSHAKES = 0.1;

/** What comes too late is not looked at any more. */
const LOOKS_KEPT = Duration.minutes(20);

/** Six times as long as the function may take, as AWS recommends. */
const LOOKS_HIDDEN = Duration.minutes(3);

/** One line per event, without messages and queries, which may contain what callers say. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  event: '$context.eventType',
  route: '$context.routeKey',
  status: '$context.status',
  connectionId: '$context.connectionId',
  integrationError: '$context.integrationErrorMessage',
  gatewayMessage: '$context.error.message',
};

/**
 * Calls over connections (setting `voiceRelay`): a WebSocket API with a function for each route, and a queue by which
 * calls are looked at after a time. It has been a stack of its own from the first, so nothing in it ever moves.
 */
export class VoiceRelay extends NestedStack {
  readonly functions: Readonly<Record<string, ServiceFunction>>;
  /** The address for `parley channel add voice --relay`. */
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    { store, settings, environmentOf, query, logging }: VoiceRelayProps,
  ) {
    super(scope, id);
    const props = { store, roles: this, aliases: () => this, logs: this, settings };
    const made = RELAY_FUNCTIONS.map((name) => {
      const environment = environmentOf(name);
      return [name, new ServiceFunction(this, name, { ...props, environment })] as const;
    });
    this.functions = Object.fromEntries(made);

    const api = new WebSocketApi(this, 'Api', { description: 'Calls over connections' });
    for (const [routeKey, name] of Object.entries(RELAY_ROUTES)) {
      const fn = this.functions[name];
      if (fn !== undefined) api.addRoute(routeKey, { integration: new WebSocketLambdaIntegration(name, fn) });
    }
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { all } = settings.throttles;
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: api,
      stageName: settings.stageName,
      autoDeploy: true,
      throttle: { rateLimit: all.rate, burstLimit: all.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    if (logging !== undefined) stage.node.addDependency(logging);
    limitHandshakes(api, stage, all);
    this.url = stage.url;

    const looks = new Queue(this, 'Looks', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: LOOKS_KEPT,
      visibilityTimeout: LOOKS_HIDDEN,
    });
    const { [RELAY_ROUTES.$default]: answering, [RELAY_LOOK]: looking } = this.functions;
    for (const fn of [answering, looking]) {
      fn?.addEnvironment('QUERY', query.invocationArn);
      fn?.addEnvironment('SOCKETS_ADDRESS', stage.callbackUrl);
      fn?.addEnvironment('LOOKS_QUEUE', looks.queueUrl);
      const allow = (action: string, resource: string) =>
        fn?.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
      allow('lambda:InvokeFunction', query.invocationArn);
      allow('sqs:SendMessage', looks.queueArn);
      allow('execute-api:ManageConnections', connectionsOf(this, api, stage));
    }
    this.#acknowledge(api, stage);
    if (looking === undefined) return;
    looks.grantConsumeMessages(looking);
    new EventSourceMapping(this, 'LooksDue', {
      target: looking,
      eventSourceArn: looks.queueArn,
      // A fault in one institution's call keeps no other's from being looked at.
      batchSize: 1,
    });
  }

  #acknowledge(api: WebSocketApi, { stageName }: WebSocketStage): void {
    const id = CfnElement.isCfnElement(api.node.defaultChild) ? this.getLogicalId(api.node.defaultChild) : '';
    const connections = `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<${id}>/${stageName}`;
    const acknowledged = {
      [`IAM5[Resource::${connections}/*/@connections/*]`]:
        'The functions that answer speak over any connection of this API, whose ids are not known in advance.',
      SQS3: 'What cannot be looked at in time is of no use later.',
    };
    for (const [rule, reason] of Object.entries(acknowledged)) {
      Validations.of(this).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
    }
  }
}

/** Leaves most of the stage's requests to calls that have a connection. */
function limitHandshakes(
  api: WebSocketApi,
  stage: WebSocketStage,
  { rate, burst }: Settings['throttles']['all'],
): void {
  const { defaultChild } = stage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error('the stage has no resource');
  defaultChild.routeSettings = {
    $connect: {
      ThrottlingRateLimit: Math.ceil(rate * HANDSHAKES),
      ThrottlingBurstLimit: Math.ceil(burst * HANDSHAKES),
    },
  };
  // API Gateway refuses settings of a route that is not there.
  stage.node.addDependency(api.node.findChild('$connect-Route'));
}

const connectionsOf = (scope: Construct, api: WebSocketApi, stage: WebSocketStage): string =>
  Stack.of(scope).formatArn({
    service: 'execute-api',
    resource: api.apiId,
    resourceName: `${stage.stageName}/*/@connections/*`,
  });
