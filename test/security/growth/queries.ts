import { readFileSync } from 'node:fs';
import { readDescription } from '../../../engine/classify/encoder/description.ts';
import { loadTokenizer } from '../../../engine/classify/encoder/load-tokenizer.ts';
import { loadNgrams } from '../../../engine/classify/ngrams/index.ts';
import { type DialogState, initialState, type StoredFrame } from '../../../engine/dialogue/state.ts';
import { loadCollection } from '../../../engine/faq/collection.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { countWords, Speller } from '../../../engine/text/typos/repair.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { buildCollection } from '../../../engine/train/faq.ts';
import { trainNgrams } from '../../../engine/train/ngrams.ts';
import { Gazetteer } from '../../../engine/values/free-text/tagger/gazetteer.ts';
import { lexicalFeatures } from '../../../engine/values/free-text/tagger/lexical.ts';
import { splitText, splitWholeText } from '../../../engine/values/free-text/tagger/words.ts';
import { LANGUAGES, type Language } from '../../engine/dialogue/languages.ts';
import { Conversation, shippedActs } from '../../engine/dialogue/support.ts';
import { GERMAN } from '../../engine/values/phrases/de.ts';
import { ENGLISH } from '../../engine/values/phrases/en.ts';
import { SPANISH } from '../../engine/values/phrases/es.ts';
import { FRENCH } from '../../engine/values/phrases/fr.ts';
import { ITALIAN } from '../../engine/values/phrases/it.ts';
import type { Phrase } from '../../engine/values/phrases/phrase.ts';
import { PORTUGUESE } from '../../engine/values/phrases/pt.ts';
import { everything, HELD, WORD } from './assistant.ts';
import type { Entrance } from './entrance.ts';
import { ANY_TEXT, VALUES } from './shapes.ts';

/** Half of the longest query: it reveals quadratic work just as well, in less time. */
const QUERY = 2048;
/** Conversations and the act reader get one in this many shapes; the other parts get all of them. */
const SOME_SHAPES = 4;
/** Size of a query that is read by many parts: an eighth of the longest. */
const SAID = 512;

/** One in this many phrases with dates, times and numbers is tried. */
const SOME = 25;
const some = (phrases: readonly Phrase[]): string[] =>
  phrases.filter((_, at) => at % SOME === 0).map(([text]) => text);

/** Dates, times and numbers in each language. */
const PHRASES: Readonly<Record<Language, readonly string[]>> = {
  en: some(ENGLISH),
  es: some(SPANISH),
  de: some(GERMAN),
  fr: some(FRENCH),
  pt: some(PORTUGUESE),
  it: some(ITALIAN),
  nl: ['overmorgen', 'half acht', 'over twee weken', 'eenentwintig', 'van 3 tot en met 6 mei'],
  ja: ['明後日', '午後3時半', '二週間後', '二十一', '5月3日から6日まで'],
  zh: ['后天', '下午三点半', '两个星期后', '二十一', '从5月3号到6号'],
};
/** Numbers that languages read differently. */
const DIGITS = ['1 ', '1-', '1.', '1. ', '1,', '1/2 ', '1h', '1 €'];

/** The first place tries all shapes, every other place one in this many. */
const TURNS = 3;
const isTried = (at: number, place: number): boolean => place === 0 || at % TURNS === place % TURNS;

/** Returns texts of a language for repetition: replies, words around an answer, and values. */
function said(language: Language): string[] {
  const rows = readFileSync(
    new URL(`../../../engine/language/${language}/replies.yaml`, import.meta.url),
    'utf8',
  );
  const replies = [...rows.matchAll(/^ {6}- (\S.*)$/gm)]
    .filter((_, at) => at % 200 === 0)
    .map(([, text = '']) => text);
  const { answers: around, change } = languageOf(language);
  const answers = [around.leads, around.prepositions, around.tails, change.repair].flatMap((phrases) =>
    phrases.slice(-1),
  );
  return [...replies, ...answers, ...PHRASES[language]].map((text) => `${text} `);
}

interface Place {
  name: string;
  state: DialogState;
  /** Words before the repeated text. */
  before: string;
  /** Additional shapes that are tried only in English. */
  shapes: readonly string[];
}

