import { describe, expect, it } from 'vitest';
import type { AssistantFiles } from '../../../authoring/read.ts';
import { Conversation, did, loadFiles } from './support.ts';

const FILES: AssistantFiles = {
  'assistant.yaml': `
schema: 1
name: desk
languages: {default: en, supported: [en, es, de, fr, pt, it]}
currency: EUR
out_of_scope: {say: {en: Only parcels.}}
`,
  'entities/way.yaml': 'entity: way\nvalues: {van: [], drone: [], foot: []}\n',
  'entities/code.yaml': 'entity: code\nkind: regex\npattern: "[A-Z]{2}\\\\d{1,6}"\n',
  'competencies/parcel.yaml': `
competency: parcel
title: {en: Send a parcel}
help: {en: Say how it travels.}
slots:
  name: {entity: code, required: true, ask: {en: Which code?}, validate: {pattern: "DE.*", length: {max: 6}}, reject: {en: Not that code.}, retries: 2, on_retries_exhausted: {to: person, say: {en: I give up.}}}
  way: {entity: way, required: true, ask: {en: Which way?}, keep: session}
  count: {entity: number, ask: {en: How many?}, retries: 2}
states:
  parcel:
    utterances: {en: [parcel, send a parcel, post it]}
    transitions:
      - {on: slot, slot: way, is: drone, to: parcel_air, say: {en: By air.}}
      - {on: "yes", to: parcel_done}
      - {on: "no", to: parcel, clear: [way, count], say: {en: Once more.}}
    say: {en: "{{name}} by {{way}}{{#if count}}, {{count}}{{/if}}?"}
  parcel_air: {terminal: true, say: {en: It flies.}}
  parcel_done: {terminal: true, say: {en: Sent.}}
`,
  'competencies/person.yaml': `
competency: person
interrupts: replace
states:
  person: {terminal: true, utterances: {en: [person, a person, call someone], es: [una persona], de: [ein Mensch], fr: [une personne], pt: [uma pessoa], it: [una persona]}, say: {en: A person will come.}}
`,
  'competencies/open.yaml': `
competency: open
title: {en: Opening hours}
states:
  open: {terminal: true, utterances: {en: [hours, opening hours]}, say: {en: At nine.}}
  hello: {from: root, terminal: true, utterances: {en: [hello, hello there]}, say: {en: Hello.}}
`,
};
const KEYWORDS = { parcel: 'parcel', person: 'person', hours: 'open', hello: 'hello' };
const desk = loadFiles(FILES, KEYWORDS);
const talk = () => new Conversation(desk);

describe('interruption and return', () => {
  it('answers the other wish, then asks again where the conversation stood', async () => {
    const user = talk();
    await user.say('parcel DE1');
    const answer = await user.say('your hours?');
    expect(answer).toMatchObject({ competency: 'open', classifier_state: 'open' });
    expect(answer.visuals.speakableResponse).toBe('At nine. Back to “Send a parcel”. Which way?');
    expect(answer.explanation.asked).toBe('way');
    await user.say('foot');
    expect(await user.hear('skip')).toBe('DE1 by foot?');
    expect(await user.hear('hours')).toBe('At nine. Back to “Send a parcel”. DE1 by foot?');
    expect(await user.hear('yes')).toBe('Sent.');
    expect(user.frame).toBeUndefined();
  });

  it('drops the waiting competency if the other one replaces it', async () => {
    const user = talk();
    await user.say('parcel DE1');
    expect(await user.hear('a person please')).toBe('A person will come.');
    expect(user.state.frames).toEqual([]);
  });

  it('takes labels of the root only at root', async () => {
    const user = talk();
    expect(await user.hear('hello')).toBe('Hello.');
    await user.say('parcel DE1');
    expect((await user.say('hello')).classifier_state).toBe('parcel');
  });
});

describe('transitions', () => {
  it('are taken if a slot has the value that they name', async () => {
    const result = await talk().say('parcel DE1 by drone');
    expect(result.visuals.speakableResponse).toBe('By air. It flies.');
    expect(result.explanation.transitions).toContainEqual({ from: 'parcel', to: 'parcel_air', on: 'slot' });
  });

  it('empty the slots that they clear', async () => {
    const user = talk();
    await user.say('parcel DE1 by van');
    await user.say('3');
    expect(await user.hear('no')).toBe('Once more. Which way?');
    expect(user.held).toEqual({ name: 'DE1' });
  });
});

describe('slots', () => {
  it('reject a value with another pattern or length', async () => {
    expect(await talk().hear('parcel FR12')).toBe('Not that code. Which code?');
    expect(await talk().hear('parcel DE12345')).toBe('Not that code. Which code?');
    expect(await talk().hear('parcel DE1234')).toBe('Which way?');
  });

  it('lead to the author’s state after too many attempts', async () => {
    const user = talk();
    await user.say('parcel');
    await user.say('purple');
    expect(await user.hear('purple')).toBe('I give up. A person will come.');
  });

  it('that are optional are asked for once, and skipped by a no or after the retries', async () => {
    const user = talk();
    expect(await user.hear('parcel DE1 by van')).toBe('How many?');
    expect(await user.hear('no thanks')).toBe('DE1 by van?');
    const third = talk();
    await third.say('parcel DE1 by van');
    expect(await third.hear('skip it please')).toBe('DE1 by van?');
    const other = talk();
    await other.say('parcel DE1 by van');
    await other.say('purple');
    expect(await other.hear('purple')).toBe('DE1 by van?');
  });

  it('last for the session if the author says so', async () => {
    const user = talk();
    await user.say('parcel DE1 by van');
    await user.say('skip');
    await user.say('yes');
    expect(await user.hear('parcel DE2')).toBe('How many?');
    expect(user.held.way).toBe('van');
  });
});

describe('help and repeat', () => {
  it('help lists the wishes or gives the competency’s text, and repeats the question', async () => {
    expect(await talk().hear('help')).toBe('I can help with this: Opening hours, Send a parcel, and person.');
    const user = talk();
    await user.say('parcel');
    expect(await user.hear('what can I say?')).toBe('Say how it travels. Which code?');
    expect(user.frame?.misses).toEqual({});
  });

  it('repeat says the last answer again and moves nothing', async () => {
    const user = talk();
    expect(await user.hear('say that again')).toBe('There is nothing to repeat yet.');
    await user.say('parcel');
    expect(await user.hear('can you repeat that please')).toBe('Which code?');
    await user.say('hours');
    expect(await user.hear('again')).toMatch(/^At nine\./);
  });

  it.each([
    ['es', 'ayuda', 'repite por favor'],
    ['de', 'hilfe', 'wie bitte'],
    ['fr', 'aide', 'répétez'],
    ['pt', 'ajuda', 'pode repetir'],
    ['it', 'aiuto', 'puoi ripetere'],
  ])('is understood in %s', async (language, help, again) => {
    const user = new Conversation(desk, { language });
    expect(did(await user.say(help))).toEqual(['help']);
    expect(did(await user.say(again))).toEqual(['repeat']);
  });

  it('gives way to the author’s own utterances', async () => {
    const own = loadFiles(
      {
        ...FILES,
        'competencies/open.yaml': (FILES['competencies/open.yaml'] ?? '').replace('[hours', '[help, hours'),
      },
      { ...KEYWORDS, help: 'open' },
    );
    expect(await new Conversation(own).hear('help')).toBe('At nine.');
  });
});
