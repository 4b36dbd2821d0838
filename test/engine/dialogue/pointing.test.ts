import { describe, expect, it } from 'vitest';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { pointsBack } from '../../../engine/understand/pointing.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf('ferries', ['en', 'de']),
  'entities/port.yaml': 'entity: port\nvalues: {Oban: [], Leith: [], Stornoway: []}\n',
  'competencies/timetable.yaml': `
competency: timetable
slots: {origin: {entity: port}, destination: {entity: port}, day: {entity: date}}
states:
  timetable:
    terminal: true
    utterances: {en: ["ferries from [Oban](origin) to [Leith](destination)"], de: ["Fähren von [Oban](origin) nach [Leith](destination)"]}
    say: {en: "{{origin}} to {{destination}}: hourly.", de: "{{origin}} nach {{destination}}: stündlich."}
`,
  'competencies/cabin.yaml': `
competency: cabin
slots:
  origin: {entity: port, required: true, ask: {en: From where?, de: Von wo?}}
  destination: {entity: port, required: true, ask: {en: Where to?, de: Wohin?}}
  depart: {entity: date, required: true, ask: {en: When?, de: Wann?}, validate: {min: today}}
  people: {entity: number, required: true, ask: {en: How many?, de: Wie viele?}}
states:
  cabin:
    terminal: true
    utterances: {en: ["reserve a cabin"], de: ["eine Kabine reservieren"]}
    say: {en: "{{origin}}, {{destination}}, {{depart}}, {{people}}.", de: "{{origin}}, {{destination}}, {{depart}}, {{people}}."}
`,
  'competencies/cafe.yaml': `
competency: cafe
slots: {port: {entity: port, required: true, ask: {en: In which port?, de: In welchem Hafen?}}}
states:
  cafe:
    terminal: true
    utterances: {en: ["is there a cafe in [Oban](port)"], de: ["gibt es ein Café in [Oban](port)"]}
    say: {en: "The cafe of {{port}}.", de: "Das Café von {{port}}."}
`,
};

const LABELS: readonly [RegExp, string][] = [
  [/ferr|fähr/i, 'timetable'],
  [/cabin|kabine/i, 'cabin'],
  [/caf/i, 'cafe'],
];

/** Certain of a named label; otherwise takes a wish to reserve, with low probability, for `cabin`. */
const classifier: Classifier = {
  classify(text): Classification {
    const named = LABELS.find(([words]) => words.test(text))?.[1];
    if (named !== undefined)
      return { ranked: [{ label: named, probability: 0.97 }], outOfScope: 0, outcome: 'matched' };
    const isWish = /reserv|book|buch/i.test(text);
    return {
      ranked: [
        { label: 'cabin', probability: isWish ? 0.1 : 0.01 },
        { label: 'cafe', probability: 0.01 },
      ],
      outOfScope: 0.8,
      outcome: 'out_of_scope',
    };
  },
};

const talk = (language = 'en') => new Conversation(loadFiles(FILES, classifier), { language });

describe('a found result', () => {
  it('is asked for again with another value behind small words, if few words follow', async () => {
    // Reads “Stornoway” as a wish for the cafe.
    const narrow: Classifier = {
      classify: (text) =>
        text.includes('Stornoway')
          ? { ranked: [{ label: 'cafe', probability: 0.96 }], outOfScope: 0.1, outcome: 'matched' }
          : classifier.classify(text),
    };
    const user = new Conversation(loadFiles(FILES, narrow));
    await user.say('ferries from Oban to Leith on march 24');
    expect(await user.hear('hmm and to Stornoway?')).toBe('Oban to Stornoway: hourly.');
    expect(await user.hear('ok and what of a place in Stornoway')).toBe('The cafe of Stornoway.');
  });

  it('is not booked by a wish that does not refer to it', async () => {
    const user = talk();
    await user.say('ferries from Oban to Leith on march 24');
    expect(await user.hear('reserve a cabin for the two of us')).toBe('From where?');
  });
});