const inFrame = (state: DialogState, change: Partial<StoredFrame>): DialogState => ({
  ...state,
  frames: state.frames.map((frame) => ({ ...frame, ...change })),
});

/** Returns the points that a conversation may have reached when the query arrives. */
const places = (asking: DialogState): Place[] => [
  { name: 'begins', state: initialState(), before: `${WORD} `, shapes: VALUES },
  {
    name: 'is asked for an amount',
    state: inFrame(asking, { asked: 'amount' }),
    before: '5 ',
    shapes: VALUES,
  },
  { name: 'is asked for a name', state: inFrame(asking, { asked: 'who' }), before: '', shapes: VALUES },
  {
    name: 'confirms',
    state: inFrame(asking, { asked: null, slots: { ...HELD } }),
    before: '',
    shapes: VALUES,
  },
];

/** Returns all places for English, and the first for other languages, which differ only in their words. */
function placesIn(language: Language, asking: DialogState): Place[] {
  const all = places(asking);
  return language === 'en' ? all : all.slice(0, 1);
}

/** Returns queries in every language, at different points of a conversation. */
export async function queries(): Promise<Entrance[]> {
  const loaded = everything();
  const begun = new Conversation(loaded);
  await begun.say(WORD);
  return LANGUAGES.flatMap((language) =>
    placesIn(language, begun.state).map(({ name, state, before, shapes }, place) => ({
      name: `a conversation in ${language} that ${name}`,
      size: SAID,
      shapes: [
        ...(language === 'en' ? shapes.filter((_, at) => at % SOME_SHAPES === 0) : []).filter((_, at) =>
          isTried(at, place),
        ),
        ...DIGITS,
        ...said(language).filter((_, at) => isTried(at, place)),
      ],
      read: (text) => {
        const conversation = new Conversation(loaded, { language });
        conversation.state = state;
        return conversation.say(before + text);
      },
    })),
  );
}

const ROWS = [
  'freeze my card',
  'block the card',
  'what is my balance',
  'how much do I have',
  'send money to Ana',
];
const examples = ROWS.flatMap((text, at) =>
  ['', ' please', ' now', ' today'].map((end) => ({ text: text + end, label: at < 2 ? 'card' : 'money' })),
);

/** Returns the parts that read a query, each tested separately with a minimal setup. */
export function readers(): Entrance[] {
  const classifier = loadNgrams(trainNgrams(examples));
  const tokenizer = loadTokenizer(ENCODER_DIRECTORY, readDescription(ENCODER_DIRECTORY).tokenizer);
  const speller = new Speller(countWords(ROWS), (word) => tokenizer.commonness(word));
  const tagger = { label: 'money', gazetteer: new Gazetteer(new Map()), hasCase: true };
  const document = { title: 'Fees', source: 'fees', tags: [], language: null, metadata: {}, answer: null };
  const collection = loadCollection(
    buildCollection([{ ...document, content: 'A transfer costs nothing.\n\nAbroad it costs five euros.' }], {
      defaultLanguage: 'en',
      unrelated: {},
      embed: undefined,
    }),
  );
  const acts = shippedActs('en');
  const parts: [string, (text: string) => unknown][] = [
    ['the classifier of n-grams', (text) => classifier.classify(text)],
    ['the encoder’s tokenizer', (text) => tokenizer.encode(text)],
    ['the speller', (text) => speller.read(text)],
    ['the tagger', (text) => [splitWholeText(text), lexicalFeatures({ ...tagger, words: splitText(text) })]],
    ['an FAQ collection', (text) => collection.search(text, { language: 'en', topK: 3 })],
  ];
  return [
    ...parts.map(([name, read]) => ({ name, size: QUERY, shapes: [...ANY_TEXT, ...VALUES], read })),
    {
      name: 'the encoder, and the act reader that stands on it',
      size: SAID,
      shapes: [...ANY_TEXT, ...VALUES].filter((_, at) => at % SOME_SHAPES === 0),
      read: (text) => acts?.read(text, 'confirm', text),
    },
  ];
}
