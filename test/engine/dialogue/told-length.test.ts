import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** Stays whose departure must be after the arrival; today is Wednesday, 18 March 2026, 9:30. */
const inn = loadFiles(
  {
    'assistant.yaml': settingsOf('inn', ['en', 'de', 'es', 'fr']),
    'competencies/stay.yaml': `
competency: stay
slots:
  arrival: {entity: date, required: true, ask: {en: "When do you arrive?", de: "Wann kommen Sie an?", es: "¿Cuándo llega?", fr: "Quand arrivez-vous ?"}}
  departure:
    entity: date
    required: true
    ask: {en: "When do you leave?", de: "Wann reisen Sie ab?", es: "¿Cuándo se va?", fr: "Quand partez-vous ?"}
    validate: {after: arrival}
    reject: {en: "After the arrival.", de: "Nach der Ankunft.", es: "Después.", fr: "Après."}
  guests: {entity: number, required: true, ask: {en: "How many guests?", de: "Wie viele Gäste?", es: "¿Cuántos?", fr: "Combien ?"}}
states:
  stay:
    utterances: {en: [room], de: [zimmer], es: [cuarto], fr: [chambre]}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "Shall I?", de: "Soll ich?", es: "¿Lo hago?", fr: "Je le fais ?"}
  booked: {terminal: true, say: {en: Booked., de: Gebucht., es: Reservado., fr: Réservé.}}
`,
  },
  { room: 'stay', zimmer: 'stay', cuarto: 'stay', chambre: 'stay' },
);

const heldAfter = async (language: string, ...queries: string[]) =>
  (await talkWith(inn, language, queries)).held;

describe('a length that is given before its beginning', () => {
  it.each([
    ['en', ['a room for three nights', 'from friday']],
    ['en', ['room', 'for three nights', 'on friday']],
    ['de', ['ein zimmer für drei nächte', 'ab freitag']],
    ['de', ['zimmer', 'drei nächte', 'am freitag']],
    ['es', ['un cuarto para tres noches', 'desde el viernes']],
    ['fr', ['une chambre pour trois nuits', 'à partir de vendredi']],
  ])('sets the end once the beginning is known, %s: %j', async (language, queries) => {
    expect(await heldAfter(language, ...queries)).toEqual({
      arrival: '2026-03-20',
      departure: '2026-03-23',
    });
  });

  it('is not asked for again, and is kept through other answers', async () => {
    const conversation = new Conversation(inn, { language: 'en' });
    await conversation.say('a room for a week');
    expect(conversation.frame?.asked).toBe('arrival');
    await conversation.say('for two guests');
    await conversation.say('april 3');
    expect(conversation.held).toEqual({ arrival: '2026-04-03', departure: '2026-04-10', guests: 2 });
  });

  it('gives way to another length or an end', async () => {
    expect(await heldAfter('en', 'a room for a week', 'sorry, for two nights', 'from friday')).toEqual({
      arrival: '2026-03-20',
      departure: '2026-03-22',
    });
    expect(await heldAfter('en', 'a room for a week', 'from friday until sunday')).toEqual({
      arrival: '2026-03-20',
      departure: '2026-03-22',
    });
  });

  it('is forgotten with its request', async () => {
    expect(await heldAfter('en', 'a room for a week', 'start over', 'from friday')).toEqual({
      arrival: '2026-03-20',
    });
    expect(await heldAfter('en', 'a room for a week', 'cancel', 'a room', 'from friday')).toEqual({
      arrival: '2026-03-20',
    });
  });

  it('of one night ends on the day after its beginning', async () => {
    expect(await heldAfter('en', 'a room on saturday, just one night')).toEqual({
      arrival: '2026-03-21',
      departure: '2026-03-22',
    });
    expect(await heldAfter('de', 'ein zimmer am samstag, eine nacht')).toEqual({
      arrival: '2026-03-21',
      departure: '2026-03-22',
    });
  });
});
