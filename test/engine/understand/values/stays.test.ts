import { describe, expect, it } from 'vitest';
import { readValues } from '../../../../engine/understand/values/read-values.ts';
import { smallBank } from '../../dialogue/bank.ts';
import { utteranceOf } from '../../values/support.ts';
import { askedSlot } from './support.ts';

/** The bank whose recognisers read the stays at an inn; today is Wednesday, 18 March 2026. */
const bank = smallBank();
const transfer = bank.competencies.get('transfer');

const QUESTIONS: Readonly<Record<string, readonly [nights: string, guests: string, hour: string]>> = {
  en: ['How many nights?', 'How many people?', 'At what time?'],
  de: ['Wie viele Nächte?', 'Wie viele Personen?', 'Um wie viel Uhrzeit?'],
  es: ['¿Cuántas noches?', '¿Cuántas personas?', '¿A qué hora?'],
  fr: ['Combien de nuits ?', 'Combien de personnes ?', 'À quelle heure ?'],
  it: ['Quante notti?', 'Quante persone?', 'A che orario?'],
  nl: ['Hoeveel nachten?', 'Hoeveel personen?', 'Op welke tijd?'],
  pt: ['Quantas noites?', 'Quantas pessoas?', 'A que hora?'],
};

function read(
  language: string,
  text: string,
  names: readonly string[],
  filled: Readonly<Record<string, string | number>> = {},
) {
  const [nights = '', guests = '', hour = ''] = QUESTIONS[language] ?? [];
  const all = [
    askedSlot('arrival', 'date', language, '?'),
    askedSlot('nights', 'number', language, nights),
    askedSlot('guests', 'number', language, guests),
    askedSlot('hour', 'time', language, hour),
    askedSlot('length', 'duration', language, '?', { left: { pendant: 2 } }),
  ];
  const slots = Object.fromEntries(
    Object.entries(filled).map(([name, value]) => [
      name,
      { value, raw: String(value), resolved: -1, details: {} } as const,
    ]),
  );
  if (transfer === undefined) throw new Error('the bank has no transfer');
  const competency = { ...transfer, slots: all.filter(({ name }) => names.includes(name)) };
  const { values, isUndecided } = readValues(bank, { competency, slots }, utteranceOf(text, language), {
    asked: null,
  });
  const given = Object.fromEntries(values.map(({ slot, candidate }) => [slot, candidate.value]));
  return { given, isUndecided };
}

describe('a stay', () => {
  it.each([
    ['en', 'a room from may 23 for a night', 1],
    ['en', 'one night from may 23', 1],
    ['en', 'from may 23 for a week', 7],
    ['de', 'ab dem 23. Mai für eine Nacht', 1],
    ['es', 'una habitación del 23 de mayo por una noche', 1],
    ['fr', 'une chambre à partir du 23 mai pour une nuit', 1],
    ['it', 'una singola dal 23 maggio per una notte', 1],
    ['nl', 'een kamer vanaf 23 mei voor een nacht', 1],
    ['pt', 'um quarto a partir de 23 de maio por uma noite', 1],
  ])('takes its length, also from an article beside a date, in %s: “%s”', (language, text, nights) => {
    const { given } = read(language, text, ['arrival', 'nights']);
    expect(given).toEqual({ arrival: '2026-05-23', nights });
  });

  it.each([
    ['en', 'from friday to sunday'],
    ['de', 'von Freitag bis Sonntag'],
    ['es', 'de viernes a domingo'],
    ['fr', 'du vendredi au dimanche'],
    ['it', 'da venerdì a domenica'],
    ['nl', 'van vrijdag tot zondag'],
    ['pt', 'de sexta a domingo'],
  ])('with one date slot begins on the first day of a range, in %s: “%s”', (language, text) => {
    expect(read(language, text, ['arrival', 'guests']).given).toEqual({ arrival: '2026-03-20' });
    expect(read(language, text, ['arrival', 'nights']).given).toEqual({ arrival: '2026-03-20', nights: 2 });
  });

  it('is moved to the last day of a range by a word for a change', () => {
    const { given } = read('it', 'sposta da venerdì a domenica', ['arrival']);
    expect(given).toEqual({ arrival: '2026-03-22' });
  });
});

describe('a number that replaces one that two slots hold', () => {
  const HELD = { arrival: '2026-05-23', nights: 2, guests: 2 };
  const corrected = (language: string, text: string) =>
    read(language, text, ['arrival', 'nights', 'guests'], HELD);

  it.each([
    ['en', 'three nights instead of two'],
    ['en', '3 instead of 2 nights'],
    ['en', 'three nights, not two'],
    ['de', 'drei Nächte statt zwei'],
    ['es', 'tres noches en vez de dos'],
    ['fr', '3 nuits au lieu de 2'],
    ['it', 'e tre notti invece di due'],
    ['nl', 'drie nachten in plaats van twee'],
    ['pt', 'três noites em vez de duas'],
  ])('goes to the slot that counts its noun, in %s: “%s”', (language, text) => {
    expect(corrected(language, text)).toEqual({ given: { nights: 3 }, isUndecided: false });
  });

  it('is undecided without a noun', () => {
    expect(corrected('en', 'three instead of two')).toEqual({ given: {}, isUndecided: true });
  });
});

describe('a length behind a word for a correction', () => {
  it('replaces no time if the word before it leads only to lengths', () => {
    const both = ['hour', 'length'];
    const { given } = read('fr', '10h du matin, disons pendant 8 heures', both);
    expect(given).toEqual({ hour: '10:00', length: 'PT8H' });
    expect(read('fr', 'à 10h, disons à 11h', both).given).toEqual({ hour: '11:00' });
  });
});
