import { describe, expect, it } from 'vitest';
import { overlap } from '../../../engine/text/stretch.ts';
import type { FreeTextModel } from '../../../engine/values/free-text/model.ts';
import { each, LANGUAGES, type Language, settingsOf } from './languages.ts';
import { Conversation, loadFiles, parted, talkWith } from './support.ts';

/** Payments to a listed person, to anybody, or to any text, in every language. Nothing is learned. */
const errands = loadFiles(
  {
    'assistant.yaml': settingsOf('errands', LANGUAGES, 'currency: EUR\n'),
    'entities/friend.yaml': 'entity: friend\nvalues: {Petra: [], Paula: []}\n',
    'entities/person.yaml': `entity: person\nkind: text\nexamples: ${each('[Ana, Tom]')}\n`,
    ...Object.fromEntries(
      [
        ['listed', 'friend'],
        ['anybody', 'person'],
        ['message', 'text'],
      ].map(([name, entity]) => [
        `competencies/${name}.yaml`,
        `
competency: ${name}
slots:
  payee: {entity: ${entity}, required: true, ask: ${each('"Who?"')}}
  amount: {entity: money, required: true, ask: ${each('"How much?"')}}
states:
  ${name}:
    utterances: ${each(`[${name}, ${name} a, ${name} b, ${name} c, ${name} d]`)}
    transitions: [{on: "yes", to: ${name}_done}, {on: "no", to: root}]
    say: ${each('"{{amount}} to {{payee}}?"')}
  ${name}_done: {terminal: true, say: ${each('Done.')}}
`,
      ]),
    ),
  },
  { listed: 'listed', anybody: 'anybody', message: 'message' },
);

async function slotsAfter(language: Language, ...queries: string[]) {
  const conversation = await talkWith(errands, language, queries);
  const { asked, state } = conversation.frame ?? {};
  const { payee, amount } = conversation.held;
  return { payee, amount, asked, state };
}

describe('a denied day before another day', () => {
  it('is not part of the other, although it begins like a marked value', async () => {
    const visits = loadFiles(
      {
        'assistant.yaml': settingsOf('visits', ['en']),
        'competencies/visit.yaml': `
competency: visit
slots: {day: {entity: date, required: true, ask: {en: Which day?}}}
states:
  visit:
    terminal: true
    utterances: {en: ["visit [tomorrow](day)", "visit me [tomorrow](day)", "visit on [tomorrow](day)", visit]}
    say: {en: "{{day}}."}
`,
      },
      { visit: 'visit' },
    );
    const day = async (answer: string) => {
      const conversation = new Conversation(visits);
      await conversation.say('visit');
      return conversation.hear(answer);
    };
    expect(await day('not tomorrow, 2026-03-27')).toBe('2026-03-27.');
    expect(await day('not tomorrow, the day after tomorrow')).toBe(await day('the day after tomorrow'));
  });
});

/** Corrections that replace Petra with Paula. */
const CORRECTIONS: [Language, string][] = [
  ['en', 'not Petra but Paula'],
  ['en', 'not to Petra, to Paula'],
  ['en', 'not Petra, Paula'],
  ['en', 'Paula, not Petra'],
  ['en', 'no, Paula instead of Petra'],
  ['es', 'no Petra sino Paula'],
  ['es', 'no a Petra, sino a Paula'],
  ['es', 'a Paula en vez de a Petra'],
  ['de', 'nicht Petra sondern Paula'],
  ['de', 'nicht an Petra, an Paula'],
  ['de', 'nein, nicht an Petra, sondern an Paula'],
  ['de', 'an Paula, nicht an Petra'],
  ['de', 'an Paula statt an Petra'],
  ['fr', 'pas Petra mais Paula'],
  ['fr', 'pas à Petra, à Paula'],
  ['fr', 'à Paula au lieu de Petra'],
  ['pt', 'não Petra mas Paula'],
  ['pt', 'não a Petra, mas sim a Paula'],
  ['it', 'non Petra ma Paula'],
  ['it', 'non a Petra, a Paula'],
  ['it', 'a Paula invece di Petra'],
  ['nl', 'niet Petra maar Paula'],
  ['nl', 'niet naar Petra, naar Paula'],
  ['nl', 'Paula, niet Petra'],
  ['nl', 'nee, Paula in plaats van Petra'],
  ['ja', 'PetraじゃなくてPaula'],
  ['ja', 'Petraではなく、Paulaに'],
  ['ja', 'Petraの代わりにPaula'],
  ['zh', '不是Petra，是Paula'],
  ['zh', '不要Petra，要Paula'],
  ['zh', 'Paula，不是Petra'],
];

/** Corrections of a held Petra to Paula, where the same words precede both names without punctuation. */
const LED_AGAIN: [Language, string][] = [
  ['en', 'not to Petra to Paula'],
  ['en', 'no not under Petra under Paula'],
  ['de', 'nein nicht auf Petra auf Paula'],
  ['de', 'nicht auf den Namen Petra auf den Namen Paula'],
  ['fr', 'non pas au nom de Petra au nom de Paula'],
  ['es', 'no a nombre de Petra a nombre de Paula'],
  ['pt', 'não em nome de Petra em nome de Paula'],
  ['it', 'no non a nome Petra a nome Paula'],
  ['nl', 'niet op naam van Petra op naam van Paula'],
];

