import { describe, expect, it } from 'vitest';
import type { CompiledSlot } from '../../../../engine/assistant.ts';
import { findSlots } from '../../../../engine/understand/values/find-slots.ts';
import { gazetteerRecognizer } from '../../../../engine/values/gazetteer.ts';
import { smallBank } from '../../dialogue/bank.ts';
import { utteranceOf } from '../../values/support.ts';
import { askedSlot, tableOf } from './support.ts';

const bank = smallBank();

/** Creates a required slot with a question, and the nouns that follow its marked numbers. */
const slotOf = (name: string, entity: string, language: string, question: string, ...seen: string[]) =>
  askedSlot(name, entity, language, question, { right: Object.fromEntries(seen.map((noun) => [noun, 2])) });

const given = (
  slots: readonly CompiledSlot[],
  text: string,
  language: string,
  situation: { asked?: string; filled?: readonly string[]; corrects?: boolean } = {},
) => {
  const branches = { name: 'branch', values: { riverside: {}, station: {} } };
  const recognizerOf = (entity: string, code: string) =>
    entity === 'branch' ? gazetteerRecognizer(branches, code) : bank.recognizerOf(entity, code);
  const table = tableOf({ ...bank, recognizerOf }, { slots }, utteranceOf(text, language), situation);
  return Object.fromEntries(findSlots(table).map(({ slot, candidate }) => [slot, candidate.value]));
};

const KEYS = [slotOf('anzahl', 'number', 'de', 'Wie viele Schlüssel?', 'schlussel')];
const COUNTED: Readonly<Record<string, readonly CompiledSlot[]>> = {
  de: KEYS,
  en: [slotOf('count', 'number', 'en', 'How many passes?'), slotOf('from', 'date', 'en', 'From which day?')],
  fr: [slotOf('nombre', 'number', 'fr', 'Combien de billets ?')],
  es: [slotOf('numero', 'number', 'es', '¿Cuántas llaves?')],
  it: [slotOf('numero', 'number', 'it', 'Quanti biglietti?')],
  pt: [slotOf('numero', 'number', 'pt', 'Quantos bilhetes?')],
  nl: [slotOf('aantal', 'number', 'nl', 'Hoeveel kaartjes?')],
};
const count = (language: string, text: string, situation?: Parameters<typeof given>[3]) => {
  const slots = COUNTED[language] ?? [];
  return given(slots, text, language, situation)[slots[0]?.name ?? ''];
};

describe('a denied article', () => {
  it.each([
    ['de', 'nicht ein Schlüssel sondern zwei', 2],
    ['en', 'not a pass but three passes', 3],
    ['fr', 'pas un billet mais deux', 2],
    ['de', 'ein Schlüssel', 1],
    ['fr', 'pourquoi pas un billet', 1],
    ['de', 'nein, ein Schlüssel', 1],
  ])('counts nothing, in %s: “%s”', (language, text, value) => {
    expect(count(language, text)).toBe(value);
  });

  it('leaves its slot to the number behind it, which fills no slot for times', () => {
    const slots = [...KEYS, slotOf('uhrzeit', 'time', 'de', 'Um wie viel Uhr?')];
    const situation = { filled: ['anzahl', 'uhrzeit'], corrects: true };
    const text = 'nicht einen Schlüssel, sondern zwei Schlüssel';
    expect(given(slots, text, 'de', situation)).toEqual({ anzahl: 2 });
  });
});

describe('an article before another number', () => {
  const BEDROOMS = slotOf('bedrooms', 'number', 'en', 'How many bedrooms?', 'bedroom', 'bedrooms');
  const FLOOR = slotOf('floor', 'number', 'en', 'Which floor?');

  it.each([
    ['a 5 bedroom flat', 5],
    ['I need a five bedroom flat please', 5],
    ['a bedroom is enough', 1],
    ['a small bedroom', 1],
  ])('counts nothing itself: “%s”', (text, bedrooms) => {
    expect(given([BEDROOMS, FLOOR], text, 'en')).toEqual({ bedrooms });
  });
});

