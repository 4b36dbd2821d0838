import { describe, expect, it } from 'vitest';
import { findSlots } from '../../../../engine/understand/values/find-slots.ts';
import { settingsOf } from '../../dialogue/languages.ts';
import { loadFiles } from '../../dialogue/support.ts';
import { utteranceOf } from '../../values/support.ts';
import { tableOf } from './support.ts';

const trips = loadFiles(
  {
    'assistant.yaml': settingsOf('trips', ['en', 'de', 'es']),
    'competencies/stay.yaml': `
competency: stay
slots:
  check_in: {entity: date, required: true, ask: {en: From when?, de: Ab wann?, es: ¿Desde cuándo?}}
  check_out: {entity: date, required: true, ask: {en: Until when?, de: Bis wann?, es: ¿Hasta cuándo?}}
  guests: {entity: number, required: true, ask: {en: How many people?, de: Wie viele Personen?, es: ¿Cuántas personas?}}
states:
  stay: {terminal: true, utterances: {en: [stay, a room], de: [bleiben, ein Zimmer], es: [quedarme, una habitación]}, say: {en: Fine., de: Gut., es: Bien.}}
`,
    'competencies/flight.yaml': `
competency: flight
slots:
  adults: {entity: number, required: true, ask: {en: How many adults?, de: Wie viele Erwachsene?, es: ¿Cuántos adultos?}}
  children: {entity: number, required: true, ask: {en: How many children?, de: Wie viele Kinder?, es: ¿Cuántos niños?}}
states:
  flight: {terminal: true, utterances: {en: [flight, "for [2](adults) adults and [1](children) child"], de: [Flug], es: [vuelo]}, say: {en: Fine., de: Gut., es: Bien.}}
`,
    'competencies/loan.yaml': `
competency: loan
slots:
  months: {entity: number, required: true, ask: {en: How long?, de: Wie lange?, es: ¿Cuánto tiempo?}}
states:
  loan: {terminal: true, utterances: {en: [loan], de: [Kredit], es: [préstamo]}, say: {en: Fine., de: Gut., es: Bien.}}
`,
  },
  { stay: 'stay', flight: 'flight', loan: 'loan' },
);

const find = (
  competency: string,
  text: string,
  { asked = null as string | null, language = 'en' } = {},
): Record<string, unknown> =>
  Object.fromEntries(
    findSlots(
      tableOf(trips, trips.competencies.get(competency) ?? { slots: [] }, utteranceOf(text, language), {
        asked,
      }),
    ).map(({ slot, candidate }) => [slot, candidate.value]),
  );

describe('two days of one month', () => {
  it.each([
    ['en', 'between 3 and 6 april'],
    ['en', 'from the 3rd to the 6th of april'],
    ['en', 'april 3 to 6'],
    ['de', 'vom 3. bis 6. April'],
    ['de', '3.-6.4.'],
    ['es', 'del 3 al 6 de abril'],
    ['es', 'entre el 3 y el 6 de abril'],
  ])('in %s, %j fill two slots and are no count', (language, text) => {
    expect(find('stay', text, { language })).toEqual({ check_in: '2026-04-03', check_out: '2026-04-06' });
  });

  it('leave the count that is said beside them', () => {
    expect(find('stay', 'for 5 between 3 and 6 april')).toEqual({
      check_in: '2026-04-03',
      check_out: '2026-04-06',
      guests: 5,
    });
    expect(find('stay', 'for 5 on april 11')).toEqual({ check_in: '2026-04-11', guests: 5 });
    expect(find('stay', 'between 3 and 6 people')).toEqual({ guests: 3 });
  });
});

describe('people who are counted together', () => {
  it('fill a slot for people without being asked, and any number slot as an answer', () => {
    expect(find('stay', 'a room for my wife and me')).toEqual({ guests: 2 });
    expect(find('stay', 'two adults and a child')).toEqual({ guests: 3 });
    expect(find('loan', 'a loan for my wife and me')).toEqual({});
    expect(find('loan', 'just me', { asked: 'months' })).toEqual({ months: 1 });
  });

  it('give way to a number by itself', () => {
    expect(find('stay', 'my wife and I need a room for 4')).toEqual({ guests: 4 });
  });

  it('fill separate slots if slots tell them apart', () => {
    expect(find('flight', 'two adults and one child')).toEqual({ adults: 2, children: 1 });
  });
});
