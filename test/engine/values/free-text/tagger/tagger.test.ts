import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { loadEncoder } from '../../../../../engine/classify/encoder/encoder.ts';
import { sharedGlosses } from '../../../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../../../engine/train/encoder/build.ts';
import type { TaggedExample } from '../../../../../engine/train/tagger/examples.ts';
import { trainTagger } from '../../../../../engine/train/tagger/train.ts';
import { loadFreeText } from '../../../../../engine/values/free-text/model.ts';
import { partsOf } from '../../../../../engine/values/free-text/tagger/encoding.ts';
import { loadTagger } from '../../../../../engine/values/free-text/tagger/tagger.ts';
import { spansOf, tagsOf } from '../../../../../engine/values/free-text/tagger/tags.ts';
import { splitText } from '../../../../../engine/values/free-text/tagger/words.ts';
import { trainedOnce } from '../../../../support/trained-once.ts';

/** Reads a template such as "remind me to {buy milk|task} {tomorrow|day}" into its text and slots. */
function marked(label: string, template: string): TaggedExample {
  let text = '';
  const slots: { slot: string; start: number; end: number }[] = [];
  for (const part of template.split(/(\{[^}]*\})/)) {
    const [value, slot] = part.replace(/[{}]/g, '').split('|');
    if (slot) slots.push({ slot, start: text.length, end: text.length + (value?.length ?? 0) });
    text += value ?? '';
  }
  return { text, label, slots };
}

const EXAMPLES = [
  ...['buy milk', 'call my mother', 'water the plants', 'pay the electricity bill', 'walk the dog'].flatMap(
    (task) => [
      marked('remind', `remind me to {${task}|task} {tomorrow|day}`),
      marked('remind', `please don't let me forget to {${task}|task}`),
      marked('remind', `on {friday|day} i have to {${task}|task}`),
    ],
  ),
  ...['Blue Velvet', 'The Long Goodbye', 'Metropolis', 'City Lights'].flatMap((title) => [
    marked('play', `play {${title}|title} on the {bedroom|room} screen`),
    marked('play', `i want to watch {${title}|title}`),
    marked('play', `put {${title}|title} on in the {kitchen|room}`),
  ]),
  marked('stop', 'stop it'),
];

const encoder = loadEncoder(ENCODER_DIRECTORY);
const setting = { encoder, encoderDirectory: ENCODER_DIRECTORY };
/** Trains a tagger, again only when its examples or the training code have changed. */
const trained = (examples: readonly TaggedExample[], used: typeof encoder | null = encoder) =>
  trainedOnce('free text', 'en', [examples, { encodes: used !== null }], () =>
    trainTagger(examples, { ...setting, encoder: used }),
  );
const taggerOf = (examples: readonly TaggedExample[], used: typeof encoder | null = encoder) =>
  loadTagger(trained(examples, used), used, ENCODER_DIRECTORY);
const tagger = taggerOf(EXAMPLES);
const found = (text: string, label: string) =>
  tagger.tag(text, label).map(({ slot, start, end }) => `${slot}: ${text.slice(start, end)}`);

describe('the tagger', () => {
  it.each([
    ['a value that it has seen', 'remind me to walk the dog', 'remind', ['task: walk the dog']],
    ['a value that it has not', 'remind me to polish my boots', 'remind', ['task: polish my boots']],
    ['two slots', 'on friday i have to buy stamps', 'remind', ['day: friday', 'task: buy stamps']],
    ['a title in lower case', 'i want to watch vertigo', 'play', ['title: vertigo']],
  ])('finds %s', (_, text, label, slots) => {
    expect(found(text, label)).toEqual(slots);
  });

  it('finds only slots of the label', () => {
    expect(tagger.tag('remind me to walk the dog', 'play').some(({ slot }) => slot === 'task')).toBe(false);
    expect(tagger.tag('remind me to walk the dog', 'stop')).toEqual([]);
    expect(tagger.tag('remind me to walk the dog', 'unheard of')).toEqual([]);
  });

  it('gives offsets into the text as it was written', () => {
    const text = '  Remind  me to…  wáter the   Plants!';
    for (const { start, end } of tagger.tag(text, 'remind')) {
      expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
    }
    expect(tagger.tag('', 'remind')).toEqual([]);
    expect(tagger.tag('word '.repeat(5000), 'remind').every(({ end }) => end <= 25_000)).toBe(true);
  });
});

