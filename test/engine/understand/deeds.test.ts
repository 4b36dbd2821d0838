import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, Proposal } from '../../../engine/understand/commands.ts';
import { withoutUnasked } from '../../../engine/understand/deeds.ts';
import type { View } from '../../../engine/understand/view.ts';
import { smallBank } from '../dialogue/bank.ts';

const { assistant, states, competencies } = smallBank();
const found = { state: states.get('transfer'), competency: competencies.get('transfer') };
if (found.state === undefined || found.competency === undefined) throw new Error('no transfer');
const { state, competency } = found;
const held = (value: string) => ({ value, raw: value, resolved: -1 as const, details: {} });

/** Returns the view at a state's yes-or-no question; `isDeed` says whether a yes does a deed. */
const viewIn = (name: string, isDeed: boolean): View => ({
  assistant,
  language: 'en',
  awaited: { kind: 'yes_no', isDeed, saysBack: true },
  frame: {
    state: states.get(name) ?? state,
    competency,
    label: 'transfer',
    slots: { account_from: held('savings') },
  },
  finished: null,
  prompt: 'Move it?',
  hasTold: false,
  asksWhatChanges: false,
  hasDone: false,
});

const on = { start: 0, end: 3 };
const given = (command: Command, score = 1): Proposal => ({ command, on, score, by: 'test' });
const set = (value: string): Command => ({
  do: 'set',
  slot: 'account_from',
  candidate: { ...on, value, details: {}, quality: 'exact' },
  raw: value,
  way: 'mention',
});
const kinds = (proposals: readonly Proposal[]) => proposals.map(({ command }) => command.do);

const command = fc.oneof(
  fc.constantFrom<Command>(
    { do: 'affirm' },
    { do: 'deny' },
    { do: 'cancel' },
    { do: 'thank' },
    { do: 'clear', slot: 'account_from' },
  ),
  fc.constantFrom('savings', 'checking').map(set),
);
const proposal = fc.record({
  command,
  on: fc.constant(on),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  by: fc.constant('test'),
});

describe('for any choice,', () => {
  it('a yes to a deed is never kept beside a no or a changed value', () => {
    fc.assert(
      fc.property(fc.array(proposal), fc.array(proposal), (chosen, others) => {
        const kept = withoutUnasked(viewIn('transfer', true), chosen, [...chosen, ...others]);
        if (!kinds(kept).includes('affirm')) return;
        const denied = [...chosen, ...others].filter(
          ({ command: { do: what }, score }) => (what === 'deny' || what === 'cancel') && score >= 0.5,
        );
        expect(denied).toEqual([]);
        for (const { command: one } of kept) {
          expect(['deny', 'cancel', 'clear']).not.toContain(one.do);
          if (one.do === 'set') expect(one.candidate.value).toBe('savings');
        }
      }),
    );
  });

  it('a no in a deed sets and clears no value', () => {
    fc.assert(
      fc.property(fc.array(proposal), fc.double({ min: 0.5, max: 1, noNaN: true }), (chosen, score) => {
        const kept = withoutUnasked(viewIn('transfer_confirmed', false), chosen, [
          ...chosen,
          given({ do: 'deny' }, score),
        ]);
        expect(kinds(kept).filter((what) => what === 'set' || what === 'clear')).toEqual([]);
      }),
    );
  });

  it('the choice in a state that asks for no deed stays unchanged', () => {
    fc.assert(
      fc.property(fc.array(proposal), (chosen) => {
        expect(withoutUnasked(viewIn('transfer', false), chosen, chosen)).toEqual(chosen);
      }),
    );
  });
});

it('a yes with a no is asked about, one with a value gives the value, and a plain one is taken', () => {
  const view = viewIn('transfer', true);
  const decide = (...commands: Command[]) =>
    kinds(
      withoutUnasked(
        view,
        commands.map((one) => given(one)),
        commands.map((one) => given(one)),
      ),
    );
  expect(decide({ do: 'affirm' })).toEqual(['affirm']);
  expect(decide({ do: 'affirm' }, set('savings'))).toEqual(['affirm', 'set']);
  expect(decide({ do: 'affirm' }, set('checking'))).toEqual(['set']);
  expect(decide({ do: 'affirm' }, { do: 'deny' })).toEqual(['confirm_again']);
});
