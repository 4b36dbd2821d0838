import { expect, it } from 'vitest';
import { buildArtifact } from '../../../../authoring/build.ts';
import { compileAssistant } from '../../../../authoring/compile.ts';
import { readAssistantFiles } from '../../../../authoring/read.ts';
import { loadAssistant } from '../../../../engine/load.ts';
import { Conversation } from '../../dialogue/support.ts';

const loaded = loadAssistant(
  buildArtifact(
    compileAssistant(
      readAssistantFiles({
        'assistant.yaml': `
schema: 1
name: notes
languages: {default: en, supported: [en]}
out_of_scope: {say: {en: Only notes.}}
faq: [{collection: help, threshold: 0.4}]
`,
        'faq/help/length.md': '---\ntitle: How long may a note be\n---\nA note has at most 500 letters.',
        'competencies/note.yaml': `
competency: note
slots: {body: {entity: text, required: true, ask: {en: What should it say?}}}
states:
  note:
    terminal: true
    utterances: {en: [take a note, new note, write a note, note this down, make a note]}
    say: {en: "Noted: {{body}}"}
`,
      }),
    ),
  ),
);

async function answerTo(query: string) {
  const conversation = new Conversation(loaded);
  await conversation.say('take a note');
  return conversation.say(query);
}

it('the FAQ answers a question at a free-text slot, which is then asked for again', async () => {
  const answer = await answerTo('how long may a note be?');
  expect(answer.competency).toBe('faq');
  expect(answer.visuals.speakableResponse).toContain('at most 500 letters');
  expect(answer.visuals.speakableResponse).toContain('What should it say?');
});

it.each(['how long may a note be', 'why is the moon made of cheese?', 'note?'])(
  'a text is the answer unless it is a question that the FAQ answers: %s',
  async (query) => {
    const answer = await answerTo(query);
    expect(answer.competency).toBe('note');
    expect(answer.slots._BODY_?.values[0]?.tokens).toBe(query.replace('?', ''));
  },
);
