import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileAssistant } from '../../../authoring/compile.ts';
import { readAssistant } from '../../../authoring/read-folder.ts';
import { readRowsOf } from '../../../bench/data.ts';
import { STAGES } from '../../../bench/replies/confirmations.ts';
import { figuresOf, isWrong, type Outcome, outcomeOf, replyRow } from '../../../bench/replies/outcomes.ts';
import { type DialogState, initialState } from '../../../engine/dialogue/state.ts';

const rows = readRowsOf(
  fileURLToPath(new URL('../../../bench/replies/rows.jsonl', import.meta.url)),
  replyRow,
  '',
);

const frame = (state: string, asked: string | null = null) => ({
  state,
  intent: null,
  slots: {},
  asked,
  misses: {},
  skipped: [],
  prompt: null,
});
const TRANSFER = { state: 'transfer', deed: 'transfer_done' };
const standing = (changes: Partial<DialogState>): DialogState => ({ ...initialState(), ...changes });

describe('the outcome of a reply', () => {
  it('is the deed if business logic was called for it, whatever it answered', () => {
    expect(outcomeOf(TRANSFER, ['transfer_done'], standing({}))).toBe('done');
    expect(
      outcomeOf(TRANSFER, ['transfer', 'transfer_done'], standing({ frames: [frame('transfer')] })),
    ).toBe('done');
  });

  it('is open while the next yes answers the question, even if it was asked again', () => {
    expect(outcomeOf(TRANSFER, ['transfer'], standing({ frames: [frame('transfer')] }))).toBe('open');
  });

  it.each<[string, Partial<DialogState>]>([
    ['the matter has ended', {}],
    ['another matter is under way', { frames: [frame('transfer'), frame('balance', 'account')] }],
    ['a value is asked for', { frames: [frame('transfer', 'amount')] }],
    ['it is asked what shall change', { frames: [frame('transfer')], asksWhatChanges: true }],
    ['it is asked which of two is meant', { frames: [frame('transfer')], choice: { labels: [], query: '' } }],
  ])('is “left” where %s', (_, changes) => {
    expect(outcomeOf(TRANSFER, ['balance'], standing(changes))).toBe('left');
  });
});

describe('the figures', () => {
  const said = (is: 'yes' | 'no_yes', outcome: Outcome) => ({
    row: { assistant: 'bank', language: 'en', to: 'transfer', reply: 'a', is, kind: 'b' },
    outcome,
  });
  const all = [
    said('no_yes', 'done'),
    said('no_yes', 'open'),
    said('no_yes', 'left'),
    said('yes', 'done'),
    said('yes', 'done'),
    said('yes', 'open'),
    said('yes', 'left'),
    said('yes', 'left'),
    said('yes', 'left'),
  ];

  it('count deeds after replies that do not agree, and the outcomes of those that do', () => {
    expect(figuresOf(all)).toEqual({ no_yes: 3, deeds: 1, yes: 6, taken: 2, lost: 3, asked_again: 1 });
  });

  it('count as wrong a deed without a yes, and a yes without a deed', () => {
    expect(all.map(isWrong)).toEqual([true, false, false, false, false, true, true, true, true]);
  });
});

describe.each(Object.entries(STAGES))('the confirmations of %s', (name, { folder, scenes }) => {
  it('ask for a yes that leads to a deed', async () => {
    const { assistant } = compileAssistant(await readAssistant(folder, { recordings: false }));
    for (const { state, deed } of Object.values(scenes)) {
      expect(assistant.states[state]?.transitions).toContainEqual(
        expect.objectContaining({ on: 'yes', to: [deed] }),
      );
      expect(assistant.competencies[assistant.states[deed]?.competency ?? '']?.businessLogic).toBe(true);
    }
  });

  it('have replies with and without a yes in every language', () => {
    for (const [to, { lead }] of Object.entries(scenes))
      for (const language of Object.keys(lead)) {
        const sorts = rows.filter(
          (row) => row.assistant === name && row.to === to && row.language === language,
        );
        expect(new Set(sorts.map(({ is }) => is))).toEqual(new Set(['yes', 'no_yes']));
      }
  });
});

it('every reply belongs to a confirmation of its assistant in its language', () => {
  const unknown = rows.filter(
    ({ assistant, to, language }) => !STAGES[assistant]?.scenes[to]?.lead[language],
  );
  expect(unknown).toEqual([]);
});

it('no reply occurs twice for one assistant', () => {
  const keys = rows.map(({ assistant, language, reply }) => `${assistant} ${language} ${reply}`);
  expect(new Set(keys).size).toBe(keys.length);
});
