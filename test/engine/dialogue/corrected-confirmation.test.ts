import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../engine/language/languages.ts';
import { each, LANGUAGES, type Language, settingsOf } from './languages.ts';
import { loadFiles, talkWith } from './support.ts';

/** The word before the payee. */
const TO: Record<Language, string> = {
  en: 'to',
  es: 'a',
  de: 'an',
  fr: 'à',
  pt: 'para',
  it: 'a',
  nl: 'aan',
  ja: '相手は',
  zh: '给',
};

/** Payments to a listed friend or to anybody. Only the words before the values are learned. */
const payments = loadFiles(
  {
    'assistant.yaml': settingsOf('payments', LANGUAGES, 'currency: EUR\n'),
    'entities/friend.yaml': 'entity: friend\nvalues: {Petra: [], Paula: []}\n',
    ...Object.fromEntries(
      [
        ['listed', 'friend'],
        ['anybody', 'text'],
      ].map(([name, entity]) => [
        `competencies/${name}.yaml`,
        `
competency: ${name}
slots:
  payee: {entity: ${entity}, required: true, ask: ${each('"Who?"')}}
  amount: {entity: money, required: true, ask: ${each('"How much?"')}}
states:
  ${name}:
    utterances: {${LANGUAGES.map((language) => `${language}: ["${name} ${TO[language]} [Petra](payee)", "${name} [5](amount) ${TO[language]} [Paula](payee)", ${name} a b, ${name} x, ${name}]`).join(', ')}}
    transitions: [{on: "yes", to: ${name}_paid}, {on: "no", to: root, say: ${each('Nothing paid.')}}]
    say: ${each('"{{amount}} to {{payee}}?"')}
  ${name}_paid: {terminal: true, say: ${each('Paid.')}}
`,
      ]),
    ),
  },
  { listed: 'listed', anybody: 'anybody' },
);

const atConfirmation = (opening: string, language: Language) =>
  talkWith(payments, language, [opening, 'Petra', '50']);

/** Japanese is left out because such words stand after the value there. */
const MOTHER: [Language, string, string][] = [
  ['en', 'no, to my mother', 'my mother'],
  ['en', 'no, to my mother please', 'my mother'],
  ['es', 'no, a mi madre', 'mi madre'],
  ['de', 'nein, an meine Mutter', 'meine Mutter'],
  ['fr', 'non, à ma mère', 'ma mère'],
  ['pt', 'não, para minha mãe', 'minha mãe'],
  ['it', 'no, a mia madre', 'mia madre'],
  ['nl', 'nee, aan mijn moeder', 'mijn moeder'],
  ['zh', '不，给 我妈妈', '我妈妈'],
];

describe('a no with the words that stand before a slot’s values', () => {
  it.each(MOTHER)('in %s corrects free text: “%s”', async (language, query, value) => {
    const conversation = await atConfirmation('anybody', language);
    expect(await conversation.hear(query)).toBe(`50 to ${value}?`);
    expect(conversation.frame?.state).toBe('anybody');
    expect(conversation.held).toEqual({ payee: value, amount: 50 });
  });

  const asksAgain = async (language: Language, query: string) => {
    const conversation = await atConfirmation('listed', language);
    const { explanation, visuals } = await conversation.say(query);
    expect(explanation.transitions).toEqual([]);
    expect(visuals.speakableResponse).toMatch(/[?？]$/);
    expect(conversation.frame?.state).toBe('listed');
    expect(conversation.held).toMatchObject({ amount: 50 });
  };
  const LEAVING: readonly Language[] = ['de', 'zh'];
  it.each(MOTHER.filter(([language]) => !LEAVING.includes(language)))(
    'in %s with an unknown value neither agrees nor leaves: “%s”',
    asksAgain,
  );
  it.fails.each(MOTHER.filter(([language]) => LEAVING.includes(language)))(
    'not yet, since it is read as a no: in %s with an unknown value neither agrees nor leaves: “%s”',
    asksAgain,
  );

  it('and a known value corrects the slot', async () => {
    const conversation = await atConfirmation('listed', 'en');
    expect(await conversation.hear('no, to Paula')).toBe('50 to Paula?');
    expect(await conversation.hear('yes')).toBe('Paid.');
  });

  it.each(['yes, to my mother', 'yes but to my mother', 'ok, to my mother'])(
    'and a yes in place of the no pays nothing: “%s”',
    async (query) => {
      for (const opening of ['listed', 'anybody']) {
        const conversation = await atConfirmation(opening, 'en');
        expect(await conversation.hear(query)).not.toBe('Paid.');
        expect(conversation.frame?.state).toBe(opening);
      }
    },
  );
});

it.each(['no', 'no, leave it', 'no thanks', 'no, not now', 'no, forget it', 'no way'])(
  'a plain no without a value leaves the competency: “%s”',
  async (query) => {
    for (const opening of ['listed', 'anybody']) {
      const conversation = await atConfirmation(opening, 'en');
      await conversation.say(query);
      expect(conversation.frame).toBeUndefined();
    }
  },
);

describe('a statement that something is wrong', () => {
  it.each<[Language, string]>([
    ['en', "that's wrong"],
    ['de', 'da ist ein Fehler drin'],
    ['es', 'eso está mal'],
    ['es', 'hay un error'],
    ['fr', "c'est faux"],
    ['fr', 'il y a une erreur'],
    ['it', 'è sbagliato'],
    ['it', "c'è uno sbaglio"],
    ['nl', 'dat klopt niet'],
    ['nl', 'er zit een fout in'],
    ['pt', 'isso está errado'],
    ['pt', 'há um erro'],
  ])('in %s asks what to change, and keeps the held values: “%s”', async (language, query) => {
    const conversation = await atConfirmation('listed', language);
    expect(await conversation.hear(query)).toBe(languageOf(language).messages.change_what);
    expect(conversation.frame?.state).toBe('listed');
    expect(conversation.held).toEqual({ payee: 'Petra', amount: 50 });
  });

  it.each<[Language, string]>([
    ['es', 'no'],
    ['es', 'así no, déjalo'],
    ['es', 'no lo quiero'],
    ['fr', 'non'],
    ['fr', 'laisse tomber'],
    ['it', 'no'],
    ['it', "no, lascia com'era"],
    ['nl', 'nee'],
    ['nl', 'nee, laat het zo'],
    ['pt', 'não'],
    ['pt', 'não, deixa como está'],
  ])('is told apart in %s from a refusal of the deed, which leaves: “%s”', async (language, query) => {
    const conversation = await atConfirmation('listed', language);
    await conversation.say(query);
    expect(conversation.frame).toBeUndefined();
  });
});
