import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../engine/text/words.ts';
import { slotsOf } from '../../../../engine/understand/values/slots-of.ts';
import { settingsOf } from '../../dialogue/languages.ts';
import { loadFiles } from '../../dialogue/support.ts';
import { tableOf } from './support.ts';

/** Returns the values read from a text when these utterances mark the slots `guests` and `at`. */
function readsAs(utterances: readonly string[], text: string): string[] {
  const loaded = loadFiles(
    {
      'assistant.yaml': settingsOf('tables', ['en']),
      'competencies/table.yaml': JSON.stringify({
        competency: 'table',
        slots: {
          guests: { entity: 'number', ask: { en: 'How many?' } },
          at: { entity: 'time', ask: { en: 'When?' } },
        },
        states: { table: { utterances: { en: utterances }, say: { en: 'Booked.' } } },
      }),
    },
    { table: 'table' },
  );
  const competency = loaded.competencies.get('table');
  if (competency === undefined) throw new Error('the competency is missing');
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  return slotsOf(tableOf(loaded, competency, utterance)).map(
    ({ slot, raw, candidate }) => `${slot}: ${raw} = ${candidate.value}`,
  );
}

describe('the span of a value', () => {
  const WITH_NOUN = ['a table for [4 people](guests) please', 'we are [2 people](guests) tonight'];
  const BARE = ['a table for [4](guests) people please', 'we are [2](guests) people tonight'];

  it('includes the noun if the author’s marks do, while the value is always the number', () => {
    expect(readsAs(WITH_NOUN, 'a place for 9 people')).toEqual(['guests: 9 people = 9']);
    expect(readsAs(BARE, 'a place for 9 people')).toEqual(['guests: 9 = 9']);
    expect(readsAs(['a table please'], 'a place for 9 people')).toEqual(['guests: 9 = 9']);
  });

  it('includes another word for people that no mark has', () => {
    expect(readsAs(WITH_NOUN, 'a place for 9 adults')).toEqual(['guests: 9 adults = 9']);
    expect(readsAs(BARE, 'a place for 9 adults')).toEqual(['guests: 9 = 9']);
  });

  it('includes the words up to the last marked word', () => {
    const marks = ['[4 of my friends](guests) come', 'maybe [3 of my friends](guests) come'];
    expect(readsAs(marks, 'here come 7 of my friends')).toEqual(['guests: 7 of my friends = 7']);
    expect(readsAs(marks, 'here come 7 of them')).toEqual(['guests: 7 = 7']);
  });

  it('is “one” before a form of the noun that follows marked numbers', () => {
    const marks = ['[two](guests) tickets please', '[three](guests) tickets for tonight'];
    expect(readsAs(marks, 'get me one ticket for the show')).toEqual(['guests: one = 1']);
    expect(readsAs(marks, 'get me one for the show')).toEqual([]);
  });

  it('leaves out words of its recogniser that the marks leave out', () => {
    const marks = ['book it at [7pm](at)', 'come at [11:45](at)', 'be there at [8:15](at)'];
    expect(readsAs(marks, 'reserve at 9:30')).toEqual(['at: 9:30 = 09:30']);
    expect(readsAs(['book it [at 7pm](at)'], 'reserve at 9:30')).toEqual(['at: at 9:30 = 09:30']);
  });

  it('never leaves out a number or reaches into another value', () => {
    const marks = ['[2018](guests) of us', '[4 people at](guests) home', '[5 people at](guests) home'];
    expect(readsAs(marks, 'for 9 people at 7pm')).toEqual(['guests: 9 = 9', 'at: at 7pm = 19:00']);
    expect(readsAs(['on 7 [may](guests)'], 'for 12 please')).toEqual(['guests: 12 = 12']);
  });
});