/** Corrections that are not understood yet, with listed names and with names of any kind. */
const UNREAD: Record<string, string[]> = {
  listed: ['Petraの代わりにPaula'],
  anybody: ['PetraじゃなくてPaula', 'Petraではなく、Paulaに', 'Petraの代わりにPaula'],
};

describe.each(['listed', 'anybody'])('a denied value is not taken (%s):', (opening) => {
  const ANSWERS = parted(CORRECTIONS, opening === 'listed' ? [] : (UNREAD.anybody ?? []));
  const isTaken = async (language: Language, correction: string) => {
    expect(await slotsAfter(language, opening, correction)).toMatchObject({
      payee: 'Paula',
      asked: 'amount',
    });
  };
  it.each(ANSWERS.heard)('in %s as an answer, “%s”', isTaken);
  it.fails.each(ANSWERS.notYet)('not yet: in %s as an answer, “%s”', isTaken);

  const CHANGES = parted(CORRECTIONS, UNREAD[opening] ?? []);
  const changesAnother = async (language: Language, correction: string) => {
    expect(await slotsAfter(language, opening, 'Petra', correction)).toMatchObject({
      payee: 'Paula',
      asked: 'amount',
    });
  };
  it.each(CHANGES.heard)('in %s while something else is asked for, “%s”', changesAnother);
  it.fails.each(CHANGES.notYet)('not yet: in %s while something else is asked for, “%s”', changesAnother);

  const changesConfirmed = async (language: Language, correction: string) => {
    expect(await slotsAfter(language, opening, 'Petra', '50', correction)).toEqual({
      payee: 'Paula',
      amount: 50,
      asked: null,
      state: opening,
    });
  };
  const confirmed = parted(CORRECTIONS, opening === 'anybody' ? (UNREAD.anybody ?? []) : []);
  it.each(confirmed.heard)('in %s at the confirmation, “%s”', changesConfirmed);
  it.fails.each(confirmed.notYet)('not yet: in %s at the confirmation, “%s”', changesConfirmed);

  it.each(LED_AGAIN)('in %s where both names follow the same words, “%s”', changesConfirmed);

  const DENIALS: [Language, string][] = [
    ['en', 'not to Petra'],
    ['de', 'nicht an Petra'],
    ['de', 'nein, nicht Petra'],
    ['fr', 'pas à Petra'],
    ['it', 'non a Petra'],
    ['nl', 'niet naar Petra'],
    ['nl', 'nee, niet Petra'],
    ['ja', 'Petraじゃない'],
    ['zh', '不是Petra'],
  ];
  const alone = parted(DENIALS, opening === 'listed' ? ['Petraじゃない'] : ['nee, niet Petra']);
  const isNoValue = async (language: Language, denial: string) => {
    expect(await slotsAfter(language, opening, denial)).toMatchObject({ payee: undefined, asked: 'payee' });
  };
  it.each(alone.heard)('in %s without another value, “%s”', isNoValue);
  it.fails.each(alone.notYet)('not yet: in %s without another value, “%s”', isNoValue);
});

describe('a no right behind the held name', () => {
  /** A conversation about a payment to Petra, with a tagger that takes everything from a name or number on for a name. */
  const toPetra = async (language: Language, ...queries: string[]) => {
    const find: FreeTextModel['find'] = (text, _competency, _asked, taken = []) => {
      const span = { slot: 'payee', start: text.search(/Paula|60/), end: text.length };
      return span.start < 0 || taken.some((value) => overlap(value, span)) ? [] : [span];
    };
    const tagger = { find, emptiness: () => 0.5, isTaught: () => true, isOutside: () => false };
    const loaded = { ...errands, freeText: new Map([[language, tagger]]) };
    const { held, frame } = await talkWith(loaded, language, ['anybody', 'Petra', ...queries]);
    return { payee: held.payee, amount: held.amount, isOpen: frame !== undefined };
  };

  it.each<[Language, string]>([
    ['es', 'Petra no, pon Paula'],
    ['it', 'no, Petra no, metti Paula'],
    ['pt', 'Petra não, coloca Paula'],
    ['fr', 'Petra non, mets Paula'],
    ['de', 'nein, Petra nicht, Paula'],
    ['nl', 'Petra niet, Paula'],
    ['en', 'Petra no, put Paula'],
  ])('in %s rejects it for the name behind: “%s”', async (language, correction) => {
    expect(await toPetra(language, '50', correction)).toMatchObject({ payee: 'Paula', amount: 50 });
  });

  it.each<[Language, string]>([
    ['de', 'Petra. nein'],
    ['en', 'Petra no'],
    ['fr', 'Petra non'],
    ['pt', 'Petra? não, cancela'],
    ['pt', 'Petra não, cancela'],
    ['nl', 'Petra. nee, dat was alles'],
    ['nl', 'Petra nee, dat was alles'],
    ['es', 'Petra. No. espera'],
    ['es', 'Petra. No, apuntala'],
    ['it', 'Petra no, va bene così'],
    ['de', 'Petra, nein, am Sonntag'],
    ['it', 'Petra, no, 3 notti'],
    ['en', 'Petra. no, make it 2 pm'],
    ['es', 'Petra. no, mi teléfono es 600112233'],
    ['es', 'Petra no, quiero hablar con Paula'],
    ['pt', 'Petra? não, Paula'],
    ['nl', 'Petra nee, 60 euro'],
    ['pt', 'Petra não, 60 euros'],
  ])('in %s puts nothing else in its place: “%s”', async (language, reply) => {
    const { payee, isOpen } = await toPetra(language, '50', reply);
    expect(isOpen ? payee : 'Petra').toBe('Petra');
  });

  it.each<[Language, string]>([
    ['en', 'Petra no, Paula'],
    ['de', 'Petra nein, Paula'],
    ['it', 'Petra no, Paula'],
    ['pt', 'Petra não, Paula'],
  ])('in %s may answer an open question: “%s”', async (language, reply) => {
    const { payee, isOpen } = await toPetra(language, reply);
    expect(isOpen ? payee : 'Petra').toBe('Petra');
  });
});

