import { CfnOutput, NestedStack, Stack, type StackProps } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { APIGATEWAY_AUTHORIZER_CHANGE_DEPLOYMENT_LOGICAL_ID } from 'aws-cdk-lib/cx-api';
import type { Construct } from 'constructs';
import { ERROR_ALIASES_VARIABLE } from '../functions/shared/http/error-aliases.ts';
import { Analytics } from './constructs/analytics.ts';
import { Api } from './constructs/api.ts';
import { addChannels } from './constructs/channels.ts';
import { addLogQueries } from './constructs/log-queries.ts';
import { Monitoring } from './constructs/monitoring.ts';
import { addPeople } from './constructs/people.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Store } from './constructs/store.ts';
import { addGrouping } from './constructs/unhandled-groups.ts';
import { VoiceRelay, type VoiceRelayProps } from './constructs/voice-relay.ts';
import { addWebhooks } from './constructs/webhooks.ts';
import {
  CHANNELS,
  CHANNELS_ANSWER,
  DESKS,
  FUNCTIONS,
  GROUPER,
  OF_PLATFORMS,
  TRAINER,
  TURN_LINES,
  WEBHOOKS_DELIVER,
} from './functions.ts';
import { hasPreflight } from './gateway-responses.ts';
import { METRIC_NAMESPACE, METRICS_BY_INSTITUTION } from './metrics.ts';
import { acknowledgeRules } from './nag-acknowledgements.ts';
import { ARTIFACTS_OUTPUT, DEPLOYMENT_KEY_OUTPUT, TRAINING_OUTPUT, tableOutput } from './outputs.ts';
import { ROUTES, type Route } from './routes.ts';
import { checkSettings, type Settings, sendsEvents } from './settings.ts';

export interface ParleyStackProps extends StackProps {
  settings?: Settings;
}

/**
 * The whole service in one AWS account. CloudFormation allows 500 resources per stack, so resources without data and
 * without an address are in nested stacks, which `cdk deploy` deploys together with this one: the functions' roles, the
 * functions of channels and desks, the aliases, the permissions to call functions with the schedules that do, most HEAD
 * methods, the alarms and the saved queries over exported turns. Resources with data or an address must stay here:
 * moving one would create a new table, log or path beside the old one. In an upgrade, CloudFormation makes what has moved
 * before it deletes the old one, so nothing in a nested stack may have the name that it had here.
 */
export class ParleyStack extends Stack {
  constructor(scope: Construct, id: string, props: ParleyStackProps = {}) {
    const { settings = checkSettings(), ...stackProps } = props;
    super(scope, id, { tags: settings.tags, ...stackProps });
    // A change of the authorizer must trigger a new API deployment; otherwise the old authorizer would stay in use.
    this.node.setContext(APIGATEWAY_AUTHORIZER_CHANGE_DEPLOYMENT_LOGICAL_ID, true);

    const store = new Store(this, 'Store', settings);
    const roles = new NestedStack(this, 'Roles');
    const platforms = onUse(() => new NestedStack(this, 'Platforms'));
    const aliases = onUse(() => new NestedStack(this, 'Aliases'));
    const functions = Object.fromEntries(
      [...Object.keys(FUNCTIONS), ...optionalFunctions(settings)].map((name) => {
        const environment = environmentOf(name, settings);
        const scope = OF_PLATFORMS.has(name) ? platforms() : this;
        const props = { store, roles, aliases, logs: this, settings, environment };
        return [name, new ServiceFunction(scope, name, props)];
      }),
    );
    // Policies and schedules name functions, so they are in a stack of their own that is made after them.
    const permissions = new NestedStack(this, 'Permissions');
    const trainer = startTrainings(permissions, functions);
    const entrances = Object.fromEntries(
      Object.entries(functions).map(([name, { entrance }]) => [name, entrance]),
    );
    const api = new Api(this, 'Api', {
      routes: ROUTES.filter((route: Route) => functions[route.function] !== undefined),
      functions: entrances,
      permissions,
      settings,
    });

    const analytics = addAnalytics(this, store, functions[TURN_LINES], settings);
    addGrouping(permissions, functions[GROUPER]);
    addWebhooks(permissions, store, functions[WEBHOOKS_DELIVER]);
    addChannels(permissions, functions);
    const relay = addVoiceRelay(this, { store, query: functions.query, logging: api.logging, settings });
    const { canaries } = new Monitoring(this, 'Monitoring', {
      api: api.rest,
      functions: { ...functions, ...relay?.functions },
      tables: store.tables,
      settings,
      analytics,
    });
    addLogQueries(this, { ...functions, ...relay?.functions }, settings);
    addPeople(this, store, trainer);
    acknowledgeRules(this, store, analytics);

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, ARTIFACTS_OUTPUT, { value: store.artifactsLocation });
    new CfnOutput(this, DEPLOYMENT_KEY_OUTPUT, { value: store.deploymentKey.secretArn });
    new CfnOutput(this, TRAINING_OUTPUT, { value: trainer });
    if (relay !== undefined) new CfnOutput(this, 'RelayUrl', { value: relay.url });
    if (canaries !== undefined) new CfnOutput(this, 'CanaryApplication', { value: canaries.applicationName });
    if (analytics !== undefined)
      new CfnOutput(this, 'AnalyticsBucket', { value: analytics.bucket.bucketName });
    for (const [name, table] of store.tables) {
      new CfnOutput(this, tableOutput(name), { value: table.tableName });
    }
  }
}

