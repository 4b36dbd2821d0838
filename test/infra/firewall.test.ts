import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../infra/routes.ts';
import { type Properties, propertiesOf, templateWith } from '../support/stack.ts';

const template = templateWith();
const [{ Rules }] = propertiesOf(template, 'AWS::WAFv2::WebACL');
const rule = (name: string, rules: Properties = Rules): Properties =>
  rules.find((found: Properties) => found.Name === name);
const rate = (name: string, rules?: Properties): Properties => rule(name, rules).Statement.RateBasedStatement;

const withPlatforms = templateWith({
  channels: ['sms', 'voice', 'whatsapp', 'messenger', 'slack', 'teams'],
  desks: ['slack', 'chatwoot'],
});
const [{ Rules: platformRules }] = propertiesOf(withPlatforms, 'AWS::WAFv2::WebACL');

interface Request {
  path: string;
  authorization?: string;
  body?: string;
}

/** Bytes of a body that AWS WAF inspects by default before a REST API. */
const BODY_BYTES = 16 * 1024;

/** Returns whether a statement matches a request. */
function matches(statement: Properties, request: Request): boolean {
  const [[kind, content]] = Object.entries(statement) as [[string, Properties]];
  switch (kind) {
    case 'AndStatement':
      return content.Statements.every((each: Properties) => matches(each, request));
    case 'OrStatement':
      return content.Statements.some((each: Properties) => matches(each, request));
    case 'NotStatement':
      return !matches(content.Statement, request);
    case 'SizeConstraintStatement':
      expect([content.ComparisonOperator, content.Size]).toEqual(['GT', 0]);
      return partOf(content.FieldToMatch, request).length > 0;
    case 'RegexMatchStatement':
      return new RegExp(content.RegexString).test(transformed(content, request));
    case 'ByteMatchStatement': {
      if (content.FieldToMatch.Body && (request.body ?? '').length > BODY_BYTES)
        return content.FieldToMatch.Body.OversizeHandling === 'MATCH';
      const text = transformed(content, request);
      return content.PositionalConstraint === 'STARTS_WITH'
        ? text.startsWith(content.SearchString)
        : text.includes(content.SearchString);
    }
    default:
      throw new Error(`${kind} is not known here`);
  }
}

const partOf = (field: Properties, { path, authorization = '', body = '' }: Request): string => {
  if (field.UriPath) return path;
  if (field.Body) return body;
  expect(field).toEqual({ SingleHeader: { Name: 'authorization' } });
  return authorization;
};

const TRANSFORMATIONS: Readonly<Record<string, (text: string) => string>> = {
  NONE: (text) => text,
  LOWERCASE: (text) => text.toLowerCase(),
  URL_DECODE: (text) => decodeURIComponent(text.replaceAll('+', ' ')),
};

const transformed = ({ TextTransformations, FieldToMatch }: Properties, request: Request): string =>
  TextTransformations.reduce(
    (text: string, { Type }: Properties) => TRANSFORMATIONS[Type]?.(text),
    partOf(FieldToMatch, request),
  );

/** Returns the names of the rules that count a request. */
const counting = (request: Request, rules: Properties[] = Rules): string[] =>
  rules.flatMap(({ Name, Statement: { RateBasedStatement } }) => {
    if (RateBasedStatement === undefined) return [];
    const { ScopeDownStatement, CustomKeys = [] } = RateBasedStatement;
    // A request without the header that a rule aggregates by is not counted.
    if (CustomKeys.some(({ Header }: Properties) => Header) && !request.authorization) return [];
    return ScopeDownStatement === undefined || matches(ScopeDownStatement, request) ? [Name] : [];
  });

const BY_CREDENTIAL = ['credential', 'credentials'];

test('stands before the API', () => {
  template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
});

test('counts a server by its credential, not by the address that it has for all its users', () => {
  expect(rate('credential')).toMatchObject({
    Limit: 60_000,
    AggregateKeyType: 'CUSTOM_KEYS',
    CustomKeys: [{ Header: { Name: 'authorization' } }],
  });
  expect(rate('address')).toMatchObject({ Limit: 10_000, AggregateKeyType: 'IP' });
  expect(counting({ path: '/api/v1/query', authorization: 'Bearer some' })).toEqual(BY_CREDENTIAL);
  expect(counting({ path: '/api/v1/query' })).toEqual(['address']);
});

