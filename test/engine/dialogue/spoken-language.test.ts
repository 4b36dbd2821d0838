import { describe, expect, test } from 'vitest';
import { buildArtifact } from '../../../authoring/build.ts';
import { compileAssistant } from '../../../authoring/compile.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { loadLanguageDetector } from '../../../engine/classify/language-detector.ts';
import { spokenLanguage } from '../../../engine/dialogue/spoken-language.ts';
import { LANGUAGES } from '../../../engine/language/languages.ts';
import { loadAssistant } from '../../../engine/load.ts';
import { trainLanguageDetector } from '../../../engine/train/language-detector.ts';
import { growth, MOST_GROWTH } from '../../security/growth/measure.ts';
import { fill } from '../../security/growth/shapes.ts';
import { Conversation } from './support.ts';

const own = new Map(LANGUAGES.map(({ code }) => [code, [] as string[]]));
const detector = loadLanguageDetector(trainLanguageDetector(own));
const read = (
  query: string,
  requested: string,
  isReply = false,
  spoken?: { requested: string; language: string },
) => spokenLanguage(detector, spoken === undefined ? {} : { spoken }, { query, requested, isReply });

describe('a query in another language', () => {
  test.each([
    ['I would like to book a table for tomorrow', 'de', 'en'],
    ['ich möchte bitte einen Tisch reservieren', 'en', 'de'],
    ['quisiera reservar una mesa para mañana', 'en', 'es'],
    ['je voudrais réserver une table pour demain', 'en', 'fr'],
    ['予約をキャンセルしたいです', 'zh', 'ja'],
    ['我想取消明天的预约', 'ja', 'zh'],
    ['can you tell me what is my balance', 'ja', 'en'],
  ])('“%s”, sent as %s, is detected as %s, also as an answer', (query, requested, language) => {
    expect(read(query, requested)).toBe(language);
    expect(read(query, requested, true)).toBe(language);
  });

  test.each([
    ['ok', 'de'],
    ['ok thanks', 'de'],
    ['yes please', 'fr'],
    ['取消', 'ja'],
    ['Hauptstraße 12 in Berlin', 'en'],
    ['', 'en'],
    ['12345 67890', 'en'],
    ['хочу заказать билет на завтра', 'es'],
    ['qqqq wwww zzzz xxxx', 'it'],
    ['😀😀😀😀😀😀', 'ja'],
  ])('is not detected from “%s”, sent as %s', (query, requested) => {
    expect(read(query, requested)).toBe(requested);
  });

  test('needs two words and ten letters, where a syllable or word sign counts as three letters', () => {
    expect(read('what is it', 'de')).toBe('de');
    expect(read('what is that', 'de')).toBe('en');
    expect(read('whatisthatwhichyouare', 'de')).toBe('de');
    expect(read('我想去', 'ja')).toBe('ja');
    expect(read('我想去吗', 'ja')).toBe('zh');
  });

  test.each([
    ['Jean-Pierre Dupont de la Tour', 'de'],
    ['my name is Anna', 'de'],
    ['Calle de Alcalá 45, Madrid', 'en'],
  ])('needs more evidence in the answer to a question: “%s” stays in %s', (query, requested) => {
    expect(read(query, requested, true)).toBe(requested);
  });

  test('keeps the language detected before until the requested language changes', () => {
    const before = { requested: 'de', language: 'en' };
    expect(read('ok', 'de', false, before)).toBe('en');
    expect(read('ok', 'fr', false, before)).toBe('fr');
    expect(read('ich möchte bitte einen Tisch reservieren', 'de', false, before)).toBe('de');
    expect(read('ok', 'de', false, { requested: 'de', language: 'tlh' })).toBe('de');
  });

  test('is detected in time proportional to its length', async () => {
    for (const shape of ['a', 'ab ', '不', 'あ', 'ก', '字a '])
      expect(await growth((size) => read(fill(shape, size), 'en'), 4096), shape).toBeLessThan(MOST_GROWTH);
  });
});

test('the same texts give the same detector', () => {
  expect(trainLanguageDetector(own)).toEqual(trainLanguageDetector(own));
});

