import { describe, expect, it } from 'vitest';
import type { CompiledSlot } from '../../../../engine/assistant.ts';
import { labelOf } from '../../../../engine/dialogue/business-logic/label.ts';
import type { ExplainedProposal } from '../../../../engine/dialogue/explanation.ts';
import type { Command } from '../../../../engine/understand/commands.ts';

const slot = (name: string, label?: string): CompiledSlot => ({
  name,
  entity: 'account',
  required: false,
  ask: null,
  validate: null,
  reject: null,
  sensitive: false,
  multiple: false,
  retries: 3,
  onRetriesExhausted: null,
  keep: 'competency',
  contexts: {},
  ...(label === undefined ? {} : { label }),
});
const TRANSFER = { name: 'transfer', slots: [slot('account'), slot('email', 'email_update')] };
const set = (name: string): Command => ({
  do: 'set',
  slot: name,
  candidate: { start: 0, end: 1, value: 'x', details: {}, quality: 'exact' },
  raw: 'x',
  way: 'answer',
});
const start = (probability: number | null): Command => ({
  do: 'start',
  label: 'transfer',
  probability,
  query: 'x',
});
const read = (command: string, score: number, became = 'applied'): ExplainedProposal => ({
  command,
  start: 0,
  end: 1,
  score,
  by: 'acts',
  became,
});

describe('the label of what was done in a competency', () => {
  it.each<[Command[], string]>([
    [[{ do: 'affirm' }], 'cs_yes'],
    [[{ do: 'deny' }], 'cs_no'],
    [[{ do: 'cancel' }], 'cs_cancel'],
    [[set('account'), { do: 'affirm' }], 'cs_yes'],
    [[start(0.9)], 'transfer_start'],
    [[{ do: 'restart' }], 'transfer_start'],
    [[set('account')], 'transfer_update'],
    [[{ do: 'clear', slot: 'account' }], 'transfer_update'],
    [[{ do: 'skip' }], 'transfer_update'],
    [[{ do: 'back' }], 'transfer_update'],
    [[{ do: 'correct', slot: null }], 'transfer_update'],
    [[set('email')], 'email_update'],
    [[set('account'), set('email')], 'email_update'],
  ])('of %j is told', (commands, name) => {
    expect(labelOf(commands, TRANSFER, [])?.name).toBe(name);
  });

  it.each<Command[][]>([[[]], [[{ do: 'not_understood' }]], [[{ do: 'thank' }]]])(
    'of %j is none',
    (commands) => {
      expect(labelOf(commands, TRANSFER, [])).toBeNull();
    },
  );

  it('is as sure as the command was read, and of a beginning as it was classified', () => {
    const proposals = [
      read('affirm', 0.2, 'unsure'),
      read('affirm', 0.8),
      read('affirm', 0.7),
      read('start', 1),
    ];
    expect(labelOf([{ do: 'affirm' }], TRANSFER, proposals)?.probability).toBe(0.8);
    expect(labelOf([start(0.6)], TRANSFER, proposals)?.probability).toBe(0.6);
  });

  it('is certain where nothing had to be read for it', () => {
    expect(labelOf([start(null)], TRANSFER, [])?.probability).toBe(1);
  });
});
