import { describe, expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { openingRepair } from '../../../engine/understand/values/opening-repair.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import type { Phrase } from '../values/phrases/phrase.ts';
import { Speaker } from './speaker.ts';

const DUTCH = languageOf('nl');
const speaker = new Speaker('nl');

/** On Wednesday, 18 March 2026, at 10:30. */
const PHRASES: readonly Phrase[] = [
  ['voor morgen', 'date', 'morgen', '2026-03-19'],
  ['overmorgen om 15 uur', 'date', 'overmorgen', '2026-03-20'],
  ['eergisteren', 'date', 'eergisteren', '2026-03-16'],
  ['op vrijdag', 'date', 'op vrijdag', '2026-03-20'],
  ['volgende week dinsdag', 'date', 'volgende week dinsdag', '2026-03-24'],
  ['dinsdag volgende week', 'date', 'dinsdag volgende week', '2026-03-24'],
  ['aanstaande vrijdag', 'date', 'aanstaande vrijdag', '2026-03-20'],
  ['afgelopen maandag', 'date', 'afgelopen maandag', '2026-03-16'],
  ['deze zondag', 'date', 'deze zondag', '2026-03-22'],
  ['over twee weken', 'date', 'over twee weken', '2026-04-01'],
  ['over een maand', 'date', 'over een maand', '2026-04-18'],
  ['drie dagen geleden', 'date', 'drie dagen geleden', '2026-03-15'],
  ['maandag over een week', 'date', 'maandag over een week', '2026-03-30'],
  ['volgende week', 'date', 'volgende week', '2026-03-23', '2026-03-29'],
  ['vorige maand', 'date', 'vorige maand', '2026-02-01', '2026-02-28'],
  ['aan het einde van de maand', 'date', 'het einde van de maand', '2026-03-31'],
  ['op 5 april', 'date', 'op 5 april', '2026-04-05'],
  ['de vijfde april 2027', 'date', 'de vijfde april 2027', '2027-04-05'],
  ['1 mei', 'date', '1 mei', '2026-05-01'],
  ['op de 25e', 'date', 'op de 25e', '2026-03-25'],
  ['15-04-2026', 'date', '15-04-2026', '2026-04-15'],
  ['zaterdag 21 maart', 'date', 'zaterdag 21 maart', '2026-03-21'],
  ['met kerst', 'date', 'kerst', '2026-12-25'],
  ['tweede paasdag', 'date', 'tweede paasdag', '2026-04-06'],
  ['Koningsdag', 'date', 'Koningsdag', '2026-04-27'],
  ['zo gaat het niet', 'date', null],
  ['3.5 liter', 'date', null],
  ['om 17:45', 'time', 'om 17:45', '17:45'],
  ['om 15 uur', 'time', 'om 15 uur', '15:00'],
  ['15 uur 30', 'time', '15 uur 30', '15:30'],
  ['8.30 uur', 'time', '8.30 uur', '08:30'],
  ['om 20u', 'time', 'om 20u', '20:00'],
  ['rond 19u30', 'time', 'rond 19u30', '19:30'],
  ['om half acht', 'time', 'om half acht', '07:30'],
  ['om half acht ’s avonds', 'time', 'om half acht ’s avonds', '19:30'],
  ['vijf voor half acht', 'time', 'vijf voor half acht', '07:25'],
  ['vijf over half acht', 'time', 'vijf over half acht', '07:35'],
  ['kwart voor negen', 'time', 'kwart voor negen', '08:45'],
  ['kwart over negen', 'time', 'kwart over negen', '09:15'],
  ['om tien over acht', 'time', 'om tien over acht', '08:10'],
  ['om middernacht', 'time', 'om middernacht', '00:00'],
  ['een tafel om 7 voor 4 personen', 'time', 'om 7', '07:00'],
  ['overmorgen om 15 uur', 'datetime', 'overmorgen om 15 uur', '2026-03-20T15:00:00+01:00'],
  ['om 15 uur op dinsdag', 'datetime', 'om 15 uur op dinsdag', '2026-03-24T15:00:00+01:00'],
  ['over twee uur', 'datetime', 'over twee uur', '2026-03-18T12:30:00+01:00'],
  ['morgenavond om 8', 'datetime', 'morgenavond om 8', '2026-03-19T20:00:00+01:00'],
  ['vanavond', 'datetime', 'vanavond', '2026-03-18T18:00:00+01:00', '2026-03-18T23:59:00+01:00'],
  ['van maandag tot woensdag', 'date_range', 'van maandag tot woensdag', '2026-03-23', '2026-03-25'],
  ['tussen 3 en 5 april', 'date_range', 'tussen 3 en 5 april', '2026-04-03', '2026-04-05'],
  ['van 15 tot 17 uur', 'time_range', 'van 15 tot 17 uur', '15:00', '17:00'],
  ['tussen 15 en 17 uur', 'time_range', 'tussen 15 en 17 uur', '15:00', '17:00'],
  ['van 3 t/m 5 mei', 'date_range', 'van 3 t/m 5 mei', '2026-05-03', '2026-05-05'],
  ['anderhalf uur', 'duration', 'anderhalf uur', 'PT1H30M'],
  ['een half uur', 'duration', 'een half uur', 'PT30M'],
  ['drie kwartier', 'duration', 'drie kwartier', 'PT45M'],
  ['twee weken', 'duration', 'twee weken', 'P2W'],
  ['eenentwintig', 'number', 'eenentwintig', 21],
  ['tweeëntwintig', 'number', 'tweeëntwintig', 22],
  ['honderdvijftig', 'number', 'honderdvijftig', 150],
  ['honderdeneen', 'number', 'honderdeneen', 101],
  ['vijftienhonderd', 'number', 'vijftienhonderd', 1500],
  ['vijfentwintighonderd', 'number', 'vijfentwintighonderd', 2500],
  ['tweeduizend vijfhonderd', 'number', 'tweeduizend vijfhonderd', 2500],
  ['drieduizendvierhonderdtwaalf', 'number', 'drieduizendvierhonderdtwaalf', 3412],
  ['twee miljoen', 'number', 'twee miljoen', 2_000_000],
  ['tweeënhalf', 'number', 'tweeënhalf', 2.5],
  ['twee en een half', 'number', 'twee en een half', 2.5],
  ['een half miljoen', 'number', 'half miljoen', 500_000],
  ['twee komma vijf', 'number', 'twee komma vijf', 2.5],
  ['1.234,5', 'number', '1.234,5', 1234.5],
  ['voor één persoon', 'number', 'één persoon', 1],
  ['voor een reis', 'number', null],
  ['vijf procent', 'percentage', 'vijf procent', 5],
  ['de derde', 'ordinal', 'derde', 3],
  ['de eenentwintigste', 'ordinal', 'eenentwintigste', 21],
  ['2e', 'ordinal', '2e', 2],
  ['de laatste', 'ordinal', 'de laatste', -1],
  ['de op een na laatste', 'ordinal', 'op een na laatste', -2],
  ['vijftig euro', 'money', 'vijftig euro', 50, 'EUR'],
  ["50 euro's", 'money', "50 euro's", 50, 'EUR'],
  ['vijf euro vijftig', 'money', 'vijf euro vijftig', 5.5, 'EUR'],
  ['5 euro en 20 cent', 'money', '5 euro en 20 cent', 5.2, 'EUR'],
  ['2,5 mln euro', 'money', '2,5 mln euro', 2_500_000, 'EUR'],
  ['twintig Britse ponden', 'money', 'twintig Britse ponden', 20, 'GBP'],
];

describe('a Dutch value', () => {
  test.each(PHRASES.map((phrase) => [phrase[0], phrase[1], phrase] as const))(
    '“%s” as %s',
    (_text, _entity, phrase) => speaker.expectValue(phrase),
  );

  test.each([
    ['twee volwassenen en een kind', 3],
    ['mijn vrouw en ik', 2],
    ["met z'n vieren", 4],
    ['alleen ik', 1],
  ])('“%s” is so many people', (text, people) => {
    expect(speaker.candidatesOf(text, 'number').map(({ value }) => value)).toEqual([people]);
  });

  test('every number in one word up to ninety-nine, and its ordinal, is read', () => {
    const numbers = [...DUTCH.numbers.ordinals()].map(([, value]) => value).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 99 }, (_, index) => index + 1));
    expect(DUTCH.numbers.compound('negenennegentigduizendnegenhonderdnegenennegentig')).toBe(99_999);
    expect(DUTCH.numbers.compound('eenhonderdduizendkeer')).toBeUndefined();
  });

  test.each([
    ['het is voor Maria Jansen, alstublieft', 'Maria Jansen'],
    ["'t is de loodgieter", 'de loodgieter'],
  ])('is the rest of the answer “%s”', (text, value) => {
    const found = wholeAnswer(text, 'nl', new Set(['voor']));
    expect(text.slice(found?.start, found?.end)).toBe(value);
  });

  test('“nee, aan Anna” takes another back', () => {
    expect(openingRepair({ words: speaker.wordsOf('nee, aan Anna'), language: 'nl' })).toBe(1);
    expect(openingRepair({ words: speaker.wordsOf('aan Anna'), language: 'nl' })).toBe(0);
  });
});

