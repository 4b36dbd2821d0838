import { describe, expect, it } from 'vitest';
import { checkCanonicalForm, checkPattern } from '../../../engine/values/pattern.ts';
import { patternRecognizer } from '../../../engine/values/pattern-recognizer.ts';
import { found, utteranceOf } from './support.ts';

describe('an author’s pattern', () => {
  it('has at most 500 characters', () => {
    expect(() => checkPattern('a'.repeat(500))).not.toThrow();
    expect(() => checkPattern('a'.repeat(501))).toThrow('it has more than 500 characters');
  });

  it('has a limited number of instructions', () => {
    expect(() => checkPattern('a{990}')).not.toThrow();
    expect(() => checkPattern('a{991}')).toThrow('it is too large');
  });

  it('is tried at most 64 times in a query, even without a match', () => {
    expect(patternRecognizer('a', true)(utteranceOf('a '.repeat(100)))).toHaveLength(64);
    expect(found(patternRecognizer('_.*b|\\b', true), `${'_ '.repeat(70)}`)).toEqual([]);
  });
});

describe('a code written in pieces', () => {
  const claim = patternRecognizer('CL[0-9]{6}', true);
  it.each([
    ['it is CL 198833, I think', 'CL 198833', 'CL198833'],
    ['cl-198-833', 'cl-198-833', 'cl198833'],
    ['my claim: CL 19 88 33', 'CL 19 88 33', 'CL198833'],
    ['C L 1 9 8 8 3 3 please', 'C L 1 9 8 8 3 3', 'CL198833'],
    ['CL198833 or CL 198834', 'CL198833', 'CL198833'],
  ])('is read in “%s”', (text, raw, value) => {
    const [candidate] = claim(utteranceOf(text));
    expect(text.slice(candidate?.start, candidate?.end)).toBe(raw);
    expect(candidate?.value).toBe(value);
  });

  it.each([
    ['en', 'M-?([0-9]{5})', 'ok its m 31 207', 'm31207'],
    ['en', '([A-Z])([0-9]{6})', 'the number is u 612 345', 'u612345'],
    ['fr', 'C-?([0-9]{4})', 'le numéro est c 1234', 'c1234'],
    ['es', 'A-?([0-9]{4})', 'es a 1234', 'a1234'],
    ['de', 'UM-?([0-9]{4})', 'es ist um 1234', 'um1234'],
  ])('begins in %s with a small word that %s spells: “%s”', (language, pattern, text, value) => {
    const codes = patternRecognizer(pattern, true)(utteranceOf(text, language));
    expect(codes.map((code) => code.value)).toEqual([value]);
  });

  it.each([
    ['en', 'M-?([0-9]{5})', "I'm 31207"],
    ['en', '([A-Z])([0-9]{6})', 'a 250000 house'],
    ['es', 'A-?([0-9]{5})', 'a 15 000'],
    ['de', 'UM-?([0-9]{5})', 'um 15 000'],
  ])(
    'does not begin in %s with the small word before a number of its own, by %s: “%s”',
    (language, pattern, text) => {
      expect(patternRecognizer(pattern, true)(utteranceOf(text, language))).toEqual([]);
    },
  );

  it('is unsure behind an article', () => {
    const [code] = patternRecognizer('A-?([0-9]{6})', true)(utteranceOf('a 250000 house'));
    expect(code?.quality).toBe('weak');
  });

  it.each([
    ['KN RT 9 0 1', ['KNRT901']],
    ['KN RT 9', ['KNRT9']],
    ['KN RT 90 1 day', ['KNRT90']],
    ['KN RT 9, 0 1', ['KNRT9']],
  ])('includes the single digits that follow: “%s”', (text, values) => {
    const canonical = { case: null, form: '$1$2$3' } as const;
    const plate = patternRecognizer('(KN) ?(RT) ?([0-9]{1,3})', true, canonical);
    expect(plate(utteranceOf(text)).map(({ value }) => value)).toEqual(values);
  });

  it('is certain where its pattern has letters, weak where it has digits only', () => {
    const quality = (pattern: string, text: string) =>
      patternRecognizer(pattern, true)(utteranceOf(text))[0]?.quality;
    expect(quality('CL[0-9]{6}', 'CL 198 833')).toBe('exact');
    expect(quality('[0-9]{6}', '198 833')).toBe('weak');
  });

  it('is given in its canonical form', () => {
    const canonical = { case: 'upper', form: '$1-$2' } as const;
    const [candidate] = patternRecognizer('(cl)([0-9]{6})', true, canonical)(utteranceOf('cl 198 833'));
    expect(candidate?.value).toBe('CL-198833');
  });

  it.each(['CL. 198833', 'CL, 198833', 'CL  198833', 'CL 1988334'])('is not read in “%s”', (text) => {
    expect(claim(utteranceOf(text))).toEqual([]);
  });

  it('has no word of the language as a piece', () => {
    expect(patternRecognizer('[a-z]{2}[0-9]{4}', true)(utteranceOf('pay 50 to 1234'))).toEqual([]);
  });

  it('has a word of the language as a piece if the pattern spells it', () => {
    for (const pattern of ['TO-?[0-9]{4}', 'to-?[0-9]{4}']) {
      const [code, ...more] = patternRecognizer(pattern, true)(utteranceOf('it is to 1234'));
      expect([code?.value, more.length]).toEqual(['to1234', 0]);
      // Digits in groups may be an amount.
      expect(patternRecognizer(pattern, true)(utteranceOf('it is to 12 34'))).toEqual([]);
    }
  });

  it('is found at most 64 times in a long query', () => {
    expect(patternRecognizer('[0-9]{2}', true)(utteranceOf('1 '.repeat(2_000))).length).toBeLessThanOrEqual(
      64,
    );
  });
});

describe('a canonical form', () => {
  const card = '([a-z]{2})[ -]?([0-9]{4})(x)?';
  it.each([
    [{ case: 'upper', form: null }, 'ab-1234', 'AB-1234'],
    [{ case: 'lower', form: null }, 'AB-1234', 'ab-1234'],
    [{ case: 'upper', form: '$1$2' }, 'on ab 1234, please', 'AB1234'],
    [{ case: null, form: '$2/$1' }, 'aB1234', '1234/aB'],
    [{ case: null, form: '$1$3' }, 'ab1234', 'ab'],
  ] as const)('%j writes “%s” as %s', (canonical, text, value) => {
    const [candidate] = patternRecognizer(card, true, canonical)(utteranceOf(text));
    expect(candidate?.value).toBe(value);
    expect(text.slice(candidate?.start, candidate?.end)).toMatch(/^ab[ -]?1234$/i);
  });

  it('that is empty gives no value', () => {
    expect(patternRecognizer(card, true, { case: null, form: '$3' })(utteranceOf('ab1234'))).toEqual([]);
  });

  it('names only groups that the pattern has', () => {
    expect(() => checkCanonicalForm(card, '$1 $2 $3')).not.toThrow();
    expect(() => checkCanonicalForm(card, '$1 $4')).toThrow(
      'the pattern has 3 groups in brackets, and no $4',
    );
    expect(() => checkCanonicalForm(card, '$0')).toThrow('no $0');
    expect(() => checkCanonicalForm('a', '$1')).toThrow('the pattern has 0 groups in brackets');
    expect(() => checkCanonicalForm(card, 'A')).toThrow('name the groups of the pattern');
  });
});
