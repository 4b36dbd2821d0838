import { expect, it } from 'vitest';
import { type ActReading, NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
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
slots:
  day: {entity: date, required: true, ask: {en: Which day?}}
  people: {entity: number, required: true, ask: {en: How many?}}
  name: {entity: person, required: true, ask: {en: What name?}}
states:
  table:
    terminal: true
    utterances: {en: [table]}
    say: {en: "{{day}}, {{people}}, under {{name}}."}
`,
  },
  { table: 'table' },
);

/** A tagger that finds a name in every text that has it. */
const taggerOf = (name: string): FreeTextModel => ({
  find: (text) =>
    text.includes(name)
      ? [{ slot: 'name', start: text.indexOf(name), end: text.indexOf(name) + name.length }]
      : [],
  emptiness: () => 0.5,
  isTaught: () => true,
  isOutside: () => false,
});

/** Says each query, with a tagger that finds the name. @returns the last answer */
async function saying(name: string, ask: number, ...queries: string[]): Promise<string> {
  const read = (text: string): ActReading => ({
    likelihood: { ...NOTHING_READ.likelihood, ask: text.includes('deposit') ? ask : 0, inform: 0.5 },
    on: NOTHING_READ.on,
  });
  const loaded = { ...table, acts: new Map([['en', { read }]]), freeText: new Map([['en', taggerOf(name)]]) };
  const conversation = new Conversation(loaded);
  let answer = '';
  for (const query of queries) answer = await conversation.hear(query);
  return answer;
}

it('a name is not taken from a question, whether it is the whole query or a part of it', async () => {
  const before = ['table', 'on 5 June 2030'];
  const apart = '4. is there a deposit?';
  const whole = 'is there a deposit';
  expect(await saying('deposit', CERTAINTY.sure, ...before, apart)).toContain('What name?');
  expect(await saying('deposit', CERTAINTY.sure, ...before, whole, '4')).toContain('What name?');
  expect(await saying('deposit', CERTAINTY.sure - 0.01, ...before, whole, '4')).toContain('under deposit');
});

it('a name that is asked for is taken from a question', async () => {
  const answer = await saying('deposit', CERTAINTY.sure, 'table', 'on 5 June 2030', '4', 'is it deposit');
  expect(answer).not.toContain('What name?');
});

it('two days with a word between them are no name, but one day may be', async () => {
  const before = ['table', 'on 3 June 2030', 'not monday but tuesday'];
  expect(await saying('monday but tuesday', 0, ...before, '4')).toContain('What name?');
  expect(await saying('Friday', 0, 'table', 'on 3 June 2030', '4', 'Friday')).toContain('under Friday');
});

it('a note that is asked for is the whole text, although the tagger finds another text in a small part of it', async () => {
  const note = loadFiles(
    {
      'assistant.yaml': settingsOf('roofs', ['en']),
      'entities/person.yaml':
        'entity: person\nkind: text\nexamples: {en: [Ann Miller, Bob Carter, Cleo Hunt]}\n',
      'competencies/roof.yaml': `
competency: roof
slots:
  damage: {entity: text, required: true, ask: {en: What happened?}}
  name: {entity: person, required: true, ask: {en: What name?}}
states:
  roof: {terminal: true, utterances: {en: [roof]}, say: {en: "{{damage}}, {{name}}."}}
`,
    },
    { roof: 'roof' },
  );
  const heldAfter = async (answer: string) => {
    const conversation = new Conversation({ ...note, freeText: new Map([['en', taggerOf('tiles down')]]) });
    for (const query of ['roof', answer]) await conversation.say(query);
    return conversation.held;
  };
  const answer = 'the storm took some of the tiles down';
  expect(await heldAfter(answer)).toEqual({ damage: answer });
  expect(await heldAfter('call tiles down twice')).toEqual({ name: 'tiles down' });
});
