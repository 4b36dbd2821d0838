import { expect, test } from 'vitest';
import { readReply } from '../../cli/choose-labels.ts';
import type { UnhandledGroup } from '../../functions/shared/domain/conversations/unhandled-groups.ts';

const GROUP: UnhandledGroup = {
  outcome: 'not_understood',
  slot: null,
  question: null,
  days: [],
  turns: [],
  language: 'en',
  count: 3,
  sessions: 2,
  madeUp: 0,
  examples: ['one', 'two', 'three'],
  nearest: [
    { label: 'hours', probability: 0.5 },
    { label: 'gone', probability: 0.2 },
  ],
  lastAt: 0,
};
const LABELS = ['hours', 'order', 'out_of_scope'];
const accepted = (label: string, ...utterances: string[]) => ({
  does: 'accept',
  label,
  language: 'en',
  utterances,
});

test.each([
  ['', { does: 'leave' }],
  ['q', { does: 'stop' }],
  ['1', accepted('hours', 'one', 'two', 'three')],
  ['order', accepted('order', 'one', 'two', 'three')],
  ['o', accepted('out_of_scope', 'one', 'two', 'three')],
  ['  1   ca ', accepted('hours', 'three', 'one')],
  // A label of another version, unknown labels and unknown examples.
  ['2', { does: 'repeat' }],
  ['3', { does: 'repeat' }],
  ['nothing', { does: 'repeat' }],
  ['1 d', { does: 'repeat' }],
  ['1 a!', { does: 'repeat' }],
])('the reply “%s” is read', (line, reply) => {
  expect(readReply(line, GROUP, LABELS)).toEqual(reply);
});
