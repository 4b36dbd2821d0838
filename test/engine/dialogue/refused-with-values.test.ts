import { expect, it } from 'vitest';
import type { Act } from '../../../engine/understand/acts/acts.ts';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import type { FreeTextModel } from '../../../engine/values/free-text/model.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const party = loadFiles(
  {
    'assistant.yaml': settingsOf('party', ['en']),
    'entities/cake.yaml': 'entity: cake\nvalues: {none: {en: ["no", no cake]}, lemon: {en: [lemon]}}\n',
    'competencies/party.yaml': `
competency: party
slots:
  day: {entity: date, required: true, ask: {en: Which day?}}
  cake: {entity: cake, required: true, ask: {en: Which cake?}}
  wish: {entity: text}
states:
  party:
    utterances: {en: [party]}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "{{day}}. Shall I book it?"}
  booked: {terminal: true, say: {en: Booked.}}
`,
  },
  { party: 'party' },
);

/** Says queries, the last of which has these acts, to a tagger that takes “too soon” for a wish. */
async function after(queries: readonly string[], likelihood: Partial<Record<Act, number>>) {
  const find: FreeTextModel['find'] = (text) => {
    const start = text.indexOf('too soon');
    return start < 0 ? [] : [{ slot: 'wish', start, end: text.length }];
  };
  const isTaught = (_: string, slot: string | null) => slot === 'wish';
  const tagger = { find, emptiness: () => 0.5, isTaught, isOutside: () => false };
  const read = (text: string) =>
    text === queries.at(-1)
      ? { ...NOTHING_READ, likelihood: { ...NOTHING_READ.likelihood, ...likelihood } }
      : NOTHING_READ;
  const user = new Conversation({
    ...party,
    acts: new Map([['en', { read }]]),
    freeText: new Map([['en', tagger]]),
  });
  for (const query of queries) await user.say(query);
  return { isOpen: user.frame !== undefined, held: user.held };
}

it('a free text beside a sure no is its reason, and no value', async () => {
  const asked = ['party on friday, lemon', 'no leave it, too soon'];
  expect(await after(asked, { deny: CERTAINTY.sure })).toMatchObject({ isOpen: false });
  const doubtful = await after(asked, { deny: CERTAINTY.sure - 0.01 });
  expect(doubtful.held).toMatchObject({ wish: 'too soon' });
});

it('the no of a reply empties no slot that has “no” as a value', async () => {
  const asked = ['party on friday, no cake', 'mmm no thats too early for me, leave it'];
  expect(await after(asked, { deny: CERTAINTY.likely })).toMatchObject({ isOpen: false });
});

it('a certain cancel mentions its values, unless one is a clause of its own', async () => {
  const isLeft = async (query: string, drop: number) => !(await after(['party', query], { drop })).isOpen;
  const query = 'forget it i will tell them tomorrow in person';
  expect(await isLeft(query, CERTAINTY.certain)).toBe(true);
  expect(await isLeft(query, CERTAINTY.certain - 0.01)).toBe(false);
  expect(await isLeft('forget it, tomorrow', CERTAINTY.certain)).toBe(false);
});
