import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { loadFiles, talkWith } from './support.ts';

/** Boats by the day; today is Wednesday, 18 March 2026, 9:30. */
const marina = loadFiles(
  {
    'assistant.yaml': settingsOf('marina', ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt']),
    'entities/kind.yaml': `
entity: kind
values:
  canoe: {en: [canoe, canoes], de: [Kanu, Kanus], es: [canoa, canoas], fr: [canoë, canoës], it: [canoa, canoe], nl: [kano, kano's], pt: [canoa, canoas]}
  raft: {en: [raft, rafts, raft boats], de: [Floß, Flöße], es: [balsa, balsas], fr: [radeau, radeaux], it: [zattera, zattere], nl: [vlot, vlotten, vlotboten], pt: [jangada, jangadas]}
`,
    'competencies/hire.yaml': `
competency: hire
slots:
  kind: {entity: kind, required: true, ask: {en: Which?, de: Welche?, es: ¿Cuál?, fr: Lequel ?, it: Quale?, nl: Welke?, pt: Qual?}}
  count: {entity: number, required: true, ask: {en: How many boats?, de: Wie viele Boote?, es: ¿Cuántos barcos?, fr: Combien de bateaux ?, it: Quante barche?, nl: Hoeveel boten?, pt: Quantos barcos?}}
  days: {entity: number, required: true, ask: {en: For how many days?, de: Für wie viele Tage?, es: ¿Cuántos días?, fr: Combien de jours ?, it: Per quanti giorni?, nl: Voor hoeveel dagen?, pt: Quantos dias?}}
states:
  hire:
    utterances:
      en: ["hire", "hire [3](count) [canoes](kind)", "hire [2](count) boats", "hire [2](count) [rafts](kind)", "hire for [2](days) days"]
      de: ["miete", "miete [3](count) [Kanus](kind)", "miete [2](count) Boote", "miete [Flöße](kind)", "miete für [2](days) Tage"]
      es: ["alquila", "alquila [3](count) [canoas](kind)", "alquila [2](count) barcos", "alquila [balsas](kind)", "alquila por [2](days) días"]
      fr: ["loue", "loue [3](count) [canoës](kind)", "loue [2](count) bateaux", "loue [radeaux](kind)", "loue pour [2](days) jours"]
      it: ["noleggia", "noleggia [3](count) [canoe](kind)", "noleggia [2](count) barche", "noleggia [zattere](kind)", "noleggia per [2](days) giorni"]
      nl: ["huren", "huren [3](count) [kano's](kind)", "huren [2](count) boten", "huren [2](count) [vlotten](kind)", "huren voor [2](days) dagen", "huren voor [een](days) dag"]
      pt: ["aluga", "aluga [3](count) [canoas](kind)", "aluga [2](count) barcos", "aluga [jangadas](kind)", "aluga por [2](days) dias"]
    transitions: [{on: "yes", to: hired}, {on: "no", to: root}]
    say: {en: Shall I?, de: Soll ich?, es: ¿Vale?, fr: D'accord ?, it: Va bene?, nl: Zal ik?, pt: Posso?}
  hired: {terminal: true, say: {en: Hired., de: Gemietet., es: Hecho., fr: Loué., it: Fatto., nl: Gehuurd., pt: Feito.}}
`,
  },
  {
    hire: 'hire',
    miete: 'hire',
    alquila: 'hire',
    loue: 'hire',
    noleggia: 'hire',
    huren: 'hire',
    aluga: 'hire',
  },
);

const heldAfter = async (language: string, ...queries: string[]) =>
  (await talkWith(marina, language, queries)).held;

describe('a number with the noun of one slot', () => {
  it.each([
    ['en', 'hire 3 canoes', 'no wait, 4 boats'],
    ['de', 'miete 3 Kanus', 'nein halt, 4 Boote'],
    ['es', 'alquila 3 canoas', 'no espera, 4 barcos'],
    ['fr', 'loue 3 canoës', 'non attends, 4 bateaux'],
    ['it', 'noleggia 3 canoe', 'no aspetta, 4 barche'],
    ['nl', "huren 3 kano's", 'nee wacht, 4 boten'],
    ['pt', 'aluga 3 canoas', 'não espera, 4 barcos'],
  ])('does not answer the question for another number, in %s: “%s”, “%s”', async (language, ...queries) => {
    expect(await heldAfter(language, ...queries)).toEqual({ kind: 'canoe', count: 4 });
  });

  it.each([
    ['en', 'hire 3 canoes', 'rather 2 days'],
    ['de', 'miete 3 Kanus', 'lieber 2 Tage'],
    ['es', 'alquila 3 canoas', 'mejor 2 días'],
    ['fr', 'loue 3 canoës', 'plutôt 2 jours'],
    ['it', 'noleggia 3 canoe', 'meglio 2 giorni'],
    ['nl', "huren 3 kano's", 'liever 2 dagen'],
    ['nl', "huren 3 kano's", 'doe maar 2'],
    ['pt', 'aluga 3 canoas', 'melhor 2 dias'],
  ])(
    'takes no other number’s place while it is asked for, in %s: “%s”, “%s”',
    async (language, ...queries) => {
      expect(await heldAfter(language, ...queries)).toEqual({ kind: 'canoe', count: 3, days: 2 });
    },
  );

  it.each([
    ['nl', "huren 3 kano's", 'een dag of vier'],
    ['nl', "huren 3 kano's", 'n dag of 4'],
  ])('is read in %s behind its unit: “%s”, “%s”', async (language, ...queries) => {
    expect(await heldAfter(language, ...queries)).toEqual({ kind: 'canoe', count: 3, days: 4 });
  });
});

it('a number behind words that lead to an answer is one, although a remark follows', async () => {
  const remark = 'for a start two days, my brother is scared of water';
  expect(await heldAfter('en', 'hire 3 canoes', remark)).toEqual({ kind: 'canoe', count: 3, days: 2 });
});

it.each([
  ['en', ['hire 1 canoe', '2 days', 'yes', 'hire another 2 raft boats']],
  ['nl', ['huren 1 kano', '2 dagen', 'ja', 'huren nog 2 vlotboten']],
])('another two of another kind are two, in %s', async (language, queries) => {
  expect(await heldAfter(language, ...queries)).toMatchObject({ kind: 'raft', count: 2 });
});
