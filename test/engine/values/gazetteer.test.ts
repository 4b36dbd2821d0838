import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gazetteerRecognizer } from '../../../engine/values/gazetteer.ts';
import { isOneErrorAway } from '../../../engine/values/spellings.ts';
import { runs } from '../../support/runs.ts';
import { found, utteranceOf } from './support.ts';

const account = {
  name: 'account',
  values: {
    checking: { en: ['checking account', 'current'], es: ['cuenta corriente', 'corriente'] },
    savings: { en: ['rainy day fund', 'nest egg'], es: ['súper cuenta'] },
    credit_card: { '*': ['visa'] },
  },
};
const english = gazetteerRecognizer(account, 'en');
const spanish = gazetteerRecognizer(account, 'es');

const drinks = {
  name: 'drink',
  values: {
    tea: { en: ['tea'], es: ['té'] },
    green_tea: { en: ['green tea'], es: ['té verde'] },
    latte: { en: ['latte', 'lattes'] },
    iced_latte: { en: ['iced latte'] },
    flat_white: { en: ['flat white'] },
    cappuccino: {},
    cola: {},
    cola_zero: {},
    water: { es: ['agua'] },
    white_wine: { '*': ['Weißwein'] },
    beer: { '*': ['Kölsch'] },
    beef: { '*': ['bœuf'] },
    card_loan: { en: ['card loan'] },
  },
};
const menu = gazetteerRecognizer(drinks, 'en');
const spanishMenu = gazetteerRecognizer(drinks, 'es');

describe('a value without its noun', () => {
  const boxes = {
    name: 'box',
    values: {
      a_box: { en: ['mixed box'], de: ['gemischte Kiste'] },
      b_box: { en: ['large box'], de: ['grosse Kiste'] },
    },
  };

  it.each([
    ['en', 'the mixed one', 'a_box'],
    ['en', 'I think the large one please', 'b_box'],
    ['de', 'die grosse', 'b_box'],
    ['de', 'die große, bitte', 'b_box'],
  ])('is found in %s by the word that only it has: “%s”', (language, text, value) => {
    expect(found(gazetteerRecognizer(boxes, language), text, language).map(([, read]) => read)).toEqual([
      value,
    ]);
  });

  it.each(['the box', 'the box one', 'a mixed message', 'the mixed messages', 'mixed'])(
    'is not found in %j',
    (text) => {
      expect(found(gazetteerRecognizer(boxes, 'en'), text)).toEqual([]);
    },
  );
});

describe('a value whose name begins with “one”', () => {
  const bag = {
    name: 'bag',
    values: { some: { en: ['one suitcase'], de: ['einen Koffer'] }, none: { en: ['no suitcase'] } },
  };

  it('is found with an article instead of “one”, but not without both', () => {
    const english = gazetteerRecognizer(bag, 'en');
    expect(found(english, 'two people and a suitcase')).toEqual([['a suitcase', 'some']]);
    expect(found(english, 'two people and one suitcase')).toEqual([['one suitcase', 'some']]);
    expect(found(english, 'is the suitcase heavy')).toEqual([]);
    expect(found(gazetteerRecognizer(bag, 'de'), 'zwei Leute, ein Koffer')).toEqual([['ein Koffer', 'some']]);
  });
});

describe('a value in another form', () => {
  const handover = {
    name: 'handover',
    values: {
      collection: { de: ['Abholung'], es: ['recogida'] },
      delivery: { de: ['Lieferung'] },
      part: { en: ['part'] },
    },
  };

  it.each([
    ['en', 'can you collect them', 'collect', 'collection'],
    ['en', 'I want it delivered', 'delivered', 'delivery'],
    ['de', 'bitte abholen', 'abholen', 'collection'],
    ['de', 'wird es geliefert', 'geliefert', 'delivery'],
    ['es', 'venid a recoger', 'recoger', 'collection'],
  ])('is found by the endings of its language, %s: “%s”', (language, text, word, value) => {
    expect(found(gazetteerRecognizer(handover, language), text, language)).toEqual([[word, value]]);
  });

  it.each([
    ['en', 'we are parting ways'],
    ['de', 'ein Kollege'],
    ['ja', 'collect'],
  ])('is not found with a short stem or in a language without endings, %s: “%s”', (language, text) => {
    expect(found(gazetteerRecognizer(handover, language), text, language)).toEqual([]);
  });

  const sausages = { name: 'sausage', values: { frankfurter: { de: ['Frankfurter'] } } };
  const land = { name: 'land', values: { colombia: { es: ['Colombia'] } } };
  const normal = { name: 'mode', values: { normal: { fr: ['normale'], it: ['normale'], es: ['básica'] } } };
  it.each([
    ['en', 'I would like a check', { name: 'account', values: { checking: { en: ['checking'] } } }],
    ['de', 'ich wohne in Frankfurt', sausages],
    ['es', 'soy de Colombo', land],
    ['es', 'básicamente quiero ir', normal],
    ['fr', 'normalement je paie', normal],
    ['it', 'normalmente pago', normal],
  ])('is not found where the other ending makes another word, %s: “%s”', (language, text, entity) => {
    expect(found(gazetteerRecognizer(entity, language), text, language)).toEqual([]);
  });
});

