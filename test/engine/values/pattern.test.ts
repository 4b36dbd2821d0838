import { describe, expect, it } from 'vitest';
import { checkPattern, patternRecognizer } from '../../../engine/values/pattern.ts';
import { found, utteranceOf } from './support.ts';

describe('an author’s pattern', () => {
  it('may have 500 characters and no more', () => {
    expect(() => checkPattern('a'.repeat(500))).not.toThrow();
    expect(() => checkPattern('a'.repeat(501))).toThrow('it has more than 500 characters');
  });

  it('may be worth so many instructions and no more', () => {
    expect(() => checkPattern('a{990}')).not.toThrow();
    expect(() => checkPattern('a{991}')).toThrow('it is too large');
  });

  it('is looked for 64 times in a query, whether or not it finds anything', () => {
    expect(patternRecognizer('a', true)(utteranceOf('a '.repeat(100)))).toHaveLength(64);
    expect(found(patternRecognizer('_.*b|\\b', true), `${'_ '.repeat(70)}`)).toEqual([]);
  });
});