/**
 * Lets functions invoke the training function. The policy is not part of their roles, since the roles are created
 * before the functions and cannot name them.
 * @returns the ARN of the training function
 */
function startTrainings(scope: Construct, functions: Readonly<Record<string, ServiceFunction>>): string {
  const training = functions[TRAINER];
  if (training === undefined) throw new Error(`the stack does not have the function "${TRAINER}"`);
  const { invocationArn: trainer, invocationArns: resources } = training;
  const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
  for (const [name, fn] of Object.entries(functions)) {
    if (!FUNCTIONS[name]?.startsTraining || fn.role === undefined) continue;
    fn.addEnvironment('TRAINING', trainer);
    new Policy(scope, `Training-${name}`, { roles: [fn.role], statements: [statement] });
  }
  return trainer;
}

/** A stack that is made when it is first used: one without resources cannot be deployed. */
function onUse(make: () => NestedStack): () => NestedStack {
  let made: NestedStack | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The functions that the settings add. */
export const optionalFunctions = (settings: Settings): string[] => [
  ...(settings.analytics === undefined ? [] : [TURN_LINES]),
  ...(sendsEvents(settings) ? [WEBHOOKS_DELIVER] : []),
  ...settings.desks.map((desk) => DESKS[desk]),
  ...settings.channels.map((channel) => CHANNELS[channel]),
  ...(settings.channels.length > 0 ? [CHANNELS_ANSWER] : []),
];

/** Adds the export of logged turns if the settings enable it. */
function addAnalytics(
  scope: Construct,
  { tables }: Store,
  turnLines: ServiceFunction | undefined,
  settings: Settings,
): Analytics | undefined {
  const conversations = tables.get('Conversations');
  if (settings.analytics === undefined || turnLines === undefined || conversations === undefined)
    return undefined;
  const { keepDays } = settings.analytics;
  return new Analytics(scope, 'Analytics', { keepDays, settings, conversations, turnLines });
}

/** Adds calls over connections if the settings enable them. */
const addVoiceRelay = (
  scope: Construct,
  {
    query,
    ...props
  }: Omit<VoiceRelayProps, 'query' | 'environmentOf'> & { query: ServiceFunction | undefined },
): VoiceRelay | undefined =>
  props.settings.voiceRelay && query !== undefined
    ? new VoiceRelay(scope, 'VoiceRelay', {
        ...props,
        query,
        environmentOf: (name) => environmentOf(name, props.settings),
      })
    : undefined;

/** The functions that write conversation events, and the function that manages their webhooks. */
const WRITES_EVENTS = [
  'query',
  'dialog-messages',
  'dialog-tell',
  'handoffs-act',
  ...Object.values(DESKS),
  'webhooks',
];

/** The functions whose requests may wait for messages. */
const WAITING = ['dialog-messages', 'handoffs-read'];

/** Settings that functions read from their environment. */
function environmentOf(name: string, settings: Settings): Record<string, string> {
  const { auditRetentionDays: days, customDomain } = settings;
  const { allowedRanges: ranges, slowCalls } = settings.businessLogic;
  const issuer = settings.issuer ?? (customDomain && `https://${customDomain.name}`);
  return {
    [METRIC_NAMESPACE]: settings.stackName,
    ...(settings.tracing ? { TRACING: 'true' } : {}),
    ...(sendsEvents(settings) && WRITES_EVENTS.includes(name) ? { WEBHOOKS: 'on' } : {}),
    ...(settings.metricsByInstitution ? { [METRICS_BY_INSTITUTION]: 'true' } : {}),
    ...(settings.errorAliases.length > 0
      ? { [ERROR_ALIASES_VARIABLE]: settings.errorAliases.join(' ') }
      : {}),
    ...(ROUTES.some((route) => route.function === name && hasPreflight(ROUTES, route.path))
      ? { CORS_ORIGINS: settings.corsOrigins.join(' ') }
      : {}),
    ...(FUNCTIONS[name]?.tables.Audit !== undefined && days !== undefined
      ? { AUDIT_RETENTION_DAYS: String(days) }
      : {}),
    ...(FUNCTIONS[name]?.authorizationServer && issuer !== undefined ? { ISSUER: issuer } : {}),
    ...(FUNCTIONS[name]?.authorizationServer
      ? { SERVICE_USER_ID_ALIASES: settings.serviceUserIdAliases.join(',') }
      : {}),
    ...(FUNCTIONS[name]?.callsBusinessLogic && ranges.length > 0
      ? { BLS_ALLOWED_RANGES: ranges.join(',') }
      : {}),
    ...(WAITING.includes(name) && settings.waiting !== undefined
      ? { MAX_WAITING: String(settings.waiting) }
      : {}),
    ...(FUNCTIONS[name]?.callsBusinessLogic && slowCalls !== undefined
      ? { SLOW_CALLS: String(slowCalls) }
      : {}),
  };
}