describe('a noun behind a number that is not what its slot counts', () => {
  const ROOMS = slotOf('number_of_rooms', 'number', 'en', 'How many rooms?', 'hotel', 'rooms');

  it.each([
    ['I want a hotel', undefined],
    ['I want a room', 1],
    ['I want a hotel room', 1],
    ['two hotel rooms', 2],
  ])('does not make its article a count: “%s”', (text, rooms) => {
    expect(given([ROOMS], text, 'en').number_of_rooms).toBe(rooms);
  });
});

describe('an article', () => {
  it.each([
    ['de', 'ein Wohnungsschlüssel auf Karin Voss'],
    ['de', 'nen neuen Schlüssel bitte'],
    ['de', 'Wohnungsschlüssel verloren, brauch einen neuen auf Ines Pohl'],
    ['en', 'a pass for friday'],
    ['en', 'just a family pass please'],
    ['en', 'my pass is gone, I need a new one'],
    ['fr', 'un nouveau billet pour demain'],
    ['es', 'quiero una llave nueva'],
    ['it', 'un biglietto per domani'],
    ['pt', 'um bilhete'],
    ['nl', 'een kaartje graag'],
  ])('counts one for an empty slot before its noun: %s “%s”', (language, text) => {
    expect(count(language, text)).toBe(1);
  });

  it.each([
    ['de', 'nur einen'],
    ['de', 'einen bitte'],
    ['fr', 'juste un'],
    ['es', 'una por favor'],
    ['nl', 'maar een'],
  ])('answers how many: %s “%s”', (language, text) => {
    expect(count(language, text, { asked: COUNTED[language]?.[0]?.name ?? '' })).toBe(1);
  });

  it.each([
    ['de', 'ich hab eine Frage zu meinem Schlüssel'],
    ['de', 'Schlüssel bestellen, tragen Sie mich ein'],
    ['de', 'Schlüssel weg, ein für alle Mal'],
    ['de', 'ein paar Schlüssel'],
    ['de', 'der eine Schlüssel ist weg'],
    ['de', 'in einer Woche brauche ich Schlüssel'],
    ['de', 'ich bin ein Kunde und brauche Schlüssel'],
    ['de', 'Schlüssel, bitte einen Rückruf'],
    ['de', 'Schlüssel für eine Wohnung'],
    ['en', 'I have a question about passes'],
    ['en', 'a few passes'],
    ['en', 'a couple of passes'],
    ['en', 'a lot of passes'],
    ['en', 'passes for a week'],
    ['en', 'a friend recommended your passes'],
    ['en', 'is it a problem if passes are late'],
    ['fr', 'une question sur les billets'],
    ['fr', 'un peu de retard, billets svp'],
    ['es', 'un amigo quiere llaves'],
    ['it', 'una domanda sui biglietti'],
    ['it', 'biglietti per un amico'],
    ['pt', 'uma pergunta sobre bilhetes'],
    ['nl', 'een vraag over kaartjes'],
    ['nl', 'kaartjes voor een vriend'],
  ])('counts nothing elsewhere: %s “%s”', (language, text) => {
    expect(count(language, text)).toBeUndefined();
  });

  it('gives way to a number, and changes no held number', () => {
    expect(count('de', 'zwei Schlüssel, einen für mich')).toBe(2);
    expect(count('de', 'ein Wohnungsschlüssel', { filled: ['anzahl'] })).toBeUndefined();
  });

  it('counts no other word of the question', () => {
    const people = [slotOf('personen', 'number', 'de', 'Wie viele Personen reisen?')];
    expect(given(people, 'brauche eine Reiseversicherung', 'de')).toEqual({});
  });

  it('counts nothing for a slot that does not ask how many', () => {
    const meter = [slotOf('stand', 'number', 'de', 'Welchen Stand zeigt er?')];
    expect(given(meter, 'ich möchte einen Zählerstand melden', 'de')).toEqual({});
  });
});

