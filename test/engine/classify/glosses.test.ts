import { describe, expect, it, test } from 'vitest';
import { TRAINING } from '../../../authoring/train.ts';
import type { TrainingExample } from '../../../engine/classify/classifier.ts';
import { encodesLanguage, readDescription } from '../../../engine/classify/encoder/description.ts';
import { loadEncoder } from '../../../engine/classify/encoder/encoder.ts';
import { readGlosses } from '../../../engine/classify/encoder/glosses.ts';
import { loadModel } from '../../../engine/classify/model/model.ts';
import { sharedGlosses } from '../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { GlossesError, packGlosses } from '../../../engine/train/encoder/glosses.ts';

const LIKE_GERMAN = {
  endings: ['e', 'en', 't', 'te', 'es', 'n'],
  prefixes: ['ge', 'zu'],
  links: ['', 's', 'n'],
};
const LIST = `# small words say nothing
= der das die
book = buchen buchung
change = ändern
other = andern
day = tag
around = um
back = zurück
give = geben
i have = ich'hab
credit card = kreditkarte
card = karte
limit = limit
instalment = rate
account = konto
balance = stand
hotel = hôtel
of = d
`;
const glosses = readGlosses(packGlosses(LIST, LIKE_GERMAN));

describe('reading a text by its glosses', () => {
  it.each([
    ['a listed word', 'Konto', 'account'],
    ['a regular form of one, by its ending', 'ich buchte', 'ich book'],
    ['a form without the ending that is listed', 'buch das tage', 'book day'],
    [
      'a participle, where a word of its own stands before its prefix',
      'umgebucht zurückzugeben',
      'around book back give',
    ],
    ['words that say nothing, left out', 'das Konto', 'account'],
    ['an umlaut as two letters or without its dots', 'aendern ÄNDERN zuruck', 'change change back'],
    ['the word that is written so, before one that is without accents', 'andern', 'other'],
    [
      'a compound, by its parts, the first as long as can be',
      'kreditkartenlimit kontostand',
      'credit card limit account balance',
    ],
    ['parts around an apostrophe', 'd’hôtel', 'of hotel'],
    ['one word with an apostrophe within', "ich'hab ich’hab", 'i have i have'],
    ['what it does not know, as it came', 'Frankfurt 18:30 AB12CD, tag?', 'Frankfurt 18:30 AB12CD, day?'],
  ])('%s', (_, text, read) => {
    expect(glosses.read(text)).toBe(read);
  });

  it('tells which stretch of it stands for each word of the text', () => {
    const text = '  der Kontostand, 7 RATEN ';
    const { text: read, places } = glosses.align(text);
    expect(read).toBe('account balance, 7 instalment');
    expect(read).toBe(glosses.read(text));
    expect(
      places.map(({ word, gloss }) => [text.slice(word.start, word.end), read.slice(gloss.start, gloss.end)]),
    ).toEqual([
      ['der', ''],
      ['Kontostand', 'account balance'],
      [',', ','],
      ['7', '7'],
      ['RATEN', 'instalment'],
    ]);
  });

  it('leaves a text of only meaningless words unchanged', () => {
    expect(glosses.read('die der')).toBe('die der');
  });

  it('reads no short stem with two endings, and no compound with short parts', () => {
    expect(glosses.read('tages ratt')).toBe('day ratt');
    expect(glosses.read('tagkarte')).toBe('tagkarte');
    expect(glosses.read('kartekonto')).toBe('card account');
  });
});

test('a word of more than forty letters is not looked up', () => {
  const long = (letters: number) => `${'x'.repeat(letters - 4)}buch`;
  const made = readGlosses(packGlosses(`thing = ${long(40)} ${long(41)}`, LIKE_GERMAN));
  expect(made.read(`${long(40)} ${long(41)}`)).toBe(`thing ${long(41)}`);
  expect([made.knows(long(40)), made.knows(long(41))]).toEqual([true, false]);
  const endless = 'kontostand'.repeat(400);
  expect(glosses.read(endless)).toBe(endless);
});

test('a word is known in its forms and with accents that its list lacks, but a compound is not', () => {
  const known = ['Konto', 'kontó', 'buchte', 'kontostand', 'knoto'].filter((word) => glosses.knows(word));
  expect(known).toEqual(['Konto', 'kontó', 'buchte']);
});

test.each([
  ['no equals sign', 'book buchen'],
  ['no word behind it', 'book ='],
  ['two of them', 'book = buchen = buchung'],
])('rejects a list with %s, and names the line', (_, line) => {
  expect(() => packGlosses(`day = tag\n${line}`, LIKE_GERMAN)).toThrow(GlossesError);
  expect(() => packGlosses(`day = tag\n${line}`, LIKE_GERMAN)).toThrow(/line 2: write "english = word word"/);
});

const encoder = loadEncoder(ENCODER_DIRECTORY);
const description = readDescription(ENCODER_DIRECTORY);

/** Three utterances of each label, and a query for each in different words. */
const SAYS = {
  de: {
    examples: {
      lost: ['meine karte ist weg', 'ich habe meine karte verloren', 'meine karte wurde gestohlen'],
      hours: ['wann habt ihr offen', 'wie sind die öffnungszeiten', 'habt ihr sonntags offen'],
      weather: ['wie wird das wetter', 'regnet es morgen', 'scheint heute die sonne'],
    },
    asked: {
      lost: 'mein portemonnaie ist geklaut worden',
      hours: 'um wie viel uhr schließt der laden',
      weather: 'brauche ich einen schirm',
    },
  },
  nl: {
    examples: {
      lost: ['mijn pas is weg', 'ik ben mijn pas kwijt', 'mijn pas is gestolen'],
      hours: ['wanneer zijn jullie open', 'wat zijn de openingstijden', 'zijn jullie op zondag open'],
      weather: ['wat voor weer wordt het', 'regent het morgen', 'schijnt de zon vandaag'],
    },
    asked: {
      lost: 'iemand heeft mijn portemonnee gejat',
      hours: 'hoe laat sluit de winkel',
      weather: 'heb ik een paraplu nodig',
    },
  },
};

describe.each(Object.entries(SAYS))('a model of %s', (language, { examples, asked }) => {
  const own = sharedGlosses(ENCODER_DIRECTORY, language);
  if (own === undefined) throw new Error(`${language} has no glosses`);
  const rows: TrainingExample[] = Object.entries(examples).flatMap(([label, texts]) =>
    texts.map((text) => ({ text, label })),
  );
  const bytes = TRAINING.train(rows, { language });
  const model = loadModel(bytes, encoder, ENCODER_DIRECTORY, language, () => own);

  it.each(Object.entries(asked))('recognises %s in words that no example has: %s', (label, text) => {
    expect(model.classify(text).ranked[0]?.label).toBe(label);
  });

  it('is rejected without its glosses', () => {
    expect(() => loadModel(bytes, encoder, ENCODER_DIRECTORY)).toThrow(/trained on glosses/);
  });
});

test('the encoder has glosses exactly for the languages with glosses that it does not read', () => {
  expect([...description.glossed].sort()).toEqual(['de', 'es', 'fr', 'it', 'nl', 'pt']);
  expect(['en', 'nl', 'ja'].map((language) => encodesLanguage(description, language))).toEqual([
    true,
    true,
    false,
  ]);
});
