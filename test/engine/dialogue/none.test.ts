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

describe('none of what is counted is zero', () => {
  it.each<[Language, string]>([
    ['en', 'none'],
    ['en', 'none thanks'],
    ['en', 'no kids'],
    ['en', 'no children please'],
    ['en', 'not a single one'],
    ['en', 'none of them'],
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
  ])('to its question, in %s: “%s”', async (language, answer) => {
    expect(await held(language, 'flight', '2', answer)).toEqual({ adults: 2, children: 0 });
  });

  it.each<[Language, string]>([
    ['en', 'a flight for 2 adults, no kids'],
    ['en', 'flight, 2 adults and no children'],
    ['de', 'flight, 2 Erwachsene, keine Kinder'],
    ['es', 'flight, 2 adultos, sin niños'],
    ['fr', 'flight, 2 adultes, pas d’enfants'],
  ])('beside others, in %s: “%s”', async (language, query) => {
    expect(await held(language, query)).toEqual({ adults: 2, children: 0 });
  });

  it('of an optional slot too, and of one that its name tells', async () => {
    expect(await held('en', 'flight', '2', 'none', 'none')).toEqual({ adults: 2, children: 0, bags: 0 });
    expect(await held('en', 'flight', '2', 'none', 'no bags')).toEqual({ adults: 2, children: 0, bags: 0 });
    expect(await held('en', 'a flight for 2 adults, no bags')).toEqual({ adults: 2, bags: 0 });
  });

  it('is not heard where the slot’s rule has no zero', async () => {
    expect(await held('en', 'flight', 'none')).toEqual({});
    expect(await held('en', 'a flight, no adults')).toEqual({});
  });

  it('is none of another noun, nor across a comma', async () => {
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

describe('none of what a yes or no is asked about', () => {
  it.each<[Language, string]>([
    ['en', 'move please, no piano'],
    ['de', 'move, ohne Klavier'],
    ['es', 'move sin piano'],
    ['fr', 'move, pas de piano'],
    ['it', 'move senza pianoforte'],
    ['pt', 'move sem piano'],
    ['nl', 'move, geen piano'],
  ])('is no, said before it is asked, in %s: “%s”', async (language, query) => {
    const user = new Conversation(moves, { language });
    await user.say(query);
    expect(user.held).toEqual({ piano: false });
  });

  it('is nothing where the word is of no slot, or there is some', async () => {
    for (const query of ['move please, no hurry', 'move please, there is a piano']) {
      const user = new Conversation(moves);
      await user.say(query);
      expect(user.held).toEqual({});
    }
  });
});
