import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { PEOPLE, type PersonNeeds } from '../people.ts';
import { TABLES, type TableDefinition, type TableName } from '../tables.ts';
import type { Store } from './store.ts';

/**
 * IAM policies for people, to attach to their roles or permission sets; the ARNs are stack outputs. They also allow
 * reading the stack's outputs, which the `parley` command uses to find all resources, and starting trainings.
 * @param trainer the ARN of the training function
 */
export function addPeople(stack: Stack, store: Store, trainer: string): void {
  for (const [name, needs] of Object.entries<PersonNeeds>(PEOPLE)) {
    const policy = new ManagedPolicy(stack, `${name}Policy`, {
      description: needs.description,
      statements: [
        ...tableStatements(needs, store),
        ...indexStatements(needs, store),
        ...artifactStatements(needs, store),
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [trainer] }),
        outputsOf(stack),
      ],
    });
    new CfnOutput(stack, name, { value: policy.managedPolicyArn });
  }
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';

function tableStatements(
  { tables, onlyPartitions = {}, neverPartitions = {} }: PersonNeeds,
  store: Store,
): PolicyStatement[] {
  return [...store.tables].flatMap(([name, { tableArn }]: [TableName, { tableArn: string }]) => {
    const actions = tables[name]?.map((action) => `dynamodb:${action}`) ?? [];
    if (actions.length === 0) return [];
    const [only, never] = [onlyPartitions[name], neverPartitions[name]];
    const allow = new PolicyStatement({ actions, resources: [tableArn] });
    if (only !== undefined) allow.addCondition('ForAllValues:StringLike', { [LEADING_KEYS]: [only] });
    if (never === undefined) return [allow];
    const deny = new PolicyStatement({ effect: Effect.DENY, actions, resources: [tableArn] });
    deny.addCondition('ForAnyValue:StringLike', { [LEADING_KEYS]: [...never] });
    return [allow, deny];
  });
}

const indexStatements = ({ indexes = [] }: PersonNeeds, { tables }: Store): PolicyStatement[] =>
  indexes.map((name) => {
    const { index }: TableDefinition = TABLES[name];
    const resource = `${tables.get(name)?.tableArn}/index/${index?.name}`;
    return new PolicyStatement({ actions: ['dynamodb:Query'], resources: [resource] });
  });

function artifactStatements({ artifacts, deploymentKey }: PersonNeeds, store: Store): PolicyStatement[] {
  const { bucketArn } = store.artifacts;
  return [
    new PolicyStatement({
      actions: artifacts.map((action) => `s3:${action}`),
      resources: [`${bucketArn}/*`],
    }),
    // Without this permission, S3 reports a missing object as forbidden.
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }),
    ...(deploymentKey === undefined
      ? []
      : [
          new PolicyStatement({
            actions: ['secretsmanager:GetSecretValue'],
            resources: [store.deploymentKey.secretArn],
          }),
        ]),
  ];
}

const outputsOf = (stack: Stack): PolicyStatement =>
  new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] });
