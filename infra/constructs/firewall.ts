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
 * AWS WAF before the API. Nobody sends more than so many requests: a caller with a credential is counted by that,
 * since a server has one address for all its users, and one without by the address. What is no query is a small part of
 * what a credential may send, so that its lists and changes leave the stage's requests to everybody's queries. Under `/v1/oauth`, where secrets
 * can be guessed, an address has few, unless a client names itself by the header and guesses no password.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn, routes, settings }: FirewallProps) {
    super(scope, id);
    const { stackName, waf } = settings;
    const rules: Rule[] = [
      probes(routes, settings),
      limited('oauth', waf.oauthRequestsPerAddress, {
        by: ADDRESS,
        only: and(pathContains('/v1/oauth'), not(and(clientPath(routes, settings), IS_BASIC, not(IS_GUESS)))),
      }),
      limited('credential', waf.requestsPerCredential, { by: CREDENTIAL }),
      limited('others', waf.otherRequestsPerCredential, {
        by: CREDENTIAL,
        only: not(
          pathIs([...routes.filter(isQuery), ...routes.filter(({ forClients }) => forClients)], settings),
        ),
      }),
      limited('address', waf.requestsPerAddress, { by: ADDRESS, only: not(HAS_CREDENTIAL) }),
      limited('credentials', waf.credentialedRequestsPerAddress, { by: ADDRESS, only: HAS_CREDENTIAL }),
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

/** Lets through, past every other rule, what watches the service: its address is one and it asks often. */
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

const isQuery = ({ function: name }: Route): boolean => name === 'query';

/** The stage's name stands before the path unless a domain of one's own hides it. */
const pathIs = (routes: readonly Route[], { stageName }: Settings): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `^(/${stageName})?(${routes.map(({ path }) => path.replaceAll('.', '\\.')).join('|')})/?$`,
    textTransformations: UNCHANGED,
  },
});

const UNCHANGED = [{ priority: 0, type: 'NONE' }];
const AUTHORIZATION = 'authorization';

const ADDRESS = { aggregateKeyType: 'IP' };
/** Requests without the header are not counted. */
const CREDENTIAL = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [{ header: { name: AUTHORIZATION, textTransformations: UNCHANGED } }],
};

const HAS_CREDENTIAL: Statement = {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: AUTHORIZATION } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: UNCHANGED,
  },
};

/** A client that names itself as RFC 6749 §2.3.1 has it. */
const IS_BASIC: Statement = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: AUTHORIZATION } },
    positionalConstraint: 'STARTS_WITH',
    searchString: 'basic ',
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
};

/** The password grant looks at no client's secret, so that a made-up one would be a way around. */
const IS_GUESS: Statement = {
  byteMatchStatement: {
    // A part that is too long to be looked through counts as a match.
    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
    positionalConstraint: 'CONTAINS',
    searchString: 'grant_type=password',
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
};

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

const and = (...statements: Statement[]): Statement => ({ andStatement: { statements } });

/** Blocks who is over `limit` requests in five minutes, of those that `only` leaves. */
const limited = (
  name: string,
  limit: number,
  { by, only }: { by: typeof ADDRESS | typeof CREDENTIAL; only?: Statement },
): Rule => ({
  name,
  action: { block: {} },
  statement: {
    rateBasedStatement: { ...by, limit, ...(only === undefined ? {} : { scopeDownStatement: only }) },
  },
});

/** Contains, since the stage's name may stand before it, and letter case must not be a way around. */
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

/** A group of rules that AWS keeps up to date, and those of its rules that only count. */
interface ManagedRules {
  group: string;
  counted: readonly string[];
}

/**
 * The rules of AWS's own. Bodies hold what people say and what business logic is sent, up to 256 KB of it, and are
 * parsed as data and nothing else: rules that take a text there for code, or a body over 8 KB for an attack, count
 * and do not block. Loopback redirects are addresses in a query string, `state` may be long, and servers need no
 * `User-Agent`.
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
