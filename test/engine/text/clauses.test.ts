import { describe, expect, it } from 'vitest';
import { clausesOf } from '../../../engine/text/clauses.ts';
import { wordsOf } from '../../../engine/text/words.ts';

const JOINING = ['and', 'but', 'also', 'and also'];

const clauses = (text: string, dotOrdinals = false): string[] =>
  clausesOf(text, wordsOf(text), {
    joining: JOINING,
    joiningWithin: ['also'],
    replies: ['yes'],
    dotOrdinals,
    opening: new Set(['das']),
  }).map(({ start, end }) => text.slice(start, end));

describe('cutting a text into clauses', () => {
  it('cuts at ends of sentences, at pauses and before joining words', () => {
    expect(clauses('Book it. Thanks, and send it')).toEqual(['Book it', 'Thanks', 'and send it']);
  });

  it('cuts once before two joining words together', () => {
    expect(clauses('pay the water and also change my pin')).toEqual([
      'pay the water',
      'and also change my pin',
    ]);
  });

  it('cuts before a word like “also” only after a pause or a yes', () => {
    expect(clauses('yes and I also need a van')).toEqual(['yes', 'and I also need a van']);
    expect(clauses('yes also a van')).toEqual(['yes', 'also a van']);
    expect(clauses('that one, also a van')).toEqual(['that one', 'also a van']);
  });

  it('never cuts within a number', () => {
    expect(clauses('9.30, we are slow')).toEqual(['9.30', 'we are slow']);
    expect(clauses('1,000 at 8:15')).toEqual(['1,000 at 8:15']);
    expect(clauses('on the 3. 5 of us')).toEqual(['on the 3', '5 of us']);
  });

  it('does not cut at the dot of an ordinal day in a language with such dots', () => {
    expect(clauses('am 18. mai umbuchen', true)).toEqual(['am 18. mai umbuchen']);
    expect(clauses('am 18. Mai. Danke', true)).toEqual(['am 18. Mai', 'Danke']);
    expect(clauses('Mai 2026. Danke', true)).toEqual(['Mai 2026', 'Danke']);
    expect(clauses('room 18. thanks')).toEqual(['room 18', 'thanks']);
  });

  it('keeps the dot of an ordinal at the end of a clause', () => {
    expect(clauses('zu früh, lieber am 18.', true)).toEqual(['zu früh', 'lieber am 18.']);
    expect(clauses('am 18., bitte', true)).toEqual(['am 18.', 'bitte']);
    expect(clauses('im Mai 2026.', true)).toEqual(['im Mai 2026']);
    expect(clauses('too early, room 18.')).toEqual(['too early', 'room 18']);
  });

  it('cuts behind an ordinal before a word with a capital letter that begins sentences', () => {
    expect(clauses('am 18. Das passt', true)).toEqual(['am 18.', 'Das passt']);
    expect(clauses('am 18. das passt', true)).toEqual(['am 18. das passt']);
    expect(clauses('das 18. Mal', true)).toEqual(['das 18. Mal']);
  });
});
