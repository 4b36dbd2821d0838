import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** AWS WAF before the API: nobody sends more than so many requests from one address. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, stageArn: string, { stackName, waf }: Settings) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(stackName, 'all'),
      rules: [
        { name: 'oauth', priority: 0, ...limited(waf.oauthRequestsPerAddress, '/v1/oauth') },
        { name: 'address', priority: 1, ...limited(waf.requestsPerAddress) },
      ].map((rule) => ({ ...rule, visibilityConfig: visibility(stackName, rule.name) })),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

/** Blocks an address over `limit` requests in five minutes; with `path`, only those whose path has it count. */
const limited = (limit: number, path?: string) => ({
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      limit,
      ...(path === undefined ? {} : { scopeDownStatement: { byteMatchStatement: pathContains(path) } }),
    },
  },
});

/** Contains, since the stage's name may stand before it, and letter case must not be a way around. */
const pathContains = (path: string): CfnWebACL.ByteMatchStatementProperty => ({
  fieldToMatch: { uriPath: {} },
  positionalConstraint: 'CONTAINS',
  searchString: path,
  textTransformations: [
    { priority: 0, type: 'URL_DECODE' },
    { priority: 1, type: 'LOWERCASE' },
  ],
});

const visibility = (stackName: string, name: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName: `${stackName}-${name}`,
  sampledRequestsEnabled: true,
});
