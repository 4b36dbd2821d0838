import { beforeAll, describe, expect, it } from 'vitest';
import type { TurnResult } from '../../../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../../../engine/load.ts';
import { Conversation } from '../../dialogue/support.ts';
import { loadErrands } from './support.ts';

let loaded: LoadedAssistant;
beforeAll(async () => {
  loaded = await loadErrands();
});

const valuesOf = ({ slots }: TurnResult) =>
  Object.fromEntries(
    Object.entries(slots).map(([name, { values }]) => [name, values.map(({ value }) => value)]),
  );

/** Returns the slot values and the last turn after some queries. */
async function slotsAfter(language: string, ...queries: string[]) {
  const conversation = new Conversation(loaded, { language });
  let last: TurnResult | undefined;
  for (const query of queries) last = await conversation.say(query);
  return { values: last === undefined ? {} : valuesOf(last), last };
}

describe('free text in a request', () => {
  it.each([
    ['en', 'send 50 dollars to Peter Pan', { _PAYEE_: ['Peter Pan'], _AMOUNT_: [50] }],
    ['en', 'give Captain Hook 15 dollars', { _PAYEE_: ['Captain Hook'], _AMOUNT_: [15] }],
    [
      'en',
      'remind me to take out the trash on monday',
      { _TASK_: ['take out the trash'], _DAY_: ['2026-03-23'] },
    ],
    ['es', 'envía 50 dólares a Pedro Pan', { _PAYEE_: ['Pedro Pan'], _AMOUNT_: [50] }],
    ['es', 'recuérdame comprar pan mañana', { _TASK_: ['comprar pan'], _DAY_: ['2026-03-19'] }],
  ])('is found beside other values: %s: %s', async (language, query, expected) => {
    expect((await slotsAfter(language, query)).values).toEqual(expected);
  });

  it.each([
    ['en', 'send Peter Pan $1,250.50', { _PAYEE_: ['Peter Pan'], _AMOUNT_: [1250.5] }],
    ['en', 'pay $75 Wendy Darling', { _PAYEE_: ['Wendy Darling'], _AMOUNT_: [75] }],
  ])('does not include the amount of another slot: %s: %s', async (language, query, expected) => {
    expect((await slotsAfter(language, query)).values).toEqual(expected);
  });

  it('is given in the words of the user beside mistyped words', async () => {
    const { values } = await slotsAfter('en', 'snd 50 dollars to Petre Pan');
    expect(values._PAYEE_).toEqual(['Petre Pan']);
  });

  it('is explained with its place in the query that enters a competency', async () => {
    const query = 'snd 50 dollars to Petre Pan';
    const { last } = await slotsAfter('en', query);
    const place = last?.explanation.proposals.find(
      ({ command, slot }) => command === 'set' && slot === 'payee',
    );
    expect(query.slice(place?.start, place?.end)).toBe('Petre Pan');
    expect(place).toMatchObject({ how: 'learned', became: 'applied' });
  });

  it('is not found in a request without values', async () => {
    for (const query of ['send money', 'i want to pay someone', 'make a payment']) {
      expect((await slotsAfter('en', query)).values).toEqual({});
    }
  });
});