describe('“there”', () => {
  it('is the last mentioned place, in the slot that the words beside it name', async () => {
    const user = talk();
    await user.say('is there a cafe in Oban');
    expect(await user.hear('and which ferries go there from Leith?')).toBe('Leith to Oban: hourly.');
    const other = talk();
    await other.say('is there a cafe in Oban');
    expect(await other.hear('which ferries go from there to Leith?')).toBe('Oban to Leith: hourly.');
    const third = talk('de');
    await third.say('gibt es ein Café in Oban');
    expect(await third.hear('welche Fähren fahren von dort nach Leith?')).toBe('Oban nach Leith: stündlich.');
  });

  it('is no place in “there is”, and none after two places', async () => {
    const user = talk();
    await user.say('ferries from Oban to Leith');
    expect(await user.hear('does a cafe exist there')).toBe('In which port?');
    const other = talk();
    await other.say('which ferries go to Oban');
    expect(await other.hear('is there a cafe')).toBe('In which port?');
  });
});

it.each([
  ['it', 'ok ordina questi'],
  ['es', 'vale, resérvame estos'],
  ['pt', 'então reserva esses'],
  ['fr', 'bon je prends ceux-là'],
  ['nl', 'reserveer deze dan maar'],
])('several things of before are referred to, in %s: “%s”', (language, text) => {
  expect(pointsBack({ words: wordsOf(text), language })).toBe(true);
});

it('a small word may stand between the verb’s object and what follows', () => {
  const points = (text: string) => pointsBack({ words: wordsOf(text), language: 'en' });
  expect(points('can you book that in for tomorrow')).toBe(true);
  expect(points('set that up for friday')).toBe(true);
  expect(points('book that in Rome')).toBe(false);
});

describe('a pronoun as the ending of a verb', () => {
  const points = (text: string, language: string) => pointsBack({ words: wordsOf(text), language });

  it('refers to something mentioned before if the verb begins a clause', () => {
    for (const text of [
      'desbloquéala porfa',
      '¡la encontré! Desbloquéala',
      'mándamelo a casa',
      'anúlelas ya',
    ])
      expect(points(text, 'es'), text).toBe(true);
    for (const text of ['sbloccala per favore', 'grazie, mandamelo a casa'])
      expect(points(text, 'it'), text).toBe(true);
    for (const text of ['una escuela en Madrid', 'quiero un regalo', 'dime la hora', 'sala'])
      expect(points(text, 'es'), text).toBe(false);
    expect(points('unblock la', 'en')).toBe(false);
  });
});

describe('“it”, after a competency has ended', () => {
  const lockers = () =>
    loadFiles(
      {
        'assistant.yaml': settingsOf('lockers', ['en']),
        'entities/side.yaml': 'entity: side\nvalues: {left: [], right: []}\n',
        'competencies/locker.yaml': `
competency: locker
slots: {side: {entity: side, required: true, ask: {en: Which side?}}}
states:
  shut: {terminal: true, utterances: {en: ["shut the [left](side) one"]}, say: {en: "The {{side}} one is shut."}}
  open: {terminal: true, utterances: {en: ["open the [left](side) one"]}, say: {en: "The {{side}} one is open."}}
`,
      },
      { shut: 'shut', open: 'open' },
    );

  it('takes the value to another wish of the same competency, not to one without “it”', async () => {
    const user = new Conversation(lockers());
    await user.say('shut the left one');
    expect(await user.hear('oh, open it again')).toBe('The left one is open.');
    expect(await user.hear('open something')).toBe('Which side?');
    const other = new Conversation(lockers());
    await other.say('shut the left one');
    expect(await other.hear('is it possible to shut one')).toBe('Which side?');
    const third = new Conversation(lockers());
    await third.say('shut the left one');
    expect(await third.hear('open one')).toBe('Which side?');
  });
});