describe('the word for one', () => {
  const walks = { de: ['Wie viele Spaziergänge?', 'spaziergang'], en: ['How many walks?', 'walks'] } as const;

  it.each([
    ['en', 'one extra walk a day'],
    ['en', 'one walk'],
    ['en', 'a short walk for the dog'],
    ['de', 'einen langen Spaziergang'],
  ] as const)(
    'is a count where the slot’s noun follows, also behind one other word: %s “%s”',
    (language, text) => {
      const [question, noun] = walks[language];
      const slot = { ...slotOf('walks', 'number', language, question, noun), required: false };
      expect(given([slot], text, language)).toEqual({ walks: 1 });
    },
  );

  it.each([
    ['en', 'the short one, of the walks'],
    ['en', 'a dog, walk it'],
    ['en', 'one dog that wants to walk'],
    ['de', 'der kurze Spaziergang'],
  ] as const)('is no count elsewhere: %s “%s”', (language, text) => {
    const [question, noun] = walks[language];
    const slot = { ...slotOf('walks', 'number', language, question, noun), required: false };
    expect(given([slot], text, language)).toEqual({});
  });
});

describe('a count', () => {
  it.each([
    ['en', 'one seat', 'How many seats?'],
    ['en', 'one window seat for friday', 'How many seats?'],
    ['en', 'a seat', 'How many seats?'],
    ['de', 'eine Karte', 'Wie viele Karten?'],
    ['de', 'eine Kinokarte bitte', 'Wie viele Karten?'],
    ['fr', 'une place', 'Combien de places ?'],
    ['es', 'una plaza', '¿Cuántas plazas?'],
    ['it', 'un posto', 'Quanti posti?'],
    ['nl', 'één plaats', 'Hoeveel plaatsen?'],
    ['pt', 'um lugar', 'Quantos lugares?'],
  ])('is one before the noun that the question names, in %s: %s', (language, text, question) => {
    const slot = slotOf('count', 'number', language, question);
    expect(given([slot], text, language)).toEqual({ count: 1 });
    expect(given([{ ...slot, required: false }], text, language)).toEqual({ count: 1 });
  });

  it.each([
    ['en', 'book a dive trip', 'divers', 'How many divers?'],
    ['en', 'a night dive', 'divers', 'How many divers?'],
    ['de', 'einen Tauchgang buchen', 'taucher', 'Wie viele Taucher?'],
    ['fr', 'une plongée de nuit', 'plongeurs', 'Combien de plongeurs ?'],
    ['es', 'un buceo nocturno', 'buceadores', '¿Cuántos buceadores?'],
    ['it', 'una nuotata', 'nuotatori', 'Quanti nuotatori?'],
    ['nl', 'een duik', 'duikers', 'Hoeveel duikers?'],
    ['pt', 'um mergulho noturno', 'mergulhadores', 'Quantos mergulhadores?'],
  ])(
    'is not taken from a noun that only resembles the slot’s, in %s: %s',
    (language, text, name, question) => {
      expect(given([slotOf(name, 'number', language, question, name)], text, language)).toEqual({});
    },
  );

  it.each([
    ['en', 'two day passes', 'How many passes?', 2],
    ['en', 'two 1 day passes', 'How many passes?', 2],
    ['de', 'zwei Tageskarten', 'Wie viele Karten?', 2],
    ['fr', 'deux forfaits journée', 'Combien de forfaits ?', 2],
    ['es', 'dos pases de día', '¿Cuántos pases?', 2],
    ['it', 'due biglietti giornalieri', 'Quanti biglietti?', 2],
    ['nl', 'twee dagkaarten', 'Hoeveel kaarten?', 2],
    ['pt', 'dois bilhetes diários', 'Quantos bilhetes?', 2],
  ])('goes with the noun behind a unit of time, in %s: %s', (language, text, question, value) => {
    const slots = [
      slotOf('count', 'number', language, question),
      slotOf('length', 'duration', language, '?'),
    ];
    expect(given(slots, text, language).count).toBe(value);
  });

  it('leaves a length of time behind an article to the slot for lengths', () => {
    const slots = [
      slotOf('count', 'number', 'en', 'How many passes?'),
      slotOf('length', 'duration', 'en', 'For how long?'),
    ];
    expect(given(slots, 'two day passes', 'en')).toEqual({ count: 2 });
    expect(given(slots, 'a two day pass', 'en')).toEqual({ length: 'P2D' });
    expect(given(slots, 'two 1 day passes', 'en')).toEqual({ count: 2, length: 'P1D' });
  });
});

