import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../infra/routes.ts';
import type { GivenSettings } from '../../infra/settings.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { templateWith } from '../support/stack.ts';

/** The template changes its shape with these alone. */
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

const lint = (...options: string[]) => spawnSync('cfn-lint', options, { encoding: 'utf8' });
const installed = lint('--version').status === 0;

describe('cfn-lint', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));

  test('finds nothing in the templates of any settings', ({ skip }) => {
    if (!installed) return skip('cfn-lint is not installed here (pip install cfn-lint).');
    const files = Object.entries(DEPLOYMENTS).map(([name, settings]) => {
      const file = path.join(folder, `${name}.template.json`);
      writeFileSync(file, JSON.stringify(templateWith(settings)));
      return file;
    });
    const { status, stdout, stderr } = lint('--ignore-checks', ...IGNORED, '--template', ...files);
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  test('would find a property that a resource does not have', ({ skip }) => {
    if (!installed) return skip('cfn-lint is not installed here (pip install cfn-lint).');
    const file = path.join(folder, 'wrong.template.json');
    const Resources = { Topic: { Type: 'AWS::SNS::Topic', Properties: { Colour: 'blue' } } };
    writeFileSync(file, JSON.stringify({ Resources }));
    const { status, stdout } = lint('--ignore-checks', ...IGNORED, '--template', file);
    expect(stdout).toContain('Colour');
    expect(status).not.toBe(0);
  });
});
