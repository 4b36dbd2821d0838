import { describe, expect, test } from 'vitest';
import { channelSettings } from '../../functions/shared/domain/channels/channel.ts';
import { inventoryOf } from '../../infra/cost/bill.ts';
import { TAKES } from '../../infra/cost/takes.ts';
import {
  CHANNEL_VOICE,
  CHANNELS,
  CHANNELS_ANSWER,
  DESKS,
  FUNCTIONS,
  WEBHOOKS_DELIVER,
} from '../../infra/functions.ts';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { optionalFunctions } from '../../infra/stack.ts';
import type { StackTemplate } from '../../infra/whole-template.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { rolePolicies, templateWith } from '../support/stack.ts';

const KINDS = Object.keys(CHANNELS) as (keyof typeof CHANNELS)[];
const template = templateWith({ channels: KINDS, desks: Object.keys(DESKS) as (keyof typeof DESKS)[] });

const pascal = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
const functionsOf = (of: typeof template): string[] =>
  Object.keys(of.findResources('AWS::Lambda::Function')).map((id) => id.slice(0, -8));
const addedBy = (settings: GivenSettings): string[] => optionalFunctions(checkSettings(settings));

describe('the settings channels and desks', () => {
  test('name every kind of channel except the one of the setting voiceRelay', () => {
    const kinds = channelSettings.def.options.map((option) => [...option.shape.kind.def.values][0]);
    expect(['jambonz', ...KINDS].toSorted()).toEqual(kinds.toSorted());
  });

  test('add nothing by default', () => {
    const plain = templateWith();
    plain.resourceCountIs('AWS::Lambda::Function', Object.keys(FUNCTIONS).length);
    const paths = Object.values(plain.findResources('AWS::ApiGateway::Resource'));
    const parts = paths.map(({ Properties }) => Properties.PathPart);
    expect(parts).not.toContain('channels');
    expect(parts).not.toContain('slack');
  });

  test.each(KINDS)('%s adds its function, the one that answers and the one that delivers', (kind) => {
    const added = [WEBHOOKS_DELIVER, CHANNELS[kind], CHANNELS_ANSWER];
    expect(addedBy({ channels: [kind] })).toEqual(added);
    expect(functionsOf(template)).toEqual(expect.arrayContaining(added.map(pascal)));
  });

  test.each(Object.entries(DESKS))(
    'the desk %s adds its function and the one that delivers',
    (desk, name) => {
      const added = [WEBHOOKS_DELIVER, name];
      expect(addedBy({ desks: [desk as keyof typeof DESKS] })).toEqual(added);
      expect(functionsOf(template)).toEqual(expect.arrayContaining(added.map(pascal)));
    },
  );

  test('let only the answering functions invoke the query function, and look every minute', () => {
    const rights = rolePolicies(template)
      .flatMap(([id, policy]) =>
        allowances(readStatements(evaluate(policy, () => undefined))).map((right) => ({ id, ...right })),
      )
      .filter(({ action }) => action === 'lambda:InvokeFunction')
      .map(({ id, resource }) => [
        id.replace(/(Role|DefaultPolicy|[0-9A-F]{8}).*$/, ''),
        resource.slice(0, 5),
      ]);
    const asking = rights.filter(([, resource]) => resource === 'Query').map(([id]) => id);
    expect(asking.toSorted()).toEqual([pascal(CHANNEL_VOICE), pascal(CHANNELS_ANSWER)].toSorted());
    const looks = template.findResources('AWS::Events::Rule', {
      Properties: { ScheduleExpression: 'rate(1 minute)' },
    });
    expect(Object.keys(looks)).toHaveLength(2);
  });

  test('add as many alarm metrics as their cost assumes', () => {
    const metrics = (of: typeof template) => inventoryOf(of.toJSON() as StackTemplate).alarmMetrics;
    const first = metrics(templateWith({ channels: ['sms'] })) - metrics(templateWith({ webhooks: true }));
    expect(first).toBe(TAKES.channelsAlarmMetrics);
    const second =
      metrics(templateWith({ channels: ['sms', 'slack'] })) - metrics(templateWith({ channels: ['sms'] }));
    expect(second).toBe(TAKES.channelsAlarmMetrics / 2);
  });

  test('are validated, and an error lists the valid names', () => {
    expect(() => checkSettings({ channels: ['fax'] })).toThrow(
      `channels.0: is not a channel; use ${KINDS.join(', ')}`,
    );
    expect(() => checkSettings({ channels: 'sms' })).toThrow('channels: must be a list, such as ["sms"]');
    expect(() => checkSettings({ channels: ['sms', 'sms'] })).toThrow('channels: lists a channel twice');
    expect(() => checkSettings({ desks: ['sms'] })).toThrow('desks.0: is not a desk');
  });
});