describe('people who are counted by several slots', () => {
  it.each([
    ['en', 'for me and my wife and our 3 kids', 'How many adults?', 'How many children?', 2, 3],
    ['en', 'me, our two kids and my husband', 'How many adults?', 'How many children?', 2, 2],
    ['en', 'me and my son', 'How many adults?', 'How many children?', 1, 1],
    ['en', '2 adults and a child', 'How many adults?', 'How many children?', 2, 1],
    ['en', 'my wife and I', 'How many adults?', 'How many children?', 2, undefined],
    ['en', '2 adults and a baby', 'How many adults?', 'How many children?', 2, undefined],
    ['de', 'ich, meine Frau und unsere 3 Kinder', 'Wie viele Erwachsene?', 'Wie viele Kinder?', 2, 3],
    ['de', 'zu zweit mit 3 Kindern', 'Wie viele Erwachsene?', 'Wie viele Kinder?', 2, 3],
    ['fr', 'ma femme et moi et nos 3 enfants', 'Combien d’adultes ?', 'Combien d’enfants ?', 2, 3],
    ['es', 'mi mujer y yo y nuestros 3 hijos', '¿Cuántos adultos?', '¿Cuántos niños?', 2, 3],
    ['it', 'io e mia moglie e i nostri 3 figli', 'Quanti adulti?', 'Quanti bambini?', 2, 3],
    ['nl', 'ik, mijn vrouw en onze 3 kinderen', 'Hoeveel volwassenen?', 'Hoeveel kinderen?', 2, 3],
    ['pt', 'eu, minha mulher e os nossos 3 filhos', 'Quantos adultos?', 'Quantas crianças?', 2, 3],
  ] as const)('are summed up for each, in %s: %s', (language, text, many, few, adults, children) => {
    const slots = [
      slotOf('adults', 'number', language, many),
      { ...slotOf('children', 'number', language, few), required: false },
    ];
    expect(given(slots, text, language)).toEqual(children === undefined ? { adults } : { adults, children });
  });

  it('are one sum if no other slot is for the rest', () => {
    const people = [slotOf('people', 'number', 'en', 'How many people?')];
    expect(given(people, 'me and my wife and our 3 kids', 'en')).toEqual({ people: 5 });
    const children = slotOf('children', 'number', 'en', 'How many children?');
    // Children are people too, but a value that one slot takes fills no other.
    expect(given([...people, children], '2 adults and 3 children', 'en')).toEqual({ people: 5 });
  });

  it.each([
    ['en', 'for me, my wife and the 3 kids', 'How many children?', 'children'],
    ['es', 'para mí, mi mujer y los 3 niños', '¿Cuántos niños?', 'niños'],
    ['de', '2 Erwachsene und 3 Kinder', 'Wie viele Kinder?', 'kinder'],
  ])('fill a single slot for children with the children (%s: %s)', (language, text, question, name) => {
    expect(given([slotOf(name, 'number', language, question, name)], text, language)).toEqual({ [name]: 3 });
  });

  it('include seniors among the adults unless a slot is for seniors', () => {
    const slots = ['adults', 'children', 'infants'].map((name) =>
      slotOf(name, 'number', 'en', `How many ${name}?`),
    );
    expect(given(slots, 'me and 2 seniors', 'en')).toEqual({ adults: 3 });
  });

  it.each([
    ['fr', 'un gâteau', 'Combien de gâteaux ?', 'gateaux'],
    ['fr', 'un journal', 'Combien de journaux ?', 'journaux'],
    ['it', 'un pacco', 'Quanti pacchi?', 'pacchi'],
    ['pt', 'uma viagem', 'Quantas viagens?', 'viagens'],
    ['es', 'un lápiz', '¿Cuántos lápices?', 'lapices'],
  ])('is one of a noun with an irregular plural, in %s: %s', (language, text, question, name) => {
    expect(given([slotOf(name, 'number', language, question, name)], text, language)).toEqual({ [name]: 1 });
  });
});

