import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { each, LANGUAGES } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': `
schema: 1
name: survey
languages: {default: en, supported: [${LANGUAGES.join(', ')}]}
out_of_scope: {say: {en: Only the survey.}}
`,
  'competencies/survey.yaml': `
competency: survey
slots:
  matter: {entity: text, required: true, ask: {en: What is it about?}}
  certainty: {entity: certainty, required: true, ask: {en: Are you certain?}}
  note: {entity: text, ask: {en: Anything else?}}
states:
  survey:
    utterances: ${each('[survey please, a survey, "survey about [cats](matter)", start a survey, survey now]')}
    transitions: [{on: "yes", to: surveyed}, {on: "no", to: root}]
    say: {en: "{{matter}}, {{certainty}}, {{note}}."}
  surveyed: {terminal: true, say: {en: Thanks.}}
`,
  'competencies/other.yaml': `
competency: other
title: {en: Something else}
states:
  lost: {terminal: true, utterances: {en: [I lost it, lost, it is lost, gone, it is gone]}, say: {en: A pity.}}
`,
  'entities/certainty.yaml':
    'entity: certainty\nvalues: {certain: [quite], unknown: [not sure, I do not know]}\n',
};

/** Creates a survey whose classifier knows “survey” and gives `lost` the probabilities in `guesses`. */
function survey(guesses: Readonly<Record<string, number>> = {}, language = 'en'): Conversation {
  const classifier: Classifier = {
    classify: (text) => {
      const probability = text.includes('survey') ? 0.95 : (guesses[text] ?? 0);
      const label = text.includes('survey') ? 'survey' : 'lost';
      const outcome = probability > 0 ? 'matched' : 'out_of_scope';
      return { ranked: [{ label, probability }], outOfScope: 1 - probability, outcome };
    },
  };
  return new Conversation(loadFiles(FILES, classifier), { language });
}

describe('"I don’t know"', () => {
  it.each([
    ['en', "I don't know"],
    ['en', 'no idea, sorry'],
    ['en', "hmm, I'm not sure yet"],
    ['en', 'dunno'],
    ['es', 'no lo sé todavía'],
    ['es', 'ni idea, perdona'],
    ['de', 'weiß ich noch nicht'],
    ['de', 'ich weiss es leider nicht'],
    ['de', 'keine Ahnung'],
    ['fr', 'je ne sais pas encore'],
    ['fr', "j'en sais rien"],
    ['pt', 'não faço a mínima ideia'],
    ['it', 'non lo so'],
    ['it', 'non ne ho idea'],
    ['nl', 'weet ik nog niet'],
    ['nl', 'geen idee'],
    ['ja', 'わかりません'],
    ['zh', '我不知道'],
  ])('fills no free text in %s: “%s”', async (language, text) => {
    const user = survey({}, language);
    await user.say('survey please');
    expect((await user.say(text)).explanation.asked).toBe('matter');
    expect(user.held).toEqual({});
  });

  it.fails.each([
    ['en', 'nobody knows me'],
    ['en', 'no idea why it hurts'],
    ['es', 'no sé qué tengo'],
    ['fr', 'je ne sais pas conduire'],
    ['pt', 'não sei nadar'],
    ['it', 'non so nuotare'],
  ])('not yet: fills free text with what is not known in %s: “%s”', async (language, text) => {
    const user = survey({}, language);
    await user.say('survey please');
    await user.say(text);
    expect(user.held).toEqual({ matter: text });
  });

  it('leaves free text empty, and only a required one is asked for again', async () => {
    const user = survey();
    await user.say('survey please');
    const { slots, visuals } = await user.say("I don't know");
    expect(slots).toEqual({});
    expect(visuals.speakableResponse).toContain('What is it about?');
    await user.say('the garden');
    await user.say('quite');
    expect(await user.hear('no idea')).toBe('the garden, certain, .');
  });

  it('is neither a yes nor a no, nor an unsure wish for something else', async () => {
    const user = survey({ 'no idea': 0.49 });
    for (const query of ['survey please', 'the garden', 'quite', 'none']) await user.say(query);
    const unsure = await user.say('no idea');
    expect(unsure.classifier_state).toBe('survey');
    expect(unsure.explanation.transitions).toEqual([]);
    expect(await user.hear('yes')).toBe('Thanks.');
  });

  it('is a value if the entity has it', async () => {
    const user = survey();
    await user.say('survey please');
    await user.say('the garden');
    await user.say('not sure');
    expect(user.held.certainty).toBe('unknown');
  });
});

describe('a word without a wish, while nothing is awaited', () => {
  it.each(['ok', 'hm', 'no', 'yes', "I don't know"])('is not taken for an unsure label: %j', async (text) => {
    expect((await survey({ [text]: 0.45 }).say(text)).classifier_state).not.toBe('lost');
  });

  it.each(['ok', 'hm', "I don't know"])('is taken for a sure label: %j', async (text) => {
    expect((await survey({ [text]: 0.76 }).say(text)).classifier_state).toBe('lost');
  });

  it('does not stop an unsure label of other words', async () => {
    expect((await survey({ 'my keys': 0.3 }).say('my keys')).classifier_state).toBe('lost');
  });
});
