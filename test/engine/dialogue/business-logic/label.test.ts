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

describe('the label of the commands of a turn', () => {
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
  ])('is set for %j', (commands, name) => {
    expect(labelOf(commands, TRANSFER, [])?.name).toBe(name);
  });

  it.each<Command[][]>([[[]], [[{ do: 'not_understood' }]], [[{ do: 'thank' }]]])(
    'is null for %j',
    (commands) => {
      expect(labelOf(commands, TRANSFER, [])).toBeNull();
    },
  );

  it('has the best score of its command, or the probability of a started label', () => {
    const proposals = [
      read('affirm', 0.2, 'unsure'),
      read('affirm', 0.8),
      read('affirm', 0.7),
      read('start', 1),
    ];
    expect(labelOf([{ do: 'affirm' }], TRANSFER, proposals)?.probability).toBe(0.8);
    expect(labelOf([start(0.6)], TRANSFER, proposals)?.probability).toBe(0.6);
  });

  it('has probability 1 if the start came without a classification', () => {
    expect(labelOf([start(null)], TRANSFER, [])?.probability).toBe(1);
  });
});