describe('the answer to a question for free text', () => {
  it.each([
    ['en', 'Maria Lopez', 'Maria Lopez'],
    ['en', 'Wilhelmina', 'Wilhelmina'],
    ['en', "it's for my sister Maria", 'my sister Maria'],
    ['en', 'send it to my sister Maria please', 'my sister Maria'],
    ['en', "I'd like it to go to Anna", 'Anna'],
    ['en', 'um, the plumber', 'the plumber'],
    ['en', 'Mark', 'Mark'],
    ['es', 'María López', 'María López'],
    ['es', 'es para mi hermana María', 'mi hermana María'],
  ])('is taken in %s: “%s” is %s', async (language, answer, value) => {
    const opening = language === 'en' ? 'send money' : 'envía dinero';
    const { values, last } = await slotsAfter(language, opening, answer);
    expect(values).toEqual({ _PAYEE_: [value] });
    expect(last?.explanation.asked).toBe('amount');
    expect(last?.explanation.proposals).toContainEqual(
      expect.objectContaining({ slot: 'payee', way: 'answer', became: 'applied' }),
    );
  });

  it('is not a pronoun after the preposition of the slot', async () => {
    const { values } = await slotsAfter('en', 'send 50 dollars to Peter Pan', 'ok to it');
    expect(values._PAYEE_).not.toEqual(['it']);
  });

  it('is a name without the sentences after it', async () => {
    const { values } = await slotsAfter('en', 'send money', 'Anna. I forgot to tell you that yesterday');
    expect(values._PAYEE_).toEqual(['Anna']);
  });

  it('is not cut to a value of the examples', async () => {
    const { values } = await slotsAfter('en', 'send 5 dollars to Anna', 'rent for the month of may');
    expect(values._MEMO_).toEqual(['rent for the month of may']);
  });

  it('may be another request, or the value of another slot', async () => {
    const balance = await slotsAfter('en', 'send money', 'what is my balance');
    expect(balance.last).toMatchObject({ competency: 'balance', slots: {} });
    const { values, last } = await slotsAfter('en', 'send money', '60 dollars');
    expect(values).toEqual({ _AMOUNT_: [60] });
    expect(last?.explanation.asked).toBe('payee');
  });

  it('must fit the rule of the slot', async () => {
    const opening = ['send money', `my ${'very '.repeat(12)}good friend`];
    expect((await slotsAfter('en', ...opening)).last?.visuals.speakableResponse).toContain(
      'at most 40 letters',
    );
    expect((await slotsAfter('en', 'send money', 'agent 007')).values).toEqual({});
    expect((await slotsAfter('en', 'send money', 'agent 007', 'Anna')).values).toEqual({ _PAYEE_: ['Anna'] });
  });

  it('may correct an earlier value', async () => {
    const { values, last } = await slotsAfter('en', 'send 50 dollars to Peter Pan', 'no, to Anna');
    expect(values).toEqual({ _PAYEE_: ['Anna'], _AMOUNT_: [50] });
    expect(last?.explanation.asked).toBe('memo');
  });

  it('may be left out where the slot is optional', async () => {
    const { values, last } = await slotsAfter('en', 'send 50 dollars to Peter Pan', 'skip');
    expect(values).toEqual({ _PAYEE_: ['Peter Pan'], _AMOUNT_: [50] });
    expect(last?.visuals.speakableResponse).toBe('Send $50 to Peter Pan?');
  });
});

describe('a correction at the confirmation', () => {
  it.each([
    ['en', ['send 50 dollars to Peter Pan', 'skip', 'no, to Captain Hook'], 'Captain Hook'],
    ['en', ['send 50 dollars to Peter Pan', 'skip', 'no, Anna'], 'Anna'],
    ['es', ['envía 50 dólares a Pedro Pan', 'nada', 'no, a Ana'], 'Ana'],
  ])('in %s, %j gives %s', async (language, queries, value) => {
    expect((await slotsAfter(language, ...queries)).values).toEqual({ _PAYEE_: [value], _AMOUNT_: [50] });
  });
});

describe('without a free-text model', () => {
  it('a free-text slot takes the whole answer to its question, and nothing else', async () => {
    const plain = { ...loaded, freeText: new Map() };
    const conversation = new Conversation(plain);
    expect(valuesOf(await conversation.say('send 50 dollars to Peter Pan'))).toEqual({ _AMOUNT_: [50] });
    const answered = await conversation.say("it's for my sister Maria, please");
    expect(valuesOf(answered)).toEqual({ _PAYEE_: ['my sister Maria'], _AMOUNT_: [50] });
    expect(answered.explanation.proposals).toContainEqual(
      expect.objectContaining({ slot: 'payee', how: 'whole_answer', became: 'applied' }),
    );
  });
});