test.each(['/v1/versions', '/v1/unhandled', '/v1/apps/applicationtoken', '/v1/queryx'])(
  'gives a credential a tenth of the limit for requests other than queries: %s',
  (path) => {
    expect(rate('others')).toMatchObject({ Limit: 6_000, AggregateKeyType: 'CUSTOM_KEYS' });
    for (const place of [path, `/api${path}`, `${path}/`]) {
      expect(counting({ path: place, authorization: 'Bearer some' })).toEqual([
        'credential',
        'others',
        'credentials',
      ]);
    }
  },
);

test('also limits by address, so that made-up credentials do not help', () => {
  expect(rate('credentials')).toMatchObject({ Limit: 120_000, AggregateKeyType: 'IP' });
});

describe('the requests of a platform for all institutions from its own addresses', () => {
  const signed = ROUTES.filter((route) => 'signed' in route).map(({ path }) => path);

  test.each([...new Set(signed)])('are counted by channel or desk, not as one sender: %s', (path) => {
    expect(rate('channel', platformRules)).toMatchObject({
      Limit: 60_000,
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ IP: {} }, { UriPath: {} }],
    });
    const place = path.replace(/\{\w+\}/, 'AbC-1_2');
    for (const before of ['', '/api'])
      for (const after of ['', '/'])
        for (const authorization of ['', 'Bearer some'])
          expect(counting({ path: `${before}${place}${after}`, authorization }, platformRules)).toEqual([
            'credentials',
            'channel',
          ]);
  });

  test('have a limit for all channels together, so that made-up channels do not help', () => {
    expect(rate('credentials', platformRules)).toMatchObject({ Limit: 120_000, AggregateKeyType: 'IP' });
  });

  test.each([
    '/v1/channels/sms',
    '/v1/channels/sms/a/b',
    '/x/v1/slack/a',
    '/v1/channels/fax/a',
    '/v1/chat.js',
  ])('do not include a path that only looks similar: %s', (path) => {
    expect(counting({ path }, platformRules)).toEqual(['address']);
  });

  test('are counted by address if the deployment has no such route', () => {
    expect(rule('channel')).toBeUndefined();
    expect(counting({ path: '/v1/channels/sms/a' })).toEqual(['address']);
    const [{ Rules: smsRules }] = propertiesOf(templateWith({ channels: ['sms'] }), 'AWS::WAFv2::WebACL');
    expect(counting({ path: '/v1/channels/sms/a' }, smsRules)).toEqual(['credentials', 'channel']);
    expect(counting({ path: '/v1/slack/a' }, smsRules)).toEqual(['address']);
  });

  test('match an expression within the length limit of AWS WAF', () => {
    const expressions = JSON.stringify(platformRules).match(/"RegexString":"[^"]*"/g) ?? [];
    expect(expressions.length).toBeGreaterThan(0);
    for (const expression of expressions) expect(expression.length).toBeLessThan(512);
  });
});

describe('under /v1/oauth', () => {
  const basic = 'Basic YWNtZS5hOnNlY3JldA==';

  test('an address has one request a second', () => {
    expect(rate('oauth')).toMatchObject({ Limit: 300, AggregateKeyType: 'IP' });
  });

  test.each(['/v1/oauth', '/v1/oauth/introspect', '/v1/oauth/revoke'])(
    'a client with Basic credentials is counted by these alone: %s',
    (path) => {
      for (const before of ['', '/api'])
        for (const after of ['', '/'])
          for (const authorization of [basic, basic.toLowerCase(), basic.toUpperCase()]) {
            const request = { path: `${before}${path}${after}`, authorization, body: 'token=x' };
            expect(counting(request), request.path).toEqual(BY_CREDENTIAL);
          }
    },
  );

  test.each<[string, Request]>([
    ['no header', { path: '/v1/oauth/', body: 'client_id=a&client_secret=b' }],
    ['another scheme', { path: '/v1/oauth/', authorization: 'Bearer some' }],
    ['a scheme that begins like it', { path: '/v1/oauth/', authorization: 'Basically x' }],
    ['a page where people sign in', { path: '/api/v1/oauth/authorize', authorization: basic }],
    ['the page of an account', { path: '/v1/oauth/account', authorization: basic }],
    ['a path in other letters', { path: '/V1/OAuth', authorization: basic }],
    ['a path that is written otherwise', { path: '/v1/%6Fauth', authorization: basic }],
    ['a password', { path: '/v1/oauth', authorization: basic, body: 'grant_type=password&username=a' }],
    [
      'one that is written otherwise',
      { path: '/v1/oauth', authorization: basic, body: 'grant%5Ftype=%70assword' },
    ],
    [
      'one behind much else',
      { path: '/v1/oauth', authorization: basic, body: `a=${'x'.repeat(BODY_BYTES)}&grant_type=password` },
    ],
  ])('is counted by address as well with %s', (_, request) => {
    expect(counting(request)).toContain('oauth');
  });

  test('exactly the routes that read a client’s secret from the header are marked for clients', () => {
    const functions = new URL('../../functions/', import.meta.url);
    const readers = new Set(
      readdirSync(functions, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.startsWith('shared/'))
        .filter((file) => readFileSync(new URL(file, functions), 'utf8').includes('/client-credentials.ts'))
        .map((file) => file.split('/')[0]),
    );
    const forClients = ROUTES.filter((route) => 'forClients' in route).map((route) => route.function);
    expect(forClients.sort()).toEqual([...readers].sort());
  });
});

