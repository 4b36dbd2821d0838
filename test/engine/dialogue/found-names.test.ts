import { expect, it } from 'vitest';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import type { FreeTextModel } from '../../../engine/values/free-text/model.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const table = loadFiles(
  {
    'assistant.yaml': settingsOf('table', ['en']),
    'entities/person.yaml':
      'entity: person\nkind: text\nexamples: {en: [Ann Miller, Bob Carter, Cleo Hunt]}\n',
    'competencies/table.yaml': `
competency: table
slots: {name: {entity: person, required: true, ask: {en: What name?}}}
states:
  table:
    terminal: true
    utterances: {en: [table]}
    say: {en: "Under {{name}}."}
`,
  },
  { table: 'table' },
);

/** Asks for a name, and answers with two words that may be a yes, and that the tagger finds to be a name or not. */
async function answerTo(query: string, { affirm, isFound }: { affirm: number; isFound: boolean }) {
  const read = () => ({ likelihood: { ...NOTHING_READ.likelihood, affirm }, on: NOTHING_READ.on });
  const tagger: FreeTextModel = {
    find: (text) => (isFound && text === query ? [{ slot: 'name', start: 0, end: text.length }] : []),
    emptiness: () => 0.5,
    isTaught: () => true,
    isOutside: () => false,
  };
  const loaded = { ...table, acts: new Map([['en', { read }]]), freeText: new Map([['en', tagger]]) };
  const conversation = new Conversation(loaded);
  await conversation.say('table');
  return conversation.hear(query);
}

it.each([
  ['found by the tagger is taken until a yes is as likely', true, 0.45, 'Under dora rothmann.'],
  ['found by the tagger is not taken where a yes is likelier', true, 0.55, 'What name?'],
  ['that the tagger does not find is taken where a yes is unlikely', false, 0.3, 'Under dora rothmann.'],
  ['that the tagger does not find is not taken where it may be a yes', false, 0.45, 'What name?'],
])('a name %s', async (_, isFound, affirm, answer) => {
  expect(await answerTo('dora rothmann', { affirm, isFound })).toContain(answer);
});

it('an answer with a name is read as typed, although a word is one slip away from another', async () => {
  const told: string[] = [];
  const read = (text: string) => {
    told.push(text);
    const any = text.includes('choose') ? 0.99 : 0;
    return { likelihood: { ...NOTHING_READ.likelihood, any }, on: NOTHING_READ.on };
  };
  const repaired = (text: string) => ({ text: text.replace('chose', 'choose'), place: <T>(on: T) => on });
  const classifier = table.classifiers.get('en');
  if (classifier === undefined) throw new Error('the table is in English');
  const conversation = new Conversation({
    ...table,
    classifiers: new Map([['en', { ...classifier, read: repaired }]]),
    acts: new Map([['en', { read }]]),
  });
  await conversation.say('table');
  expect(await conversation.hear('chose mulder')).toBe('Under chose mulder.');
  expect(told).not.toContain('choose mulder');
});