describe('a gazetteer', () => {
  it.each([
    ['the canonical value', 'my checking please', 'checking', 'checking'],
    ['a synonym', 'from my nest egg', 'nest egg', 'savings'],
    ['any letter case', 'CHECKING Account', 'CHECKING Account', 'checking'],
    ['spaces for underscores', 'the credit card', 'credit card', 'credit_card'],
    ['synonyms of all languages', 'my visa', 'visa', 'credit_card'],
    ['hyphens and apostrophes around words', "the rainy-day fund's", 'rainy-day fund', 'savings'],
    ['a letter less', 'my checkng', 'checkng', 'checking'],
    ['a letter more', 'my savingss', 'savingss', 'savings'],
    ['another letter', 'my savungs', 'savungs', 'savings'],
    ['two letters swapped', 'my chekcing acount', 'chekcing acount', 'checking'],
  ])('recognises %s', (_, text, raw, value) => {
    expect(found(english, text)).toEqual([[raw, value]]);
  });

  const sizes = gazetteerRecognizer(
    { name: 'size', values: { small: { '*': ['s'] }, large: { '*': ['l'] }, water: { '*': ['l’eau'] } } },
    'fr',
  );
  it.each([
    ["what's the best", []],
    ['what’s the best', []],
    ["l'autre", []],
    ["l'eau", ['water']],
    ["'s', please", ['small']],
    ["size s, it's fine", ['small']],
    ['L', ['large']],
  ])('reads a letter as a value unless an apostrophe joins it to a word: %s', (text, values) => {
    expect(found(sizes, text, 'fr').map(([, value]) => value)).toEqual(values);
  });

  it('recognises words with and without their accents', () => {
    expect(found(spanish, 'de mi SUPER cuenta', 'es')).toEqual([['SUPER cuenta', 'savings']]);
    expect(found(spanish, 'su\u0301per cuenta', 'es')).toEqual([['su\u0301per cuenta', 'savings']]);
  });

  it.each([
    ['a space too few', 'a flatwhite', 'flatwhite', 'flat_white'],
    ['a space too many', 'a cappu ccino', 'cappu ccino', 'cappuccino'],
    ['a plural', 'three colas', 'colas', 'cola'],
    ['a plural of a short word in a phrase', 'green teas', 'green teas', 'green_tea'],
    ['a plural of a word of three letters', 'two teas', 'teas', 'tea'],
    ['a letter less than five that the phrase makes clear', 'a gren tea', 'gren tea', 'green_tea'],
    ['a typing error that is another value’s word', 'an iced lattes', 'iced lattes', 'iced_latte'],
    ['ss for ß', 'ein Weisswein', 'Weisswein', 'white_wine'],
    ['two letters for an umlaut', 'ein Koelsch', 'Koelsch', 'beer'],
    ['œ and oe', 'le boeuf', 'boeuf', 'beef'],
    ['a phrase that a comma parts, where nothing shorter fits', 'flat, white', 'flat, white', 'flat_white'],
    ['the shorter phrase before a comma', 'cola, zero ice', 'cola', 'cola'],
  ])('recognises %s', (_, text, raw, value) => {
    expect(found(menu, text)).toEqual([[raw, value]]);
  });

  it('takes a mistyped word of four letters as an answer only', () => {
    const qualityOf = (text: string) =>
      menu(utteranceOf(text, 'en')).map(({ value, quality }) => [value, quality]);
    expect(qualityOf('late')).toEqual([['latte', 'answer']]);
    expect(qualityOf('latt')).toEqual([['latte', 'answer']]);
    // A word of three letters, and a word with two errors.
    expect(qualityOf('lat')).toEqual([]);
    expect(qualityOf('ltae')).toEqual([]);
  });

  it.each(['col', 'was', 'car loan', 'car! loan', 'flat! White', 'wite'])('finds no value in %j', (text) => {
    expect(found(menu, text)).toEqual([]);
  });

  it('reads a short word without its accent as a weak value', () => {
    const qualities = (text: string) => spanishMenu(utteranceOf(text, 'es')).map(({ quality }) => quality);
    expect(qualities('un té')).toEqual(['exact']);
    expect(qualities('¿te puedo pedir agua?')).toEqual(['weak', 'exact']);
    expect(qualities('te verde')).toEqual(['exact']);
  });

  it('finds the longest phrase, and a phrase right after another', () => {
    expect(found(english, 'checking account savings')).toEqual([
      ['checking account', 'checking'],
      ['savings', 'savings'],
    ]);
  });

  it.each(['nest', 'savingsville', 'vis', 'bisa', 'recheck', 'dhecking', 'chekcnig', 'corriente'])(
    'finds nothing in %j',
    (text) => {
      expect(found(english, text)).toEqual([]);
    },
  );

  it('accepts exactly the words that are at most one error away', () => {
    const letters = fc.stringMatching(/^[a-c]{0,6}$/);
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        expect(isOneErrorAway(a, b)).toBe(damerau(a, b) <= 1);
      }),
      { numRuns: runs(500) },
    );
  });

  it('gives the offsets of the user’s words in any surrounding text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const text = `${before} rainy day fund ${after}`;
        const values = english(utteranceOf(text)).map(({ start, end }) => text.slice(start, end));
        expect(values).toContain('rainy day fund');
      }),
    );
  });
});

/** Returns the textbook optimal string alignment distance. */
function damerau(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, swap);
    }
  }
  return at(a.length, b.length);
}
