import { describe, expect, it } from 'vitest';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf('works', ['en', 'de']),
  'entities/reference.yaml': 'entity: reference\nkind: regex\npattern: "BB-[0-9]{6}"\n',
  'competencies/move.yaml': `
competency: move
slots:
  reference: {entity: reference, required: true, ask: {en: Which number?, de: Welche Nummer?}}
  new_day: {entity: date, required: true, ask: {en: When would suit you?, de: Wann passt es Ihnen?}}
  from: {entity: time, required: true, ask: {en: How early?, de: Ab wann?}}
  note: {entity: text, ask: {en: Why do you move it?, de: Warum verlegen Sie?}}
states:
  move:
    utterances: {en: [move], de: [verlegen]}
    transitions: [{on: "yes", to: moved}, {on: "no", to: root, say: {en: It stays., de: Er bleibt.}}]
    say: {en: "To {{new_day}}. Right?", de: "Auf {{new_day}}. Richtig?"}
  moved: {terminal: true, deed: true, say: {en: Moved., de: Verlegt.}}
`,
  'competencies/cancellation.yaml': `
competency: cancellation
slots: {reference: {entity: reference, required: true, ask: {en: Cancel which number?, de: Welche soll weg?}}}
states:
  cancellation:
    utterances: {en: [cancel], de: [absagen]}
    transitions: [{on: "yes", to: cancelled}, {on: "no", to: root}]
    say: {en: "{{reference}}. Shall I cancel it?", de: "{{reference}}. Soll ich absagen?"}
  cancelled: {terminal: true, deed: true, say: {en: Cancelled., de: Abgesagt.}}
`,
  'entities/place.yaml': 'entity: place\nvalues: {north: [], south: []}\n',
  'competencies/visit.yaml': `
competency: visit
slots:
  place: {entity: place, required: true, ask: {en: Where to?, de: Wohin?}}
  day: {entity: date, required: true, ask: {en: On which day?, de: An welchem Tag?}}
states:
  visit:
    terminal: true
    utterances: {en: [visit], de: [Besuch]}
    transitions: [{on: slot, slot: place, is: [north], to: full}]
    say: {en: "{{place}} on {{day}}.", de: "{{place}} am {{day}}."}
  full: {terminal: true, say: {en: Full., de: Voll.}}
`,
  'competencies/status.yaml': `
competency: status
slots:
  reference: {entity: reference}
  street: {entity: text, required: true, ask: {en: Which street?, de: Welche Straße?}}
states:
  status:
    terminal: true
    utterances: {en: [status], de: [Stand]}
    transitions: [{on: slot, slot: reference, to: told}]
    say: {en: "{{street}}: open.", de: "{{street}}: offen."}
  told: {terminal: true, deed: false, say: {en: "{{reference}} is on its way.", de: "{{reference}} ist unterwegs."}}
`,
};

const LABELS: readonly [RegExp, string][] = [
  [/status|stand\b/i, 'status'],
  [/cancel|sagen sie|absagen|storn/i, 'cancellation'],
  [/move|verleg/i, 'move'],
  [/visit|besuch/i, 'visit'],
];

/** Certain of a named label, less so after a greeting. */
const classifier: Classifier = {
  classify(text): Classification {
    const label = LABELS.find(([words]) => words.test(text))?.[1];
    const probability = /^(hi|hallo) /i.test(text) ? 0.6 : 0.98;
    return label === undefined
      ? { ranked: [{ label: 'status', probability: 0.02 }], outOfScope: 0.9, outcome: 'out_of_scope' }
      : { ranked: [{ label, probability }], outOfScope: 0.01, outcome: 'matched' };
  },
};
const works = loadFiles(FILES, classifier);

async function heard(language: string, ...queries: string[]): Promise<string> {
  const user = new Conversation(works, { language });
  let answer = '';
  for (const query of queries) answer = await user.hear(query);
  return answer;
}

describe('a wish whose label is certain', () => {
  it.each([
    ['en', ['move BB-123456', 'actually no id rather cancel the whole thing'], /Cancel which|Shall I cancel/],
    [
      'de',
      ['BB-123456 auf den 27.3. um 10 Uhr verlegen', 'weiß nicht', 'ach nein sagen sie es bitte ganz ab'],
      /weg|absagen/,
    ],
  ])('starts rather than being not understood, in %s', async (language, queries, answer) => {
    expect(await heard(language, ...queries)).toMatch(answer);
  });

  it('starts beside a no to a required slot', async () => {
    const answer = await heard('de', 'verlegen bitte', 'ach ne, sagen sie BB-123456 erst mal ab');
    expect(answer).toMatch(/Soll ich absagen/);
  });
});

describe('a wish beside an answer to the question', () => {
  it.each([
    ['en', ['move BB-123456', 'hang on can i still visit on saturdays'], 'Where to?'],
    ['de', ['BB-123456 verlegen', 'moment mal kann ich auch samstags zu besuch kommen'], 'Wohin?'],
  ])('starts if it is certain and sounds a little like one, in %s', async (language, queries, answer) => {
    expect(await heard(language, ...queries)).toBe(answer);
  });
});

describe('a refused request', () => {
  it('is continued by a new value although other values were missing', async () => {
    expect(await heard('en', 'visit north', 'and south?')).toBe('On which day?');
    expect(await heard('de', 'Besuch north', 'und south?')).toBe('An welchem Tag?');
  });
});

describe('a greeting before a wish', () => {
  it.each([
    ['en', 'hi can we move the thing i have with you to some other day please'],
    ['de', 'hallo könnten wir die sache bei euch bitte auf einen anderen tag verlegen'],
  ])('does not hide the wish, in %s', async (language, query) => {
    expect(await heard(language, query)).toMatch(/number|Nummer/);
  });
});

describe('a second wish that needs nothing more', () => {
  it('is answered at once, even by a transition on its value', async () => {
    const answer = await heard('en', 'cancel BB-123456 and tell me the status of BB-654321');
    expect(answer).toContain('BB-654321 is on its way.');
    expect(answer).toContain('Shall I cancel it?');
  });
});

describe('a value that the user calls wrong', () => {
  it('is asked for again if exactly one held value is of that kind', async () => {
    const opening = 'BB-123456 auf den 27.3. um 10 Uhr verlegen';
    expect(await heard('de', opening, 'nein danke', 'die Uhrzeit stimmt nicht')).toContain('Ab wann?');
  });
});

describe('an answer with several unlikely acts', () => {
  it('leaves an optional text empty if the acts together are likely', async () => {
    const user = new Conversation(works, { language: 'de' });
    await user.say('BB-123456 auf den 27.3. um 10 Uhr verlegen');
    await user.say('möcht ich nicht sagen');
    expect(user.held).not.toHaveProperty('note');
  });
});