describe('two numbers for one slot', () => {
  const guests = [slotOf('guests', 'number', 'en', 'How large is the party?', 'people')];
  it.each([
    ['I turn 60, and I need a table for 8 people', 8],
    ['a table for 8 people, I turn 60', 8],
    ['I turn 60, a table for 8', 60],
    ['2 and my kids are 9 and 7', 2],
  ])('the one that counts the slot’s noun fills it: “%s”', (text, value) => {
    expect(given(guests, text, 'en')).toEqual({ guests: value });
  });
});

describe('a number of an earlier time', () => {
  const METER = [slotOf('stand', 'number', 'de', 'Welchen Stand zeigt er?')];

  it.each([
    ['214, letztes Jahr waren es 198', 214],
    ['letzten Monat 198. Heute 214', 214],
    ['letztes Jahr waren es 198, jetzt 214', 214],
    ['letztes Jahr 198', 198],
  ])('gives way to a present one: “%s”', (text, value) => {
    expect(given(METER, text, 'de')).toEqual({ stand: value });
  });

  it('is kept if another slot takes numbers', () => {
    const both = [...METER, slotOf('alt', 'number', 'de', 'Und letztes Mal?')];
    expect(Object.values(given(both, 'letztes Jahr 198, jetzt 214', 'de'))).toEqual([198, 214]);
  });
});

describe('a bare hour beside another value', () => {
  const eyeTest = [
    slotOf('branch', 'branch', 'en', 'Which branch?'),
    slotOf('day', 'date', 'en', 'When?'),
    slotOf('at', 'time', 'en', 'At what time?'),
  ];
  const told = (text: string, filled: readonly string[] = ['day']) =>
    given(eyeTest, text, 'en', { asked: 'branch', filled });

  it('is the missing time', () => {
    expect(told('riverside 12')).toEqual({ branch: 'riverside', at: '12:00' });
    expect(told('station, 5')).toEqual({ branch: 'station', at: '17:00' });
  });

  it('is no time if it counts something, fits another slot, or the time is known', () => {
    expect(told('riverside for 5 of us')).toEqual({ branch: 'riverside' });
    expect(told('riverside, 2 people')).toEqual({ branch: 'riverside' });
    expect(told('riverside 12', [])).toEqual({ branch: 'riverside' });
    expect(told('riverside 12', ['day', 'at'])).toEqual({ branch: 'riverside' });
  });
});

it('the number of people is a part of a group only beside a number of the whole, not of something else', () => {
  const slots = [
    slotOf('players', 'number', 'en', 'How many people are playing?'),
    slotOf('holes', 'number', 'en', '9 or 18 holes?'),
  ];
  expect(given(slots, 'can 2 of us play 9 holes', 'en')).toEqual({ players: 2, holes: 9 });
  expect(given(slots.slice(0, 1), 'for six, two of us are vegan', 'en')).toMatchObject({ players: 6 });
});