/** Returns `count` utterances of a language, each a different word. */
const utterancesOf = (count: number) =>
  new Map([
    [
      'tlh',
      Array.from(
        { length: count },
        (_, index) => `q${index.toString(26).replace(/\d/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '')}h`,
      ),
    ],
    ['en', []],
  ]);

test('the detector stays small by learning from only a part of more than 2,000 utterances', () => {
  expect(trainLanguageDetector(utterancesOf(2000)).length).toBeGreaterThan(
    trainLanguageDetector(utterancesOf(1000)).length,
  );
  expect(trainLanguageDetector(utterancesOf(4000)).length).toBeLessThan(
    1.1 * trainLanguageDetector(utterancesOf(2000)).length,
  );
});

test('a language that the engine does not know is detected by the version’s utterances', () => {
  const languages = new Map([
    ['en', ['I want a taxi to the station']],
    ['tlh', ['nuqneH jIHvaD juH yInob', 'tach Daq vIghoS vIneH', 'juH vIghoS vIneH jIH']],
  ]);
  const two = loadLanguageDetector(trainLanguageDetector(languages));
  const query = { query: 'tach vIghoS vIneH jIH', requested: 'en', isReply: false };
  expect(spokenLanguage(two, {}, query)).toBe('tlh');
  expect(spokenLanguage(two, {}, { ...query, query: 'take me to the station please' })).toBe('en');
});

const filesOf = (languages: string) => ({
  'assistant.yaml': `
schema: 1
name: desk
languages: ${languages}
out_of_scope: {say: {en: Only parcels., de: Nur Pakete.}}
`,
  'competencies/parcel.yaml': `
competency: parcel
slots:
  name: {entity: text, required: true, ask: {en: For whom?, de: Für wen?}}
states:
  parcel:
    utterances:
      en: [send a parcel, I want to send a parcel, please send a package for me, post a parcel today]
      de: [ein Paket verschicken, ich möchte ein Paket verschicken, bitte schick ein Paket für mich ab, ein Päckchen aufgeben]
    transitions: [{on: "yes", to: sent}, {on: "no", to: root}]
    say: {en: "A parcel for {{name}}?", de: "Ein Paket für {{name}}?"}
  sent: {terminal: true, say: {en: Sent., de: Verschickt.}}
`,
});
const loaded = (languages: string) =>
  loadAssistant(buildArtifact(compileAssistant(readAssistantFiles(filesOf(languages)))));

describe('a version that detects languages', () => {
  test('answers in the language of the query, continues in it, and switches back', async () => {
    const user = new Conversation(loaded('{default: de, supported: [de, en], detect: true}'), {
      language: 'de',
    });
    const first = await user.say('I want to send a parcel please');
    expect([first.language, first.visuals.speakableResponse]).toEqual(['en', 'For whom?']);
    expect(user.state.spoken).toEqual({ requested: 'de', language: 'en' });
    const second = await user.say('Jansen');
    expect([second.language, second.visuals.speakableResponse]).toEqual(['en', 'A parcel for Jansen?']);
    const back = await user.say('nein, ich möchte doch lieber kein Paket mehr verschicken');
    expect(back.language).toBe('de');
    expect(user.state.spoken).toBeUndefined();
  });

  test('has no detector if it has only one language', () => {
    const files = filesOf('{default: de, supported: [de], detect: true}');
    const german = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        text.replace(/\{en: (?:"[^"]*"|[^,]*), de:/g, '{de:').replace(/^ *en: .*\n/m, ''),
      ]),
    );
    expect(
      loadAssistant(buildArtifact(compileAssistant(readAssistantFiles(german)))).detector,
    ).toBeUndefined();
  });

  test('does so only with the setting for it', async () => {
    for (const languages of [
      '{default: de, supported: [de, en]}',
      '{default: de, supported: [de, en], detect: false}',
    ]) {
      const user = new Conversation(loaded(languages), { language: 'de' });
      expect((await user.say('I want to send a parcel please')).language).toBe('de');
      expect(user.state.spoken).toBeUndefined();
    }
  });
});
