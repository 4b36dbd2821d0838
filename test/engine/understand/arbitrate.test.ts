import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap } from '../../../engine/text/stretch.ts';
import { refusalOf } from '../../../engine/understand/admit.ts';
import { arbitrate } from '../../../engine/understand/arbitrate/arbitrate.ts';
import type { Evidence } from '../../../engine/understand/arbitrate/hearing.ts';
import { CERTAINTY, YES_TO_A_DEED } from '../../../engine/understand/certainty.ts';
import { type Command, type Proposal, SMALL_TALK } from '../../../engine/understand/commands.ts';
import type { Awaited, View } from '../../../engine/understand/view.ts';
import { smallBank } from '../dialogue/bank.ts';

const bank = smallBank();
const TEXT = 'yes from my savings and then the balance';
const TRANSFER = ['account_from', 'account_to', 'amount'];
const LABELS = ['transfer', 'balance', 'limit'];

const EVIDENCE: Evidence = {
  isBare: false,
  reservation: 0,
  answerScore: () => null,
  asks: 0,
  condition: 0,
  served: 0,
  text: TEXT,
};

function viewOf(awaited: Awaited, held: readonly string[]): View {
  const state = bank.states.get('transfer');
  const competency = bank.competencies.get('transfer');
  if (state === undefined || competency === undefined) throw new Error('the bank transfers');
  const slots = Object.fromEntries(
    held.map((name) => [name, { value: 'checking', raw: 'checking', resolved: -1 as const, details: {} }]),
  );
  const isAtRoot = awaited.kind === 'nothing' || awaited.kind === 'choice';
  return {
    assistant: bank.assistant,
    language: 'en',
    awaited,
    frame: isAtRoot ? null : { competency, state, label: 'transfer', slots },
    finished: null,
    prompt: 'Move it?',
    hasTold: false,
    asksWhatChanges: false,
    hasDone: false,
  };
}

const stretch = fc
  .tuple(fc.nat({ max: TEXT.length - 2 }), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: Math.min(TEXT.length, start + length) }));

const command = (on: { start: number; end: number }): fc.Arbitrary<Command> => {
  const slot = fc.constantFrom(...TRANSFER);
  const label = fc.constantFrom(...LABELS);
  const plain = ['skip', 'affirm', 'deny', 'cancel', 'back', 'restart', 'confirm_again', ...SMALL_TALK];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plain).map((what) => ({ do: what }) as Command) },
    {
      weight: 3,
      arbitrary: fc
        .record({ slot, value: fc.constantFrom('checking', 'savings') })
        .map(({ slot: name, value }): Command => {
          const candidate = { ...on, value, details: {}, quality: 'exact' as const };
          return { do: 'set', slot: name, candidate, raw: value, way: 'mention' };
        }),
    },
    slot.map((name): Command => ({ do: 'clear', slot: name })),
    fc.option(slot).map((name): Command => ({ do: 'correct', slot: name })),
    label.map((name): Command => ({ do: 'start', label: name, probability: 0.5, query: TEXT })),
    fc.constant<Command>({ do: 'clarify', labels: ['balance', 'limit'], probability: 0.5 }),
  );
};

const proposal: fc.Arbitrary<Proposal> = stretch.chain((on) =>
  fc.record({
    command: command(on),
    on: fc.constant(on),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.constantFrom('acts', 'labels', 'clauses', 'values', 'utterances', 'another'),
  }),
);

const slot = bank.competencies.get('transfer')?.slots[0];
if (slot === undefined) throw new Error('a transfer has slots');
const awaited = fc.constantFrom<Awaited>(
  { kind: 'nothing' },
  { kind: 'value', slot },
  { kind: 'value', slot: { ...slot, required: false } },
  { kind: 'yes_no', isDeed: true, saysBack: true },
  { kind: 'yes_no', isDeed: false, saysBack: true },
  { kind: 'choice', labels: ['balance', 'limit'], query: 'x' },
);

