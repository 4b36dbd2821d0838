import { describe, expect, it } from 'vitest';
import { widen } from '../../../../engine/values/free-text/widen.ts';
import { wordsIn } from '../../../../engine/values/words-in.ts';

/** Widens a part found by the tagger; `outside` lists words that utterances have outside values. */
function widened(text: string, found: string, { isNote = false, outside = [''], taken = '' } = {}): string {
  const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
  const model = {
    find: () => [],
    emptiness: () => 0,
    isTaught: () => true,
    isOutside: (word: string) => outside.includes(word),
  };
  const utterance = { text, words: wordsIn(text, 'en'), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const options = { taken: taken === '' ? [] : [at(taken)], isNote };
  const { start, end } = widen(at(found), utterance, model, options);
  return text.slice(start, end);
}

describe('a value that the tagger found in part', () => {
  it('takes the unexplained words beside it', () => {
    expect(widened('rosa van der berg', 'rosa')).toBe('rosa van der berg');
    expect(widened('rosa van der berg', 'berg')).toBe('rosa van der berg');
    expect(widened('send rosa van der berg', 'rosa', { outside: ['send'] })).toBe('rosa van der berg');
  });

  it('ends at its clause, unless it is a note', () => {
    const text = 'cant be bothered to ring. rosa berg, see you soon';
    expect(widened(text, 'rosa')).toBe('rosa berg');
    expect(widened(text, 'rosa', { isNote: true })).toBe(text);
  });

  it('takes the noun before it with its article only if it is a note', () => {
    const text = 'so write that the left sleeve is torn';
    expect(widened(text, 'is torn', { isNote: true })).toBe('the left sleeve is torn');
    expect(widened(text, 'is torn', { isNote: true, outside: ['sleeve'] })).toBe('is torn');
    expect(widened('so write torn sleeve', 'sleeve', { isNote: true })).toBe('sleeve');
    expect(widened(text, 'is torn')).toBe('is torn');
  });

  it('does not take the words that introduce a name', () => {
    expect(widened('shes called pickle and shes tiny', 'pickle', { taken: 'tiny' })).toBe('pickle');
  });
});
