import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Route } from '../routes.ts';
import type { Settings } from '../settings.ts';

type Statement = CfnWebACL.StatementProperty;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;

export interface FirewallProps {
  stageArn: string;
  routes: readonly Route[];
  settings: Settings;
}

/**
 * AWS WAF in front of the API. It limits the number of requests: with a credential by credential, since one server
 * sends all its users' requests from one address; without a credential by address. A lower limit applies to requests
 * other than queries and waits for messages, so that lists and changes leave room for queries of the same credential.
 * A platform sends the requests of all institutions' channels from its own addresses, so they are counted by channel,
 * whether or not it sends a credential of its own.
 * Under `/v1/oauth`, where secrets could be guessed, each address has a low limit, except for clients that use Basic
 * without the password grant.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn, routes, settings }: FirewallProps) {
    super(scope, id);
    const { stackName, waf } = settings;
    const signed = routes.filter(({ signed }) => signed);
    const isSigned = signed.length === 0 ? [] : [pathIs(signed, settings)];
    const isKnown = or(HAS_CREDENTIAL, ...isSigned);
    const rules: Rule[] = [
      probes(routes, settings),
      limited('oauth', waf.oauthRequestsPerAddress, {
        by: ADDRESS,
        only: and(pathContains('/v1/oauth'), not(and(clientPath(routes, settings), IS_BASIC, not(IS_GUESS)))),
      }),
      limited('credential', waf.requestsPerCredential, {
        by: CREDENTIAL,
        ...(isSigned[0] && { only: not(isSigned[0]) }),
      }),
      limited('others', waf.otherRequestsPerCredential, {
        by: CREDENTIAL,
        only: not(
          pathIs([...routes.filter((route) => isQuery(route) || route.forClients), ...signed], settings),
        ),
      }),
      limited('address', waf.requestsPerAddress, { by: ADDRESS, only: not(isKnown) }),
      limited('credentials', waf.credentialedRequestsPerAddress, { by: ADDRESS, only: isKnown }),
      ...isSigned.map((only) => limited('channel', waf.requestsPerChannel, { by: ADDRESS_AND_PATH, only })),
      ...(waf.managedRules ? MANAGED_RULES.map(managed) : []),
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(stackName, 'all'),
      rules: rules.map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: visibility(stackName, rule.name),
      })),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: acl.attrArn });
  }
}

/** Exempts health checks from all other rules: they are frequent and come from one address. */
const probes = (routes: readonly Route[], settings: Settings): Rule => ({
  name: 'probes',
  action: { allow: {} },
  statement: pathIs(
    routes.filter(({ evenWhenBusy }) => evenWhenBusy),
    settings,
  ),
});

const clientPath = (routes: readonly Route[], settings: Settings): Statement =>
  pathIs(
    routes.filter(({ forClients }) => forClients),
    settings,
  );

/** True for the requests of all end users of a page with its one credential: queries and messages. */
const isQuery = ({ function: name }: Route): boolean => name === 'query' || name === 'dialog-messages';

/** The stage name precedes the path unless a custom domain hides it. */
const pathIs = (routes: readonly Route[], { stageName }: Settings): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `^(/${stageName})?(${[...new Set(routes.map(({ path }) => pattern(path)))].join('|')})/?$`,
    textTransformations: UNCHANGED,
  },
});

/** A route's path as a regular expression, with anything for a parameter. */
const pattern = (path: string): string => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');

const UNCHANGED = [{ priority: 0, type: 'NONE' }];
const AUTHORIZATION = 'authorization';

const ADDRESS = { aggregateKeyType: 'IP' };
/** Requests without the header are not counted. */
const CREDENTIAL = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [{ header: { name: AUTHORIZATION, textTransformations: UNCHANGED } }],
};

const ADDRESS_AND_PATH = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [{ ip: {} }, { uriPath: { textTransformations: UNCHANGED } }],
};

const HAS_CREDENTIAL: Statement = {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: AUTHORIZATION } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: UNCHANGED,
  },
};

/** A client that authenticates with Basic (RFC 6749 §2.3.1). */
const IS_BASIC: Statement = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: AUTHORIZATION } },
    positionalConstraint: 'STARTS_WITH',
    searchString: 'basic ',
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
};

/** The password grant ignores client credentials, so made-up ones must not bypass the limit. */
const IS_GUESS: Statement = {
  byteMatchStatement: {
    // An oversized body counts as a match.
    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
    positionalConstraint: 'CONTAINS',
    searchString: 'grant_type=password',
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
};

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

const and = (...statements: Statement[]): Statement => ({ andStatement: { statements } });

/** AWS WAF refuses an alternative of one statement. */
const or = (first: Statement, ...others: Statement[]): Statement =>
  others.length === 0 ? first : { orStatement: { statements: [first, ...others] } };

/** Blocks a sender that exceeds `limit` matching requests in five minutes. */
const limited = (
  name: string,
  limit: number,
  { by, only }: { by: typeof ADDRESS | typeof CREDENTIAL | typeof ADDRESS_AND_PATH; only?: Statement },
): Rule => ({
  name,
  action: { block: {} },
  statement: {
    rateBasedStatement: { ...by, limit, ...(only === undefined ? {} : { scopeDownStatement: only }) },
  },
});

/** `CONTAINS`, since the stage name may precede the path; in lower case, so that letter case cannot bypass the rule. */
const pathContains = (path: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'CONTAINS',
    searchString: path,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'LOWERCASE' },
    ],
  },
});

/** A rule group that AWS maintains, and which of its rules only count. */
interface ManagedRules {
  group: string;
  counted: readonly string[];
}

/**
 * AWS's managed rules. Bodies contain users' words and business-logic data up to 256 KB and are only ever parsed as
 * data, so rules that look for code in them or treat bodies over 8 KB as attacks only count. Redirect URIs put loopback
 * addresses into query strings, `state` may be long, and servers may send no `User-Agent`.
 */
const MANAGED_RULES: readonly ManagedRules[] = [
  { group: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  {
    group: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericRFI_QUERYARGUMENTS',
      'SizeRestrictions_QUERYSTRING',
      'NoUserAgent_HEADER',
    ],
  },
  {
    group: 'AWSManagedRulesKnownBadInputsRuleSet',
    counted: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'],
  },
];

const managed = ({ group, counted }: ManagedRules): Rule => ({
  name: group,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: group,
      ruleActionOverrides: counted.map((name) => ({ name, actionToUse: { count: {} } })),
    },
  },
});

const visibility = (stackName: string, name: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName: `${stackName}-${name}`,
  sampledRequestsEnabled: true,
});
