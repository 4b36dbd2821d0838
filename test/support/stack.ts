import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CHANNELS, DESKS, FUNCTIONS } from '../../infra/functions.ts';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { readStacks, type StackTemplates, wholeTemplate } from '../../infra/whole-template.ts';

/** A property may have any CloudFormation value. */
// biome-ignore lint/suspicious/noExplicitAny: a template has no type
export type Properties = any;

/** All settings that add resources. */
export const EVERYTHING: GivenSettings = {
  canaryDeployments: true,
  customDomain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
    hostedZoneId: 'Z1',
    hostedZoneName: 'example.com',
  },
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  tracing: true,
  analytics: {},
  channels: Object.keys(CHANNELS) as (keyof typeof CHANNELS)[],
  voiceRelay: true,
  desks: Object.keys(DESKS) as (keyof typeof DESKS)[],
  provisionedConcurrency: Object.fromEntries(Object.keys(FUNCTIONS).map((name) => [name, 1])),
  vpc: {
    vpcId: 'vpc-0123456789abcdef0',
    availabilityZones: ['eu-west-1a'],
    subnetIds: ['subnet-0123456789abcdef0'],
    securityGroupIds: ['sg-0123456789abcdef0'],
  },
};

/** Skips what a template does not contain: function bundles (`npm run synth` makes them) and stack traces. */
const TEMPLATE_ONLY = {
  'aws:cdk:bundling-stacks': [],
  'aws:cdk:disable-creation-stack-traces': true,
  'aws:cdk:disable-stack-trace': true,
};

/**
 * Provides a CDK app whose cloud assembly is deleted when `work` is done. The CDK's check against CloudFormation
 * schemas is skipped, since it takes three quarters of the time; `npm run synth` and a cfn-lint test do it.
 */
export function withApp<T>(work: (app: App) => T, context: Readonly<Record<string, unknown>> = {}): T {
  const outdir = mkdtempSync(path.join(tmpdir(), 'parley-test-'));
  try {
    const settings = { outdir, builtinCloudFormationValidation: false, treeMetadata: false };
    return work(new App({ ...settings, context: { ...TEMPLATE_ONLY, ...context } }));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const synthesised = new Map<string, StackTemplates>();

/** The stacks of a deployment with these settings, synthesised once per process and settings. */
export function stacksWith(given: GivenSettings = {}): StackTemplates {
  const key = JSON.stringify(given);
  const stacks = synthesised.get(key) ?? synthesise(given);
  synthesised.set(key, stacks);
  return stacks;
}

const templates = new Map<StackTemplates, Template>();

/** Everything that a deployment with these settings has, as one template, which all callers share. */
export function templateWith(given: GivenSettings = {}): Template {
  const stacks = stacksWith(given);
  const template = templates.get(stacks) ?? Template.fromString(JSON.stringify(wholeTemplate(stacks)));
  templates.set(stacks, template);
  return template;
}

const synthesise = (given: GivenSettings): StackTemplates =>
  withApp((app) => {
    new ParleyStack(app, 'Test', { settings: checkSettings(given) });
    return readStacks(app.synth().directory, 'Test');
  });

export const propertiesOf = (template: Template, type: string): Properties[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

/** The policies of every role by the role's id, whether they are in the role or resources beside it. */
export function rolePolicies(template: Template): [string, Properties][] {
  const inside = Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
    (Properties.Policies ?? []).map((policy: Properties): [string, Properties] => [
      id,
      policy.PolicyDocument,
    ]),
  );
  const beside = propertiesOf(template, 'AWS::IAM::Policy').flatMap(({ Roles, PolicyDocument }) =>
    Roles.map(({ Ref }: Properties): [string, Properties] => [Ref, PolicyDocument]),
  );
  return [...inside, ...beside];
}
