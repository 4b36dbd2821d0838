import { describe, expect, it } from 'vitest';
import { buildArtifact } from '../../../authoring/build.ts';
import { compileAssistant } from '../../../authoring/compile.ts';
import { type AssistantFiles, readAssistantFiles } from '../../../authoring/read.ts';
import { loadNgrams } from '../../../engine/classify/ngrams/index.ts';
import { loadAssistant } from '../../../engine/load.ts';
import { BANK_FILES, KEYWORDS } from './bank.ts';
import { Conversation, did, loadFiles, shippedActs } from './support.ts';

const asked = loadFiles(BANK_FILES, KEYWORDS);
const reworded = loadFiles(
  {
    ...BANK_FILES,
    'assistant.yaml': `${BANK_FILES['assistant.yaml']}messages: {unknown_answer: {en: Ask at the counter.}}\n`,
  },
  KEYWORDS,
);
const QUESTION = 'Move $50 from checking to savings?';

async function atConfirmation(loaded = asked): Promise<Conversation> {
  const user = new Conversation(loaded);
  expect(await user.hear('send 50 dollars from checking to savings')).toBe(QUESTION);
  return user;
}

describe('a question at the confirmation of a deed', () => {
  it.each(['is there a fee?', 'how long does it take?', 'will they tell my wife?', 'is it safe to do that?'])(
    'without an answer gets “I don’t know that” and the deed’s question: %s',
    async (question) => {
      const user = await atConfirmation();
      expect(await user.hear(question)).toBe(`I don't know that. ${QUESTION}`);
      expect(user.frame?.state).toBe('transfer');
      expect(await user.hear('yes')).toMatch(/^Done/);
    },
  );

  it.each(['which account was it?', 'how much?', 'how much was it?', 'what was the amount?'])(
    'about a held value is answered by saying the values back: %s',
    async (question) => {
      const user = await atConfirmation();
      const result = await user.say(question);
      expect([did(result), result.visuals.speakableResponse]).toEqual([['say_back'], QUESTION]);
      expect(user.requests.map(({ state }) => state)).not.toContain('transfer_confirmed');
    },
  );

  it('without an answer gets the author’s own words for that', async () => {
    const user = await atConfirmation(reworded);
    expect(await user.hear('is there a fee?')).toBe(`Ask at the counter. ${QUESTION}`);
  });

  it('is answered by a document where one has it', async () => {
    const files: AssistantFiles = {
      ...BANK_FILES,
      'assistant.yaml': `${BANK_FILES['assistant.yaml']}faq: [{collection: help, threshold: 0.4}]\n`,
      'faq/help/fees.md': '---\ntitle: Is there a fee for a transfer?\n---\nTransfers cost nothing.',
    };
    const loaded = loadAssistant(buildArtifact(compileAssistant(readAssistantFiles(files))), {
      classifier: loadNgrams,
      acts: shippedActs,
    });
    const user = await atConfirmation(loaded);
    expect(await user.hear('is there a fee?')).toBe(`Transfers cost nothing. ${QUESTION}`);
  });

  it('is not seen in other words, which get a request for yes or no', async () => {
    const user = await atConfirmation();
    expect(await user.hear('curtains')).toBe(`Sorry, was that a yes or a no? ${QUESTION}`);
  });
});
