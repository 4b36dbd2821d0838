import { describe, expect, it } from 'vitest';
import { buildArtifact } from '../../../authoring/build.ts';
import { compileAssistant } from '../../../authoring/compile.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { loadNgrams } from '../../../engine/classify/ngrams/index.ts';
import { loadAssistant } from '../../../engine/load.ts';
import { each, LANGUAGES, type Language } from './languages.ts';
import { shippedActs, talkWith } from './support.ts';

/** A payment with an amount and a payee, help documents, and a weather competency that interrupts. */
const loaded = loadAssistant(
  buildArtifact(
    compileAssistant(
      readAssistantFiles({
        'assistant.yaml': `
schema: 1
name: payments
languages: {default: en, supported: [${LANGUAGES.join(', ')}]}
currency: EUR
out_of_scope: {say: ${each('Payments only.')}}
faq: [{collection: help, threshold: 0.4}]
`,
        'faq/help/fees.md': '---\ntitle: zorgle blivet frobnik\n---\nZorgle blivet costs nothing.',
        'faq/help/fifty.md': '---\ntitle: not for 50 euros\n---\nNothing is for 50 euros.',
        'competencies/payment.yaml': `
competency: payment
title: ${each('Payment')}
help: ${each('I pay people.')}
slots:
  amount: {entity: money, required: true, retries: 2, ask: ${each('"Amount?"')}}
  payee: {entity: text, required: true, ask: ${each('"Payee?"')}}
states:
  payment:
    utterances: ${each('[payment, a payment, new payment, payment please, one payment]')}
    transitions: [{on: "yes", to: paid}, {on: "no", to: root}]
    say: ${each('"{{amount}} to {{payee}}?"')}
  paid: {terminal: true, say: ${each('Paid.')}}
`,
        'competencies/weather.yaml': `
competency: weather
title: ${each('Weather')}
states:
  weather: {terminal: true, utterances: ${each('[weather, the weather, weather today, weather now, what weather]')}, say: ${each('It rains.')}}
`,
      }),
    ),
  ),
  { classifier: loadNgrams, acts: shippedActs },
);

const QUESTION = 'zorgle blivet frobnik?';

const talk = (language: Language, ...queries: string[]) => talkWith(loaded, language, queries);

describe('after an answer of the FAQ while a slot is asked for', () => {
  it.each<[Language, string]>([
    ['en', 'ok'],
    ['en', 'thanks'],
    ['en', 'got it'],
    ['en', 'ok, thank you'],
    ['en', 'I see'],
    ['en', 'great, thanks!'],
    ['es', 'vale'],
    ['es', 'gracias'],
    ['es', 'entendido'],
    ['de', 'ok'],
    ['de', 'danke'],
    ['de', 'alles klar, danke'],
    ['fr', "d'accord"],
    ['fr', 'merci'],
    ['fr', 'compris'],
    ['pt', 'obrigado'],
    ['pt', 'entendi'],
    ['it', 'grazie'],
    ['it', 'ho capito'],
    ['it', 'va bene'],
    ['nl', 'bedankt'],
    ['nl', 'oké, begrepen'],
    ['ja', 'ありがとう'],
    ['ja', 'わかりました'],
    ['zh', '谢谢'],
    ['zh', '明白了'],
  ])('in %s “%s” repeats the question and counts no miss', async (language, said) => {
    const conversation = await talk(language, 'payment', QUESTION);
    const { visuals, competency } = await conversation.say(said);
    expect(visuals.speakableResponse).toMatch(/Amount\?$/);
    expect(competency).toBe('payment');
    expect(conversation.frame).toMatchObject({ asked: 'amount', misses: {}, slots: {} });
  });

  it('does not fill a free-text slot with “thanks”', async () => {
    const conversation = await talk('en', 'payment', '50', QUESTION, 'thanks');
    expect(conversation.frame).toMatchObject({ asked: 'payee', misses: {} });
    expect(conversation.held).toEqual({ amount: 50 });
    expect(await conversation.hear('Thanksgiving fund')).toBe('50 to Thanksgiving fund?');
  });

  it('still takes a value, a cancel or a no as the answer', async () => {
    expect((await talk('en', 'payment', QUESTION, 'ok, 50')).held).toEqual({ amount: 50 });
    expect((await talk('en', 'payment', QUESTION, 'cancel')).frame).toBeUndefined();
    expect((await talk('en', 'payment', QUESTION, 'no')).frame?.asked).toBe('amount');
  });
});

it.each([
  ['help', 'help'],
  ['the end of what interrupted', 'what weather'],
])('after %s it repeats the question as well', async (_, query) => {
  const conversation = await talk('en', 'payment', query);
  expect(await conversation.hear('ok thanks')).toMatch(/Amount\?$/);
  expect(conversation.frame).toMatchObject({ asked: 'amount', misses: {} });
});

describe('after an answer of the FAQ at a confirmation', () => {
  it.each(['thanks', 'got it', 'ok', 'great', 'ok thanks', 'great, thank you'])(
    '“%s” confirms nothing and repeats the question',
    async (said) => {
      const conversation = await talk('en', 'payment', '50', 'Ana', QUESTION);
      expect(await conversation.hear(said)).toMatch(/50 to Ana\?$/);
      expect(await conversation.hear('ok')).toBe('Paid.');
    },
  );

  it('an agreement behind an acknowledgement confirms, a remark behind it does not', async () => {
    const hear = async (said: string) => (await talk('en', 'payment', '50', 'Ana', QUESTION)).hear(said);
    for (const said of ['cool lets do it', 'ok go ahead then']) expect(await hear(said), said).toBe('Paid.');
    for (const said of ['ok that is quick', 'ok sounds fair', 'good thats what i thought'])
      expect(await hear(said), said).toMatch(/50 to Ana\?$/);
  });

  it.each<Language>(['de', 'es', 'fr', 'it', 'nl', 'pt'])(
    '“ok” and “Okay!” confirm nothing in %s',
    async (language) => {
      for (const said of ['ok', 'Okay!']) {
        const conversation = await talk(language, 'payment', '50', 'Ana', QUESTION);
        expect(await conversation.hear(said)).toMatch(/50 to Ana\?$/);
      }
    },
  );

  it.each<[Language, string]>([
    ['en', 'yes'],
    ['en', 'ok yes'],
    ['de', 'ok ja'],
    ['de', 'ok ja richtig'],
    ['es', 'vale, sí'],
    ['fr', "d'accord, oui"],
  ])('a yes confirms, in %s: %s', async (language, said) => {
    expect(await (await talk(language, 'payment', '50', 'Ana', QUESTION)).hear(said)).toBe('Paid.');
  });
});

it.each<[Language, string]>([
  ['en', 'thanks'],
  ['es', 'entendido'],
  ['de', 'danke'],
])('a confirmation without an earlier answer: in %s “%s” repeats the question', async (language, said) => {
  const conversation = await talk(language, 'payment', '50', 'Ana');
  expect(await conversation.hear(said)).toMatch(/50 to Ana\?$/);
  expect(conversation.held).toEqual({ amount: 50, payee: 'Ana' });
});

it('the FAQ does not answer a denied value at a confirmation', async () => {
  expect(await (await talk('en')).hear('not for 50 euros')).toContain('Nothing is for 50 euros.');
  const conversation = await talk('en', 'payment', '50 euros', 'Ana');
  expect(await conversation.hear('not for 50 euros')).not.toContain('Nothing');
});