describe('a tagger with a word list', () => {
  const asked = 'guest?name';
  const said = ['my name is', 'i am called', 'please write', 'put it under'];
  const usual = [
    'Ada Lovelace',
    'Kurt Weill',
    'Toni Sailer',
    'Zoltan Karpathy',
    'Ivo Pogorelich',
    'Mirza Quell',
  ];
  const rows = [
    ...usual.flatMap((name) => [
      marked(asked, `{${name}|name}`),
      ...said.map((words) => marked(asked, `${words} {${name}|name}`)),
    ]),
    ...said.map((words) => marked(asked, words)),
    ...['not yet', 'let me think', 'no idea', 'what for', 'i would rather not', 'hold on'].map((text) =>
      marked(asked, text),
    ),
  ];
  const listed = new Set(
    [...said, 'not yet let me think no idea what for i would rather hold on', 'red door often sings']
      .join(' ')
      .split(' '),
  );
  const isListed = (word: string) => listed.has(word);
  const settings = { encoder: null, encoderDirectory: ENCODER_DIRECTORY };
  const glosses = {
    knows: isListed,
    read: (text: string) => text,
    align: (text: string) => ({ text, places: [] }),
  };
  const bytes = trainTagger(rows, { ...settings, glosses });
  const names = ['brigitte stoll', 'olaf gunderson', 'walther kunz', 'dora rothmann'];
  const words = ['red door', 'door sings often', 'often red', 'red 3ª'];
  const whole = (tagger: ReturnType<typeof loadTagger>) => (text: string) =>
    tagger.tag(text, asked).some(({ start, end }) => start === 0 && end === text.length);

  it('finds names in lower case that it has not seen, and leaves the words of the list', () => {
    const tagger = loadTagger(bytes, null, ENCODER_DIRECTORY, isListed);
    expect(names.filter(whole(tagger))).toEqual(names);
    expect(words.filter(whole(tagger))).toEqual([]);
  });

  it('gets texts as typed: a repaired name would be another word', () => {
    const read = (text: string) => ({ text: text.replace('stoll', 'door'), place: <T>(on: T) => on });
    const model = loadFreeText(bytes, null, ENCODER_DIRECTORY, { knows: isListed, read });
    const [name = ''] = names;
    expect(model.find(name, 'guest', 'name')).toEqual([{ slot: 'name', start: 0, end: name.length }]);
  });

  it('uses the list only if it was trained with it', () => {
    const without = trainTagger(rows, settings);
    const unasked = loadTagger(without, null, ENCODER_DIRECTORY, () => {
      throw new Error('asked');
    });
    const plain = loadTagger(without, null, ENCODER_DIRECTORY);
    for (const text of [...names, ...words]) expect(unasked.tag(text, asked)).toEqual(plain.tag(text, asked));
    expect(plain.hasLabel(asked)).toBe(true);
  });
});

describe('a tagger of a language that the encoder reads through glosses', () => {
  const glosses = sharedGlosses(ENCODER_DIRECTORY, 'de');
  const [reason, name] = ['visit', 'guest'];
  const rows = [
    ...['Rückenschmerzen', 'ein geschwollenes Knie', 'Husten', 'Fieber', 'meinen Zahn'].flatMap((value) => [
      marked(reason, `ein termin wegen {${value}|reason}`),
      marked(reason, `ich möchte kommen, es geht um {${value}|reason}`),
    ]),
    ...['am montag', 'für zwei leute', 'bitte vormittags', 'um zehn'].flatMap((rest) => [
      marked(reason, `ein termin ${rest}`),
      marked(reason, `ich möchte ${rest} kommen`),
    ]),
    ...['Kurt Weill', 'Toni Sailer'].map((value) => marked(name, `auf den namen {${value}|name}`)),
    marked(name, 'auf morgen'),
  ];
  const byWords = new Set([name]);
  const bytes = trainTagger(rows, { ...setting, glosses, byWords });
  const read = (tagger: ReturnType<typeof loadTagger>, text: string, label: string) =>
    tagger.tag(text, label).map(({ start, end }) => text.slice(start, end));

  it('finds values by their meaning, in words that no example has', () => {
    const glossed = loadTagger(bytes, encoder, ENCODER_DIRECTORY, undefined, () => glosses);
    const isFound = (value: string) => read(glossed, `ein termin mit ${value}`, reason).includes(value);
    const complaints = ['Kopfweh', 'Bauchschmerzen', 'einer Entzündung', 'Grippe', 'Schnupfen', 'Schwindel'];
    expect(complaints.filter(isFound)).toEqual(complaints);
    // By words alone, half of these are found too.
    expect(['Freunden', 'Musik', 'der Chefin', 'allen Kollegen', 'dem Bus', 'Anzug'].filter(isFound)).toEqual(
      [],
    );
  });

  it('does not run the encoder for a label that is read by words', () => {
    const run = vi.fn(encoder.states.bind(encoder));
    const watched = Object.assign(Object.create(encoder), { states: run });
    const tagger = loadTagger(bytes, watched, ENCODER_DIRECTORY, undefined, () => glosses);
    read(tagger, 'auf den namen Ivo Quell', name);
    expect(run).not.toHaveBeenCalled();
    read(tagger, 'auf den namen Ivo Quell', reason);
    expect(run).toHaveBeenCalled();
  });

  it('is not loaded without the glosses', () => {
    expect(() => loadTagger(bytes, encoder, ENCODER_DIRECTORY)).toThrow(/glosses, which are not here/);
  });
});

