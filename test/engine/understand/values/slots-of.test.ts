import { expect, it } from 'vitest';
import { slotsOf } from '../../../../engine/understand/values/slots-of.ts';
import type { FreeTextModel } from '../../../../engine/values/free-text/model.ts';
import { settingsOf } from '../../dialogue/languages.ts';
import { loadFiles } from '../../dialogue/support.ts';
import { utteranceOf } from '../../values/support.ts';
import { tableOf } from './support.ts';

const CITIES = ['Rome', 'Turin', 'Milan', 'Parma', 'Pisa', 'Bari'];

const files = {
  'assistant.yaml': settingsOf('tables', ['en']),
  'entities/city.yaml': 'entity: city\nkind: text\nexamples: {en: [Rome, Turin, Milan]}\n',
  'competencies/find.yaml': `
competency: find
title: {en: Find a restaurant}
slots:
  city: {entity: city, required: true, ask: {en: In which city?}}
  day: {entity: date, required: true, ask: {en: On which day?}}
states:
  find:
    terminal: true
    utterances: {en: ${JSON.stringify(CITIES.map((city) => `find a place in [${city}](city)`))}}
    say: {en: "In {{city}}."}
`,
};

/** A tagger that marks every capitalised word except the first as a city. */
const model: FreeTextModel = {
  find: (text) =>
    [...text.matchAll(/(?<=\s)\p{Lu}\p{L}+/gu)].map(({ 0: found, index }) => ({
      slot: 'city',
      start: index,
      end: index + found.length,
    })),
  emptiness: () => 0,
  isTaught: () => false,
  isOutside: () => false,
};

const tables = loadFiles(files, { find: 'find' });
const loaded = { ...tables, freeText: new Map([['en', model]]) };
const competency = tables.competencies.get('find');

const given = (text: string, options: { asked?: string; wishes?: boolean } = {}) => {
  if (competency === undefined) throw new Error('the competency is missing');
  const situation = { ...options, filled: ['city'], takesWhole: options.asked !== undefined };
  return slotsOf(tableOf(loaded, competency, utteranceOf(text), situation)).map(
    ({ candidate }) => candidate.value,
  );
};

it('a held free text is not changed in passing', () => {
  expect(given('that is Fine')).toEqual([]);
  expect(given('the day is Monday, said Anna', { asked: 'day' })).not.toContain('Anna');
});

it('a held free text is replaced by a wish for its competency', () => {
  expect(given('any others at Gilroy', { wishes: true })).toEqual(['Gilroy']);
});

it('a held free text is replaced behind a word that leads only to its slot', () => {
  expect(given('could you check in Gilroy')).toEqual(['Gilroy']);
  expect(given('a place in Gilroy', { asked: 'day' })).toEqual(['Gilroy']);
});

it('a held free text is replaced behind the name of its slot', () => {
  expect(given('the city is Gilroy')).toEqual(['Gilroy']);
  expect(given('the city is fine, said Anna')).toEqual([]);
});

it('a free text ends before the sentence with a code of another slot', () => {
  const stays = loadFiles(
    {
      ...files,
      'entities/code.yaml': 'entity: code\nkind: regex\npattern: "PB[- ]?[0-9]{4}"\n',
      'competencies/find.yaml': `
competency: find
slots:
  code: {entity: code, required: true, ask: {en: Which booking?}}
  reason: {entity: text, ask: {en: Why?}}
states:
  find: {terminal: true, utterances: {en: [a, b, c, d, e]}, say: {en: Fine.}}
`,
    },
    { find: 'find' },
  );
  const tagger = { ...model, find: (text: string) => [{ slot: 'reason', start: 8, end: text.length }] };
  const stay = stays.competencies.get('find');
  if (stay === undefined) throw new Error('the competency is missing');
  const said = utteranceOf('we find my daughter fell ill. Booking number PB 4471');
  const tagged = { ...stays, freeText: new Map([['en', tagger]]) };
  const found = slotsOf(tableOf(tagged, stay, said, { wishes: true }));
  const values = Object.fromEntries(found.map(({ slot, candidate }) => [slot, candidate.value]));
  expect(values).toEqual({ reason: 'my daughter fell ill', code: 'PB 4471' });
});

it('a free text ends before the day of an empty required slot, if the day ends its clause', () => {
  /** A tagger that marks the words after “lost”, up to the next value in `apart`. */
  const tagger: FreeTextModel = {
    ...model,
    find: (text, _competency, _question, apart = []) => {
      const start = text.indexOf('lost ') + 'lost '.length;
      const end = Math.min(text.length, ...apart.map((value) => value.start).filter((at) => at > start));
      return [{ slot: 'city', start, end: text.slice(0, end).trimEnd().length }];
    },
  };
  const lost = { ...tables, freeText: new Map([['en', tagger]]) };
  if (competency === undefined) throw new Error('the competency is missing');
  const found = (text: string) =>
    slotsOf(tableOf(lost, competency, utteranceOf(text), { wishes: true, filled: [] })).map(({ raw }) => raw);
  expect(found('i lost a scarf yesterday')).toEqual(['a scarf', 'yesterday']);
  expect(found('i lost my friday hat')).toEqual(['my friday hat']);
});
