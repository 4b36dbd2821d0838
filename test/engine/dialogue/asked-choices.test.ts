import { expect, it } from 'vitest';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const hire = loadFiles(
  {
    'assistant.yaml': settingsOf('hire', ['fr']),
    'entities/boat.yaml': 'entity: boat\nvalues: {canoe: {fr: [canoë]}, barge: {fr: [péniche]}}\n',
    'competencies/hire.yaml': `
competency: hire
slots: {boat: {entity: boat, required: true, ask: {fr: Quel bateau ?}}}
states:
  hire:
    terminal: true
    utterances: {fr: [louer]}
    say: {fr: "{{boat}}."}
`,
  },
  { louer: 'hire' },
);

it.each([["vous auriez quoi d'autre comme options"], ['quelles sont les possibilités']])(
  'a call for help that names choices, or asks, gets the list: %s',
  async (query) => {
    const read = () => ({ likelihood: { ...NOTHING_READ.likelihood, help: 0.6 }, on: NOTHING_READ.on });
    const conversation = new Conversation({ ...hire, acts: new Map([['fr', { read }]]) }, { language: 'fr' });
    await conversation.say('louer');
    expect(await conversation.hear(query)).toMatch(/canoë et péniche|canoë ou péniche/);
    expect(await conversation.hear('à l’aide')).not.toMatch(/péniche/);
  },
);