it('a new name that begins like the denied one is taken as a whole', async () => {
  expect(
    await slotsAfter('de', 'anybody', 'Ana Weber', '50', 'nicht an Ana Weber an Ana Klein'),
  ).toMatchObject({
    payee: 'Ana Klein',
  });
});

describe('a denied end of the held name', () => {
  it.each<[Language, string]>([
    ['en', 'not Kruger but Krieger'],
    ['de', 'nein nicht Kruger, Krieger'],
    ['es', 'no Kruger sino Krieger'],
    ['fr', 'pas Kruger mais Krieger'],
  ])('is replaced alone by as many words, in %s: “%s”', async (language, correction) => {
    const afterwards = (kind: string) => slotsAfter(language, kind, 'Petra Kruger', '50', correction);
    expect(await afterwards('anybody')).toMatchObject({ payee: 'Petra Krieger' });
    // The end of a note is not the end of a name.
    expect(await afterwards('message')).not.toMatchObject({ payee: 'Petra Krieger' });
  });

  it('is replaced with the rest of the name by a longer name', async () => {
    expect(
      await slotsAfter('en', 'anybody', 'Petra Kruger', '50', 'not Kruger but Paula Krieger'),
    ).toMatchObject({ payee: 'Paula Krieger' });
  });
});

it('a denied value is not taken if the new value is not in the list', async () => {
  expect(await slotsAfter('de', 'listed', 'nicht an Petra, an Gerda')).toMatchObject({ payee: undefined });
  expect(await slotsAfter('en', 'listed', 'not Petra but Gerda')).toMatchObject({ payee: undefined });
  expect(await slotsAfter('en', 'listed', 'Petra', '50', 'not Petra but Gerda')).toEqual({
    payee: undefined,
    amount: 50,
    asked: 'payee',
    state: 'listed',
  });
});

describe('a free text that may say anything', () => {
  const keepsDenial = async (language: Language, text: string) => {
    expect(await slotsAfter(language, 'message', text)).toMatchObject({ payee: text, asked: 'amount' });
  };
  it.each<[Language, string]>([
    ['en', 'not spicy, no onions'],
    ['en', 'not hot but warm'],
    ['de', 'nicht klingeln, klopfen'],
    ['es', 'no llames sino escribe'],
    ['ja', 'チャイムじゃなくてノックで'],
  ])('in %s keeps a denial that is part of it: “%s”', keepsDenial);
  it.fails.each<[Language, string]>([
    ['nl', 'niet bellen, kloppen'],
    ['zh', '不要按铃，敲门'],
  ])('not yet: in %s keeps a denial that is part of it: “%s”', keepsDenial);

  it('is corrected if its held value is denied', async () => {
    expect(await slotsAfter('en', 'message', 'rent', 'not rent but food')).toMatchObject({ payee: 'food' });
    expect(await slotsAfter('de', 'message', 'Miete', '50', 'nicht Miete, sondern Essen')).toMatchObject({
      payee: 'Essen',
      amount: 50,
    });
  });
});

it.each<[Language, string]>([
  ['en', 'not before 5, 60 euros'],
  ['en', 'not a problem, 60'],
  ['en', 'not more than 60'],
  ['de', 'nicht mehr als 60'],
  ['nl', 'niet meer dan 60'],
  ['ja', '60以下'],
  ['zh', '不超过60'],
])('in %s words that only sound like a denial still give the value: “%s”', async (language, text) => {
  expect(await slotsAfter(language, 'listed', 'Paula', text)).toMatchObject({ amount: 60 });
});