describe('tags', () => {
  it('give back the spans that they were made of', () => {
    for (const { text, slots } of EXAMPLES) {
      const words = splitText(text);
      const names = ['day', 'room', 'task', 'title'];
      expect(spansOf(words, tagsOf(words, slots, names), names)).toEqual(slots);
    }
  });

  it('tell two values of one slot side by side apart', () => {
    const words = splitText('red green');
    const spans = [
      { slot: 'colour', start: 0, end: 3 },
      { slot: 'colour', start: 4, end: 9 },
    ];
    expect(spansOf(words, tagsOf(words, spans, ['colour']), ['colour'])).toEqual(spans);
  });
});

describe('a tagger without the encoder', () => {
  const lexical = taggerOf(EXAMPLES, null);
  const values = (text: string, label: string) =>
    lexical.tag(text, label).map(({ slot, start, end }) => `${slot}: ${text.slice(start, end)}`);

  it.each([
    ['remind me to walk the dog', 'remind', ['task: walk the dog']],
    ['remind me to polish my boots', 'remind', ['task: polish my boots']],
    ['i want to watch Sunset Boulevard', 'play', ['title: Sunset Boulevard']],
  ])('learns from the words themselves: %s', (text, label, expected) => {
    expect(values(text, label)).toEqual(expected);
  });

  it('does not run the encoder', () => {
    const run = vi.spyOn(encoder, 'states');
    trainTagger(EXAMPLES.slice(0, 2), { ...setting, encoder: null });
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });
});

describe('with very few examples, the tagger', () => {
  const few = [
    marked('remind', 'remind me to {buy milk|task}'),
    marked('remind', 'note that i must {call Ana|task}'),
  ];
  const plain = ['new reminder', 'what can you do', 'hello there', 'remind me', 'show my reminders'].map(
    (text) => ({
      text,
      label: 'remind',
      slots: [],
    }),
  );
  const mixed = [...few, ...plain];
  const ofMixed = taggerOf(mixed);
  const ofFew = trained(few);

  it('is trained to the same bytes by the same examples', () => {
    expect(Buffer.from(trainTagger(few, setting)).equals(Buffer.from(ofFew))).toBe(true);
  });

  it.each([
    ['two, and utterances without values', mixed, ofMixed],
    ['two alone', few, loadTagger(ofFew, encoder, ENCODER_DIRECTORY)],
  ])('is usable: %s', (_, examples, tiny) => {
    const text = 'remind me to feed the cat';
    const found = (tagger: typeof tiny) =>
      tagger
        .tag(text, 'remind')
        .map(({ start, end }) => text.slice(start, end))
        .join(' ');
    expect(found(tiny)).toBe('feed the cat');
    // Without an encoder, words that the tagger has never seen tell it nothing.
    expect(['feed the cat', '']).toContain(found(taggerOf(examples, null)));
  });

  it('finds nothing in examples without a value', () => {
    expect(plain.flatMap(({ text }) => ofMixed.tag(text, 'remind'))).toEqual([]);
  });

  it('can be trained without examples', () => {
    expect(taggerOf([]).tag('remind me to feed the cat', 'remind')).toEqual([]);
  });
});

describe('the parts that a text is encoded in', () => {
  const pieces = (text: string) => encoder.tokenizer.encodeWords(text, partsOf(text)).ids;

  it.each([
    'set an alarm for 5pm, room B12',
    "don't pay €50 to O'Brien & Söhne (GmbH)",
    'a\u0301 na\u00efve foo\u200dbar 😀!',
    'word '.repeat(300),
    '東京タワー 12時',
    '',
  ])('give the pieces of the whole text: %s', (text) => {
    expect(pieces(text)).toEqual(encoder.tokenizer.encode(text));
  });

  it('give the pieces of any text', () => {
    const alphabet = fc.constantFrom(...Array.from('ab1 _-.,€ßé\u0301あ漢😀\u200d#'));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 40 }), (text) => {
        expect(pieces(text)).toEqual(encoder.tokenizer.encode(text));
      }),
    );
  });
});
