import { describe, expect, it } from 'vitest';
import { each, type Language, settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** A flight with at least one adult, a number of children and optional bags. */
const flights = loadFiles(
  {
    'assistant.yaml': settingsOf('flights'),
    'competencies/flight.yaml': `
competency: flight
slots:
  adults: {entity: number, required: true, validate: {min: 1}, reject: ${each('One adult at least.')}, ask: ${each('"Adults, Erwachsene, adultos, adultes, adultos, adulti, volwassenen, 大人, 成人?"')}}
  children: {entity: number, required: true, ask: ${each('"Children, Kinder, niños, enfants, crianças, bambini, kinderen, 子供, 孩子?"')}}
  bags: {entity: number, ask: ${each('"How many bags?"')}}
states:
  flight: {utterances: ${each('[flight, a flight, flight please]')}, transitions: [{on: "yes", to: booked}], say: ${each('"{{adults}}, {{children}}, {{bags}}?"')}}
  booked: {terminal: true, say: ${each('Booked.')}}
`,
  },
  { flight: 'flight' },
);

const held = async (language: Language, ...queries: string[]) =>
  (await talkWith(flights, language, queries)).held;

describe('none of a counted noun is zero', () => {
  it.each<[Language, string]>([
    ['en', 'none'],
    ['en', 'none thanks'],
    ['en', 'no kids'],
    ['en', 'no children please'],
    ['en', 'not a single one'],
    ['en', 'none of them'],
    ['en', 'none, never had any'],
    ['de', 'keins, wozu auch'],
    ['de', 'kein einziges'],
    ['de', 'keine'],
    ['de', 'keine Kinder'],
    ['es', 'ninguno'],
    ['es', 'sin niños'],
    ['fr', 'aucun'],
    ['fr', "pas d'enfants"],
    ['it', 'nessuno'],
    ['it', 'nessun bambino'],
    ['pt', 'nenhuma'],
    ['pt', 'sem crianças'],
    ['nl', 'geen'],
    ['nl', 'geen kinderen'],
    ['ja', 'なし'],
    ['zh', '没有孩子'],
  ])('as the answer to its question, in %s: “%s”', async (language, answer) => {
    expect(await held(language, 'flight', '2', answer)).toEqual({ adults: 2, children: 0 });
  });

  it.each<[Language, string]>([
    ['en', 'a flight for 2 adults, no kids'],
    ['en', 'flight, 2 adults and no children'],
    ['de', 'flight, 2 Erwachsene, keine Kinder'],
    ['es', 'flight, 2 adultos, sin niños'],
    ['fr', 'flight, 2 adultes, pas d’enfants'],
  ])('beside other values, in %s: “%s”', async (language, query) => {
    expect(await held(language, query)).toEqual({ adults: 2, children: 0 });
  });

  it('also for an optional slot, with or without its name', async () => {
    expect(await held('en', 'flight', '2', 'none', 'none')).toEqual({ adults: 2, children: 0, bags: 0 });
    expect(await held('en', 'flight', '2', 'none', 'no bags')).toEqual({ adults: 2, children: 0, bags: 0 });
    expect(await held('en', 'a flight for 2 adults, no bags')).toEqual({ adults: 2, bags: 0 });
  });

  it('is ignored if the slot’s rule does not allow zero', async () => {
    expect(await held('en', 'flight', 'none')).toEqual({});
    expect(await held('en', 'a flight, no adults')).toEqual({});
  });

  it('but not with another noun or across a comma', async () => {
    expect(await held('en', 'flight', '2', 'no luck')).toEqual({ adults: 2 });
    expect(await held('en', 'flight', '2', 'no, 2 kids')).not.toMatchObject({ children: 0 });
  });
});

/** A move with two yes-or-no slots, a piano and a lift. */
const moves = loadFiles(
  {
    'assistant.yaml': settingsOf('moves'),
    'competencies/move.yaml': `
competency: move
slots:
  piano: {entity: boolean, required: true, ask: ${each('"Piano, Klavier, piano, pianoforte, piano, ピアノ, 钢琴?"')}}
  lift: {entity: boolean, required: true, ask: ${each('"Lift?"')}}
states:
  move: {utterances: ${each('[move, a move, move please]')}, terminal: true, say: ${each('"{{piano}}, {{lift}}."')}}
`,
  },
  { move: 'move' },
);

describe('“no” with the noun of a boolean slot', () => {
  it.each<[Language, string]>([
    ['en', 'move please, no piano'],
    ['de', 'move, ohne Klavier'],
    ['es', 'move sin piano'],
    ['fr', 'move, pas de piano'],
    ['it', 'move senza pianoforte'],
    ['pt', 'move sem piano'],
    ['nl', 'move, geen piano'],
  ])('sets the slot to false before it is asked for, in %s: “%s”', async (language, query) => {
    const user = new Conversation(moves, { language });
    await user.say(query);
    expect(user.held).toEqual({ piano: false });
  });

  it('sets nothing if no slot has the noun, or if there is one', async () => {
    for (const query of ['move please, no hurry', 'move please, there is a piano']) {
      const user = new Conversation(moves);
      await user.say(query);
      expect(user.held).toEqual({});
    }
  });
});