describe('a Dutch correction', () => {
  test.each([
    ['niet [maandag], [dinsdag]', 'dinsdag', 'maandag'],
    ['niet [maandag] maar [dinsdag]', 'dinsdag', 'maandag'],
    ['[dinsdag] in plaats van [maandag]', 'dinsdag', 'maandag'],
    ['van [Utrecht], sorry, van [Leiden]', 'Leiden', 'Utrecht'],
    ['wijzig [50] in [60]', '60', '50'],
  ])('%s means the one instead of the other', (bracketed, meant, old) => {
    expect(speaker.corrected(bracketed)).toEqual([meant, old]);
  });

  test.each(['nee, [dinsdag]', 'niet voor [dinsdag]', 'niet meer dan [5]', 'waarom niet [60]'])(
    '%s denies no value',
    (bracketed) => {
      expect(speaker.denied(bracketed)).toEqual([false]);
    },
  );

  test.each([
    ['nog twee', 2],
    ['twee minder', -2],
    ['twee uur later', 'PT2H'],
    ['een uur eerder', '-PT1H'],
    ['de dag erna', 'P1D'],
    ['de dag ervoor', '-P1D'],
  ])('“%s” is told by the value before', (text, expected) => {
    expect(speaker.relativeTo(text)).toEqual([expected]);
  });

  test.each([
    ['vanuit [Utrecht]', 'origin'],
    ['naar [Leiden]', 'destination'],
    ['terug op [10 mei]', 'end'],
  ] as const)('“%s” tells which end of the way it is', (bracketed, role) => {
    expect(speaker.roleBeside(bracketed, 0)).toBe(role);
  });

  test.each([
    ['Waarvandaan vertrekt u?', 'city', 'origin'],
    ['Waar wilt u heen?', 'city', 'destination'],
    ['Wanneer is de terugreis?', 'date', 'end'],
  ])('“%s” asks for an end of the way', (question, entity, role) => {
    expect(speaker.roleAsked(question, entity)).toBe(role);
  });
});

test('a Dutch question is searched for by the terms of its title', () => {
  expect(termsOf('Wat zijn de kosten van de passen?', 'nl')).toEqual(termsOf('kosten voor een pas', 'nl'));
  expect(termsOf('Welke rekeningen zijn er?', 'nl')).toEqual(termsOf('de rekening', 'nl'));
  expect(termsOf('namen', 'nl')).toEqual(termsOf('naam', 'nl'));
});

describe('the Dutch act reader', () => {
  const reader = speaker.acts();

  test.each([
    ['ja hoor, prima', 'confirm', 'affirm'],
    ['nee, doe maar niet', 'confirm', 'deny'],
    ['laat maar zitten', 'value', 'drop'],
    ['maakt me niet uit', 'value', 'any'],
    ['geen idee', 'value', 'unsure'],
    ['bedankt voor je hulp', 'nothing', 'thank'],
    ['kunt u dat herhalen?', 'value', 'repeat'],
    ['ik wil een medewerker spreken', 'nothing', 'handoff'],
  ] as const)('tells that “%s” where a %s is awaited is: %s', (text, awaited, act) => {
    expect(reader.read(text, awaited, '').likelihood[act]).toBeGreaterThan(0.5);
  });
});
