import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { answering, Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf('visits', ['en'], 'business_logic: {url: "env:BLS_URL"}\n'),
  'competencies/visit.yaml': `
competency: visit
business_logic: true
slots:
  time: {entity: time, required: true, ask: {en: "{{#if free}}Free: {{free | list}}.{{else}}When?{{/if}}"}}
  choice: {entity: ordinal, keep: turn}
  patient: {entity: person, required: true, ask: {en: Who is it?}}
states:
  visit:
    utterances: {en: [visit please, a visit, book a visit, plan a visit, make a visit]}
    transitions: [{on: "yes", to: planned}, {on: "no", to: root}]
    say: {en: "{{patient}} at {{time}}?"}
  planned: {terminal: true, say: {en: Planned.}}
`,
  'competencies/weather.yaml': `
competency: weather
states:
  weather:
    terminal: true
    utterances: {en: [weather today, the weather, weather please, will it rain, is it sunny]}
    say: {en: It rains.}
`,
  'entities/person.yaml': 'entity: person\nkind: text\nexamples: {en: [Ana Lee, Tom]}\n',
};

/** Creates a conversation whose classifier is certain of a visit and gives the weather this probability. */
function withWeatherAt(probability: number): Conversation {
  const classifier: Classifier = {
    classify: (text) => {
      const label = /visit/.test(text) ? 'visit' : /weather/.test(text) ? 'weather' : null;
      if (label === null) return { ranked: [], outOfScope: 0.9, outcome: 'out_of_scope' };
      const certainty = label === 'visit' ? 0.95 : probability;
      return { ranked: [{ label, probability: certainty }], outOfScope: 0.01, outcome: 'matched' };
    },
  };
  const conversation = new Conversation(loadFiles(FILES, classifier));
  conversation.answer = answering({ response_slots: { free: ['9:00', '9:20'] } });
  return conversation;
}

describe('while a slot is asked for', () => {
  it.each([
    [0.49, 'visit'],
    [0.51, 'weather'],
  ])('a label of probability %s leads to %s', async (probability, competency) => {
    const conversation = withWeatherAt(probability);
    await conversation.say('a visit');
    expect((await conversation.say('and some weather please')).competency).toBe(competency);
  });

  it.each([
    ['the first one', 0.9, 'visit'],
    ['is the weather nice on the first', 0.9, 'weather'],
  ])(
    '“%s”, with a value of another slot and a label of probability %s, leads to %s',
    async (said, p, competency) => {
      const conversation = withWeatherAt(p);
      await conversation.say('a visit');
      expect((await conversation.say(said)).competency).toBe(competency);
    },
  );

  it('a repeated question keeps the data of the business logic', async () => {
    const conversation = withWeatherAt(0.9);
    expect(await conversation.hear('a visit')).toBe('Free: 9:00 and 9:20.');
    expect(await conversation.hear('purple')).toBe("Sorry, I didn't understand that. Free: 9:00 and 9:20.");
    expect(conversation.requests).toHaveLength(1);
  });

  it('a required slot cannot be skipped', async () => {
    const conversation = withWeatherAt(0.9);
    await conversation.say('a visit');
    const { visuals, explanation } = await conversation.say('skip');
    expect(visuals.speakableResponse).toMatch(/Free: 9:00 and 9:20\.$/);
    expect(explanation.asked).toBe('time');
  });

  it.each(['the earliest one', 'she has an ear infection', 'is there a ramp'])(
    '“%s” gives no time',
    async (said) => {
      const conversation = withWeatherAt(0.9);
      await conversation.say('a visit');
      expect((await conversation.say(said)).slots).not.toHaveProperty('_TIME_');
    },
  );

  it.each(['one', 'one please', '1'])('“%s” means one o’clock', async (said) => {
    const conversation = withWeatherAt(0.9);
    await conversation.say('a visit');
    expect((await conversation.say(said)).slots._TIME_?.values[0]?.value).toBe('13:00');
  });

  it('“the last one” gives no time', async () => {
    const conversation = withWeatherAt(0.9);
    await conversation.say('a visit');
    const { slots } = await conversation.say('the last one');
    expect(slots._CHOICE_?.values[0]?.value).toBe(-1);
    expect(slots).not.toHaveProperty('_TIME_');
  });

  it.each(['yes', 'no'])('“%s” gives no name', async (reply) => {
    const conversation = withWeatherAt(0.9);
    await conversation.say('a visit at 9:20 am');
    const answer = await conversation.say(reply);
    expect(answer.explanation.asked).toBe('patient');
    expect(answer.slots).not.toHaveProperty('_PATIENT_');
    expect((await conversation.say('Ana Lee')).slots._PATIENT_?.values[0]?.value).toBe('Ana Lee');
  });
});
