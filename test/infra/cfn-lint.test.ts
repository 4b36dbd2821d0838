import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../infra/routes.ts';
import type { GivenSettings } from '../../infra/settings.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { stacksWith } from '../support/stack.ts';

/** Settings that together cover every shape of the template. */
const DEPLOYMENTS: Readonly<Record<string, GivenSettings>> = {
  default: {},
  full: {
    customDomain: {
      name: 'api.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one',
      hostedZoneId: 'Z0123456789ABCDEFGHIJ',
      hostedZoneName: 'example.com',
    },
    corsOrigins: ['https://a.example', 'https://b.example'],
    throttles: { routes: { [`${ROUTES[0].method} ${ROUTES[0].path}`]: { rate: 1, burst: 1 } } },
    provisionedConcurrency: { query: 2, authorizer: 1 },
    canaryDeployments: true,
    analytics: {},
    alarmTopicArn: 'arn:aws:sns:us-east-1:123456789012:alarms',
    vpc: {
      vpcId: 'vpc-0123456789abcdef0',
      availabilityZones: ['us-east-1a'],
      subnetIds: ['subnet-0123456789abcdef0'],
      securityGroupIds: ['sg-0123456789abcdef0'],
    },
    businessLogic: { allowedRanges: ['10.0.0.0/8'] },
  },
  bare: { waf: { enabled: false }, accountLogging: false, deletionProtection: false },
};

/** W3005: the CDK lists dependencies that references already make. */
const IGNORED = ['W3005'];

const lint = (...files: string[]) =>
  spawnSync('cfn-lint', ['--format', 'parseable', '--ignore-checks', ...IGNORED, '--template', ...files], {
    encoding: 'utf8',
  });

describe.runIf(process.env.PARLEY_TEST_AWS === 'yes')('cfn-lint', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));

  const write = (name: string, template: unknown): string => {
    const file = path.join(folder, `${name}.template.json`);
    writeFileSync(file, JSON.stringify(template));
    return file;
  };

  test('finds nothing in the templates of all settings, and would find an unknown property', ({ skip }) => {
    const Resources = { Topic: { Type: 'AWS::SNS::Topic', Properties: { Colour: 'blue' } } };
    const wrong = write('wrong', { Resources });
    const files = Object.entries(DEPLOYMENTS).flatMap(([name, settings]) =>
      Array.from(stacksWith(settings), ([id, template]) => write(`${name}${id}`, template)),
    );
    const { error, status, stdout, stderr } = lint(wrong, ...files);
    if (error !== undefined || status === 127)
      return skip('cfn-lint is not installed here (pip install cfn-lint).');
    const found = stdout.trim().split('\n');
    expect(found).toEqual([expect.stringMatching(/Colour/)]);
    expect(found[0]?.startsWith(`${wrong}:`)).toBe(true);
    expect(stderr).toBe('');
    expect(status).not.toBe(0);
  });
});