/** Generates proposals and the situation in which to decide on them. */
const trial = fc.record({
  what: awaited,
  held: fc.subarray(TRANSFER),
  proposals: fc.array(proposal, { maxLength: 8 }),
  isBare: fc.boolean(),
  reservation: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Trial = typeof trial extends fc.Arbitrary<infer T> ? T : never;

function tried({ what, held, proposals, reservation }: Trial) {
  const view = viewOf(what, held);
  const allowed = proposals.filter((proposal) => refusalOf(proposal, view, bank) === null);
  return { view, allowed, evidence: { ...EVIDENCE, reservation } };
}

const kinds = (chosen: readonly Proposal[]): string[] => chosen.map(({ command: { do: what } }) => what);

describe('among any proposals', () => {
  it('the same ones are chosen each time, whatever was decided between', () => {
    fc.assert(
      fc.property(trial, (given) => {
        const { view, allowed, evidence } = tried(given);
        const first = arbitrate(view, allowed, evidence);
        arbitrate(viewOf({ kind: 'nothing' }, []), [], evidence);
        expect(arbitrate(view, [...allowed], evidence)).toEqual(first);
      }),
    );
  });

  it('each is chosen once or has a reason, and only the arbiter adds others', () => {
    fc.assert(
      fc.property(trial, (given) => {
        const { view, allowed, evidence } = tried(given);
        const { chosen, reasons } = arbitrate(view, allowed, evidence);
        expect(new Set(chosen).size).toBe(chosen.length);
        for (const one of allowed) expect(chosen.includes(one)).toBe(!reasons.has(one));
        for (const one of chosen) expect(allowed.includes(one) || one.by === 'arbiter').toBe(true);
      }),
    );
  });

  it('at most one of a yes, a no, a cancel and a correction is chosen', () => {
    fc.assert(
      fc.property(trial, (given) => {
        const { view, allowed, evidence } = tried(given);
        const did = kinds(arbitrate(view, allowed, evidence).chosen);
        const replies = did.filter((what) => ['affirm', 'deny', 'cancel', 'correct'].includes(what));
        expect(replies.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('a deed needs a certain yes without a reservation or a value that was not said back', () => {
    fc.assert(
      fc.property(trial, (given) => {
        const { view, allowed, evidence } = tried(given);
        const { chosen } = arbitrate(view, allowed, evidence);
        const yes = chosen.find(({ command: { do: what } }) => what === 'affirm');
        if (view.awaited.kind !== 'yes_no' || yes === undefined) return;
        if (view.awaited.isDeed)
          expect(yes.score * (1 - evidence.reservation)).toBeGreaterThanOrEqual(YES_TO_A_DEED);
        else expect(yes.score).toBeGreaterThanOrEqual(CERTAINTY.likely);
        const values = chosen.filter(({ command: { do: what } }) => what === 'set' || what === 'clear');
        if (view.awaited.isDeed) expect(values).toEqual([]);
        for (const { command: one } of values)
          if ('slot' in one) expect(view.frame?.slots).not.toHaveProperty(String(one.slot));
      }),
      { numRuns: 3000 },
    );
  });

  it('two producers fill neither two slots from the same words nor one slot twice', () => {
    fc.assert(
      fc.property(trial, (given) => {
        const { view, allowed, evidence } = tried(given);
        const values = arbitrate(view, allowed, evidence).chosen.filter(
          ({ command: { do: what } }) => what === 'set',
        );
        for (const [index, one] of values.entries())
          for (const another of values.slice(index + 1)) {
            if (one.by === another.by) continue;
            expect(overlap(one.on, another.on)).toBe(false);
            if (one.command.do === 'set' && another.command.do === 'set')
              expect(one.command.slot).not.toBe(another.command.slot);
          }
      }),
      { numRuns: 3000 },
    );
  });
});

it('a sure question of one or two words is answered by a document while a yes is awaited', () => {
  const view = viewOf({ kind: 'yes_no', isDeed: true, saysBack: true }, TRANSFER);
  const answered = (asks: number) =>
    kinds(arbitrate(view, [], { ...EVIDENCE, text: 'how long', asks, answerScore: () => 0.5 }).chosen);
  expect(answered(CERTAINTY.sure)).toEqual(['ask_faq']);
  expect(answered(CERTAINTY.sure - 0.01)).toEqual(['confirm_again']);
});

describe('a question that a document answers, while a value is asked for', () => {
  const answeredBy = (language: string, text: string): string[] => {
    const view = { ...viewOf({ kind: 'value', slot }, []), language };
    const evidence = { ...EVIDENCE, text, asks: 0.9, answerScore: () => 0.9 };
    return arbitrate(view, [], evidence).chosen.map(({ command }) => command.do);
  };

  it.each([
    ['en', 'when is breakfast'],
    ['ja', '朝食は何時からですか'],
    ['zh', '早餐几点开始'],
  ])('is answered by the document (%s: %s)', (language, text) => {
    expect(answeredBy(language, text)).toContain('ask_faq');
  });

  it.each([
    ['en', 'until when'],
    ['en', "what's that"],
    ['ja', 'なぜ？'],
    ['zh', '什么？'],
  ])('is not answered by it if it has only a word or two (%s: %s)', (language, text) => {
    expect(answeredBy(language, text)).not.toContain('ask_faq');
  });
});

describe('a question that both a label and a document could answer', () => {
  const text = 'what does a passport cost';
  const on = { start: 0, end: text.length };
  const decided = (awaited: View['awaited'], label: number, answer: number) => {
    const start: Proposal = {
      command: { do: 'start', label: 'passport', probability: label, query: text },
      on,
      score: label,
      by: 'labels',
    };
    const evidence = { ...EVIDENCE, text, asks: 0.9, answerScore: () => answer };
    return kinds(arbitrate({ ...viewOf(awaited, []), frame: null }, [start], evidence).chosen);
  };

  it.each([
    ['nothing', { kind: 'nothing' }, 0.97],
    ['a value', { kind: 'value', slot }, 0.97],
    ['a yes or no', { kind: 'yes_no', isDeed: true, saysBack: true }, 0.7],
  ] as const)('goes to the likelier one while %s is awaited', (_, awaited, label) => {
    expect(decided(awaited, label, label + 0.01)).toEqual(['ask_faq']);
    expect(decided(awaited, label, label - 0.01)).toEqual(['start']);
  });
});

describe('a slot that may stay empty', () => {
  it('is left empty if a skip is surer than a cancel', () => {
    const view = viewOf({ kind: 'value', slot: { ...slot, required: false } }, []);
    const said = (skip: number, cancel: number): Proposal[] => [
      { command: { do: 'skip' }, on: { start: 0, end: 4 }, score: skip, by: 'acts' },
      { command: { do: 'cancel' }, on: { start: 5, end: 9 }, score: cancel, by: 'acts' },
    ];
    const chosen = (skip: number, cancel: number) =>
      arbitrate(view, said(skip, cancel), EVIDENCE).chosen.map(({ command }) => command.do);
    expect(chosen(0.9, 0.81)).toEqual(['skip']);
    expect(chosen(0.81, 0.81)).toEqual(['cancel']);
    expect(chosen(0.3, 0.81)).toEqual(['cancel']);
  });

  it('is left empty if a skip is surer than a wish', () => {
    const view = viewOf({ kind: 'value', slot: { ...slot, required: false } }, []);
    const on = { start: 0, end: 7 };
    const chosen = (skip: number, wish: number) =>
      kinds(
        arbitrate(
          view,
          [
            { command: { do: 'skip' }, on, score: skip, by: 'acts' },
            {
              command: { do: 'start', label: 'balance', probability: wish, query: 'no rush' },
              on,
              score: wish,
              by: 'labels',
            },
          ],
          { ...EVIDENCE, text: 'no rush' },
        ).chosen,
      );
    expect(chosen(0.95, 0.88)).toEqual(['skip']);
    expect(chosen(0.87, 0.88)).toEqual(['start']);
  });

  it('with a list gets its values told if nothing else answers the question', () => {
    const helped = (score: number): Proposal[] => [
      { command: { do: 'help' }, on: { start: 0, end: 17 }, score, by: 'acts' },
    ];
    const chosen = (asks: number, entity: string, help = 0) =>
      kinds(
        arbitrate(viewOf({ kind: 'value', slot: { ...slot, entity } }, []), helped(help), {
          ...EVIDENCE,
          text: 'what have you got',
          asks,
        }).chosen,
      );
    expect(chosen(CERTAINTY.likely, slot.entity)).toEqual(['ask_values']);
    expect(chosen(CERTAINTY.likely - 0.01, slot.entity)).toEqual(['not_understood']);
    expect(chosen(CERTAINTY.likely, 'number')).toEqual(['not_understood']);
    // Neither a question nor a call for help is likely alone, but together they are.
    expect(chosen(0.3, slot.entity, 0.3)).toEqual(['ask_values']);
    expect(chosen(0.3, slot.entity, 0.28)).toEqual(['not_understood']);
  });
});

describe('a question for a value from a list', () => {
  const view = viewOf({ kind: 'value', slot }, []);

  it('is left for a wish in another clause if the user does not know the answer', () => {
    const text = 'no idea, tell me my balance';
    const unsure: Proposal = {
      command: { do: 'cannot_answer' },
      on: { start: 0, end: 7 },
      score: CERTAINTY.certain,
      by: 'acts',
    };
    const wish: Proposal = {
      command: { do: 'start', label: 'balance', probability: 1, query: 'tell me my balance' },
      on: { start: 9, end: text.length },
      score: 1,
      by: 'clauses',
    };
    const chosen = (proposals: Proposal[]) => kinds(arbitrate(view, proposals, { ...EVIDENCE, text }).chosen);
    expect(chosen([unsure, wish])).toEqual(['start']);
    expect(chosen([unsure])).toEqual(['cannot_answer']);
    const back: Proposal = { ...unsure, command: { do: 'back' } };
    expect(chosen([back, wish])).toEqual(['start']);
    expect(chosen([back])).toEqual(['back']);
  });

  it('takes one or two words as an unlisted value, but not more', () => {
    const chosen = (text: string) => {
      const on = { start: 0, end: text.length };
      const unknown: Command = { do: 'unknown_value', slot: slot.name, raw: text };
      const proposals: Proposal[] = [{ command: unknown, on, score: CERTAINTY.trace, by: 'values' }];
      return kinds(arbitrate(view, proposals, { ...EVIDENCE, text }).chosen);
    };
    expect(chosen('piggy bank')).toEqual(['unknown_value']);
    expect(chosen('my piggy bank')).toEqual(['not_understood']);
  });
});

it('a wish for something else starts although its no also sounds like a correction', () => {
  const text = 'no, show my balance';
  const on = { start: 0, end: text.length };
  const proposals: Proposal[] = [
    { command: { do: 'deny' }, on, score: 0.9, by: 'acts' },
    { command: { do: 'correct', slot: null }, on, score: 0.8, by: 'acts' },
    { command: { do: 'start', label: 'balance', probability: 1, query: text }, on, score: 1, by: 'clauses' },
  ];
  const view = viewOf({ kind: 'yes_no', isDeed: false, saysBack: true }, ['amount']);
  expect(kinds(arbitrate(view, proposals, { ...EVIDENCE, text }).chosen)).toEqual(['deny', 'start']);
  expect(kinds(arbitrate(view, proposals.slice(0, 2), { ...EVIDENCE, text }).chosen)).toEqual(['correct']);
});

describe('a yes to a deed', () => {
  const decide = (score: number, isDeed: boolean) => {
    const view = viewOf({ kind: 'yes_no', isDeed, saysBack: true }, TRANSFER);
    const yes: Proposal = { command: { do: 'affirm' }, on: { start: 0, end: 3 }, score, by: 'acts' };
    return kinds(arbitrate(view, [yes], EVIDENCE).chosen);
  };

  it.each([
    [true, YES_TO_A_DEED, ['affirm']],
    [true, YES_TO_A_DEED - 0.001, ['confirm_again']],
    [false, CERTAINTY.likely, ['affirm']],
    [false, CERTAINTY.likely - 0.001, ['confirm_again']],
    [false, CERTAINTY.doubt - 0.001, ['confirm_again']],
  ])('needs the required score (a deed: %s, %d): %j', (isDeed, score, expected) => {
    expect(decide(score, isDeed)).toEqual(expected);
  });

  const besides = (label: string, probability: number, text: string, leadsTo?: string) => {
    const { states } = bank.assistant;
    const limit = states.limit && { ...states.limit, deed: true };
    const place = viewOf({ kind: 'yes_no', isDeed: true, saysBack: true }, TRANSFER);
    const offering =
      leadsTo === undefined ? [] : [{ on: 'yes' as const, slot: null, to: [leadsTo], clear: [], say: null }];
    const view: View = {
      ...place,
      frame: place.frame && { ...place.frame, state: { ...place.frame.state, transitions: offering } },
      assistant: { ...bank.assistant, states: { ...states, ...(limit && { limit }) } },
    };
    const on = { start: 0, end: text.length };
    const yes: Proposal = { command: { do: 'affirm' }, on, score: 0.99, by: 'acts' };
    const start: Command = { do: 'start', label, probability, query: text };
    const proposals: Proposal[] = [yes, { command: start, on, score: 0.36, by: 'labels' }];
    return kinds(arbitrate(view, proposals, { ...EVIDENCE, text }).chosen);
  };

  it.each([
    [true, 1 - YES_TO_A_DEED + 0.001, ['confirm_again']],
    [true, 1 - YES_TO_A_DEED - 0.001, ['affirm']],
    [false, CERTAINTY.likely, ['confirm_again']],
    [false, CERTAINTY.likely - 0.001, ['affirm']],
  ])('must not have a reservation (a deed: %s, %d): %j', (isDeed, reservation, expected) => {
    const view = viewOf({ kind: 'yes_no', isDeed, saysBack: true }, TRANSFER);
    const yes: Proposal = { command: { do: 'affirm' }, on: { start: 0, end: 3 }, score: 1, by: 'acts' };
    expect(kinds(arbitrate(view, [yes], { ...EVIDENCE, reservation }).chosen)).toEqual(expected);
  });

  it('waits for a wish beside it if it has a reservation', () => {
    const view = viewOf({ kind: 'yes_no', isDeed: true, saysBack: true }, TRANSFER);
    const start: Command = { do: 'start', label: 'balance', probability: 1, query: 'what is the balance' };
    const proposals: Proposal[] = [
      { command: { do: 'affirm' }, on: { start: 0, end: 3 }, score: 1, by: 'acts' },
      { command: start, on: { start: 5, end: 20 }, score: 1, by: 'clauses' },
    ];
    expect(kinds(arbitrate(view, proposals, { ...EVIDENCE, reservation: 0.9 }).chosen)).toEqual(['start']);
  });

  it('does nothing if the query is certainly of another deed', () => {
    expect(besides('limit', CERTAINTY.certain, 'ok raise the limit')).toEqual(['confirm_again']);
    expect(besides('limit', CERTAINTY.certain - 0.001, 'ok raise the limit')).toEqual(['affirm']);
    // Telling the balance is not a deed.
    expect(besides('balance', 1, 'ok show the balance')).toEqual(['affirm']);
    expect(besides('transfer', 1, 'ok do the transfer')).toEqual(['affirm']);
    // The yes leads to it: it is the deed that was asked about.
    expect(besides('limit', 1, 'ok raise the limit', 'limit')).toEqual(['affirm']);
  });
});

describe('a wish of a sure kind', () => {
  const text = 'my account balance then please';
  const on = { start: 0, end: text.length };
  const wish = (label: string, probability: number, score: number): Proposal => ({
    command: { do: 'start', label, probability, query: text },
    on,
    score,
    by: 'labels',
  });
  const chosenIn = (view: View, ...proposals: Proposal[]) =>
    kinds(arbitrate(view, proposals, { ...EVIDENCE, text }).chosen);

  it('for a certain third label starts instead of a choice between two', () => {
    const view = viewOf({ kind: 'choice', labels: ['balance', 'limit'], query: 'x' }, []);
    const third = (probability: number) => chosenIn(view, wish('transfer', probability, CERTAINTY.slight));
    expect(third(CERTAINTY.certain)).toEqual(['start']);
    expect(third(CERTAINTY.certain - 0.01)).toEqual(['repeat']);
  });

  it('for a person outweighs a sure label that is less likely', () => {
    const view = viewOf({ kind: 'nothing' }, []);
    const person: Proposal = { command: { do: 'hand_off' }, on, score: 0.9, by: 'acts' };
    expect(chosenIn(view, person, wish('balance', 0.89, 0.89))).toEqual(['hand_off']);
    expect(chosenIn(view, person, wish('balance', 0.91, 0.91))).toContain('start');
  });
});

it('a greeting yields to a document only where it opens a question of some words', () => {
  const chosen = (text: string, certainty: number | null) => {
    const greeting: Proposal = { command: { do: 'greet' }, on: { start: 0, end: 2 }, score: 0.9, by: 'acts' };
    const evidence = { ...EVIDENCE, text, answerScore: () => certainty };
    return kinds(arbitrate(viewOf({ kind: 'nothing' }, []), [greeting], evidence).chosen);
  };
  expect(chosen('hi when are you open', 0.6)).toEqual(['ask_faq']);
  expect(chosen('hi when are you open', null)).toEqual(['greet']);
  expect(chosen('hi you', 0.6)).toEqual(['greet']);
});

/** Creates a proposal that covers the whole text. */
const saying = (command: Command, text: string, score: number, by = 'acts'): Proposal => ({
  command,
  on: { start: 0, end: text.length },
  score,
  by,
});

describe('a choice between labels', () => {
  const view = { ...viewOf({ kind: 'choice', labels: ['balance', 'limit'], query: '' }, []), frame: null };
  const chosen = (asks: number, text = 'do you take asbestos') =>
    kinds(arbitrate(view, [], { ...EVIDENCE, text, asks, answerScore: () => 0.5 }).chosen);

  it('lets a document answer a question', () => {
    expect(chosen(CERTAINTY.likely)).toEqual(['ask_faq']);
    expect(chosen(0)).toEqual(['repeat']);
  });
});

describe('a wish that two labels share', () => {
  const text = 'stop the pickup, my neighbour took it';
  const start: Command = { do: 'start', label: 'balance', probability: 0.6, query: text };
  const chosen = (served: number, talk: Command['do']) =>
    kinds(
      arbitrate(
        { ...viewOf({ kind: 'nothing' }, []), frame: null },
        [saying(start, text, 0.6, 'labels'), saying({ do: talk } as Command, text, 0.8)],
        { ...EVIDENCE, text, served },
      ).chosen,
    );

  it('outweighs a remark if some label surely serves it', () => {
    expect(chosen(CERTAINTY.sure, 'remark')).toEqual(['start']);
    expect(chosen(CERTAINTY.sure - 0.01, 'remark')).toEqual([]);
  });

  it('still gives way to thanks', () => {
    expect(chosen(1, 'thank')).toEqual(['thank']);
  });
});

describe('a reply that no slot takes', () => {
  const view = viewOf({ kind: 'value', slot }, []);
  const chosen = (text: string, score: number) => {
    const start: Command = { do: 'start', label: 'balance', probability: score, query: text };
    return kinds(arbitrate(view, [saying(start, text, score, 'labels')], { ...EVIDENCE, text }).chosen);
  };

  it('is a wish if that is likely, or sure for one or two words', () => {
    expect(chosen('show me my balance', CERTAINTY.likely)).toEqual(['start']);
    expect(chosen('show me my balance', CERTAINTY.likely - 0.01)).toEqual(['not_understood']);
    expect(chosen('balance no', CERTAINTY.sure)).toEqual(['start']);
    expect(chosen('balance no', CERTAINTY.sure - 0.01)).toEqual(['not_understood']);
  });

  it('restarts the request rather than giving another slot its text', () => {
    const text = 'start all over please';
    const candidate = { start: 10, end: 21, value: 'over please', details: {}, quality: 'learned' as const };
    const note: Command = { do: 'set', slot: 'note', candidate, raw: 'over please', way: 'mention' };
    const said = [saying({ do: 'restart' }, text, 1), saying(note, text, 0.85, 'values')];
    expect(kinds(arbitrate(view, said, { ...EVIDENCE, text }).chosen)).toEqual(['restart']);
  });
});

it('a sure condition for a deed starts no other wish, unless it gives a value or answers too', () => {
  const on = { start: 0, end: 10 };
  const wish: Proposal = {
    command: { do: 'start', label: 'limit', probability: 0.99, query: TEXT },
    on,
    score: 0.35,
    by: 'labels',
  };
  const candidate = { ...on, value: 'savings', details: {}, quality: 'exact' as const };
  const value: Proposal = {
    command: { do: 'set', slot: 'account_from', candidate, raw: 'savings', way: 'mention' },
    on,
    score: 1,
    by: 'values',
  };
  const no: Proposal = { command: { do: 'deny' }, on, score: 0.9, by: 'acts' };
  const decided = (condition: number, isDeed: boolean, ...more: Proposal[]) =>
    kinds(
      arbitrate(viewOf({ kind: 'yes_no', isDeed, saysBack: true }, TRANSFER), [wish, ...more], {
        ...EVIDENCE,
        condition,
      }).chosen,
    );
  expect(decided(CERTAINTY.sure, true)).toEqual(['confirm_again']);
  expect(decided(CERTAINTY.sure - 0.01, true)).toEqual(['start']);
  expect(decided(CERTAINTY.sure, false)).toEqual(['start']);
  expect(decided(CERTAINTY.sure, true, value)).toEqual(['set']);
  expect(decided(CERTAINTY.sure, true, no)[0]).toBe('deny');
});