test('allows health and readiness before every other rule, but no path that only looks similar', () => {
  expect(rule('probes')).toMatchObject({ Priority: 0, Action: { Allow: {} } });
  for (const path of ['/v1/health', '/api/v1/health', '/v1/ready/', '/api/v1/ready']) {
    expect(matches(rule('probes').Statement, { path }), path).toBe(true);
  }
  for (const path of ['/v1/oauth/v1/health', '/x/v1/health', '/v1/health/x', '/v1/query', '/v1/healthy']) {
    expect(matches(rule('probes').Statement, { path }), path).toBe(false);
  }
});

test('has AWS’s managed rules, with those that could block large bodies or free text set to count', () => {
  const groups = Rules.flatMap(({ Statement }: Properties) => Statement.ManagedRuleGroupStatement ?? []);
  expect(groups.map(({ Name }: Properties) => Name)).toEqual([
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesCommonRuleSet',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  const overridden = groups.flatMap(({ RuleActionOverrides = [] }: Properties) => RuleActionOverrides);
  for (const { ActionToUse } of overridden) expect(ActionToUse).toEqual({ Count: {} });
  const counted = overridden.map(({ Name }: Properties) => Name);
  for (const name of ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericRFI_QUERYARGUMENTS']) {
    expect(counted).toContain(name);
  }
});

/** Capacity that AWS documents for each managed rule group and, in `BASE`, for each kind of statement. */
const GROUPS: Readonly<Record<string, number>> = {
  AWSManagedRulesAmazonIpReputationList: 25,
  AWSManagedRulesCommonRuleSet: 700,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
};
const BASE: Readonly<Record<string, number>> = {
  SizeConstraintStatement: 1,
  RegexMatchStatement: 3,
  STARTS_WITH: 2,
  CONTAINS: 10,
};

function capacity(statement: Properties): number {
  const [[kind, content]] = Object.entries(statement) as [[string, Properties]];
  if (kind === 'AndStatement' || kind === 'OrStatement')
    return content.Statements.map(capacity).reduce((a: number, b: number) => a + b);
  if (kind === 'NotStatement') return capacity(content.Statement);
  if (kind === 'ManagedRuleGroupStatement') return GROUPS[content.Name] ?? Number.NaN;
  if (kind === 'RateBasedStatement') {
    const { CustomKeys = [], ScopeDownStatement } = content;
    return 2 + 30 * CustomKeys.length + (ScopeDownStatement ? capacity(ScopeDownStatement) : 0);
  }
  const base = BASE[kind === 'ByteMatchStatement' ? content.PositionalConstraint : kind] ?? Number.NaN;
  return base + 10 * content.TextTransformations.length;
}

test.each([
  ['of a deployment', Rules],
  ['of one with every platform', platformRules],
])('rules fit into the capacity of AWS WAF’s base price: the rules %s', (_, rules: Properties) => {
  const units = rules.map(({ Statement }: Properties) => capacity(Statement));
  expect(units.reduce((a: number, b: number) => a + b)).toBeLessThanOrEqual(1500);
});
