import { describe, expect, it } from 'vitest';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { pointsBack } from '../../../engine/understand/pointing.ts';
import type { FreeTextModel } from '../../../engine/values/free-text/model.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf('office', ['en', 'de']),
  'entities/service.yaml':
    'entity: service\nvalues: {passport: {en: [passport], de: [Reisepass]}, permit: {en: [parking permit], de: [Parkausweis]}}\n',
  'entities/thing.yaml': 'entity: thing\nvalues: {sofa: [], lamp: [], bed: []}\n',
  'entities/reference.yaml': 'entity: reference\nkind: regex\npattern: "BB-[0-9]{6}"\n',
  'competencies/fees.yaml': `
competency: fees
slots: {service: {entity: service, required: true, ask: {en: The fee for what?, de: Die Gebühr wofür?}}}
states:
  fees: {terminal: true, utterances: {en: [fees], de: [Gebühren]}, say: {en: "{{service}}: 30.", de: "{{service}}: 30."}}
`,
  'competencies/appointment.yaml': `
competency: appointment
help: {en: Tell me what for and when., de: Sagen Sie mir wofür und wann.}
slots:
  service: {entity: service, required: true, ask: {en: What is it for?, de: Worum geht es?}}
  day: {entity: date, required: true, ask: {en: On which day?, de: An welchem Tag?}}
states:
  appointment:
    utterances: {en: [appointment], de: [Termin]}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root, say: {en: No appointment., de: Kein Termin.}}]
    say: {en: "{{service}} on {{day}}. Shall I book it?", de: "{{service}} am {{day}}. Soll ich buchen?"}
  booked: {terminal: true, deed: true, say: {en: Booked., de: Gebucht.}}
`,
  'competencies/cancellation.yaml': `
competency: cancellation
slots: {reference: {entity: reference, required: true, ask: {en: Which number?, de: Welche Nummer?}}}
states:
  cancellation:
    utterances: {en: [cancel], de: [absagen]}
    transitions: [{on: "yes", to: cancelled}, {on: "no", to: root, say: {en: It stays., de: Er bleibt.}}]
    say: {en: "{{reference}}. Shall I cancel it?", de: "{{reference}}. Soll ich absagen?"}
  cancelled: {terminal: true, deed: true, say: {en: Cancelled., de: Abgesagt.}}
`,
  'competencies/move.yaml': `
competency: move
slots:
  reference: {entity: reference, required: true, ask: {en: Which number?, de: Welche Nummer?}}
  new_day: {entity: date, required: true, ask: {en: To which day?, de: Auf welchen Tag?}}
states:
  move:
    utterances: {en: [move], de: [verschieben]}
    transitions: [{on: "yes", to: moved}, {on: "no", to: root}]
    say: {en: "{{reference}} to {{new_day}}. Shall I move it?", de: "{{reference}} auf {{new_day}}. Soll ich?"}
  moved: {terminal: true, deed: true, say: {en: Moved., de: Verschoben.}}
`,
  'competencies/waste.yaml': `
competency: waste
slots:
  things: {entity: thing, required: true, multiple: true, ask: {en: What?, de: Was?}}
  day: {entity: date, required: true, ask: {en: On which day?, de: An welchem Tag?}}
states:
  waste: {terminal: true, utterances: {en: [waste], de: [Abfall]}, say: {en: "{{things | list}}.", de: "{{things | list}}."}}
`,
};

const LABELS: readonly [RegExp, string][] = [
  [/fee|gebühr/i, 'fees'],
  [/\bmove|verschieb/i, 'move'],
  [/cancel|absagen/i, 'cancellation'],
  [/waste|abfall/i, 'waste'],
  [/appointment|termin|reisepass/i, 'appointment'],
];

/** Certain of a named label; “Reisepass” (passport) also names the appointment. */
const classifier: Classifier = {
  classify(text): Classification {
    const label = LABELS.find(([words]) => words.test(text))?.[1];
    return label === undefined
      ? { ranked: [{ label: 'fees', probability: 0.02 }], outOfScope: 0.9, outcome: 'out_of_scope' }
      : { ranked: [{ label, probability: 0.97 }], outOfScope: 0.01, outcome: 'matched' };
  },
};
const office = loadFiles(FILES, classifier);

async function heard(language: string, ...queries: string[]): Promise<string> {
  const user = new Conversation(office, { language });
  let answer = '';
  for (const query of queries) answer = await user.hear(query);
  return answer;
}

describe('a request for help with a question for a value of a list', () => {
  it.each([
    ['en', 'appointment', 'what can I choose from?', /passport.*parking permit/],
    ['de', 'Termin', 'was gibts denn zur auswahl', /Reisepass.*Parkausweis/],
    // A plain call for help gets the author's help text.
    ['en', 'appointment', 'help', /^Tell me what for/],
  ])(
    'is answered with the list or the author’s help text, in %s: “%s”, “%s”',
    async (language, opening, query, answer) => {
      expect(await heard(language, opening, query)).toMatch(answer);
    },
  );
});

describe('at a question of yes and no', () => {
  it('“that’s wrong” without a slot is answered with “What would you like to change?”', async () => {
    const opening = ['passport appointment on 2026-03-27'];
    expect(await heard('en', ...opening, "that's wrong")).toBe('What would you like to change?');
    expect(await heard('en', ...opening, 'no')).toBe('No appointment.');
  });
});

describe('a query of only small words and values', () => {
  it('continues the last competency, even against the label of the value', async () => {
    expect(await heard('de', 'Gebühren Parkausweis', 'und der Reisepass')).toBe('passport: 30.');
    expect(await heard('de', 'Gebühren Reisepass', 'die vom Parkausweis auch')).toBe('permit: 30.');
  });

  it('adds to a list unless it corrects', async () => {
    expect(await heard('en', 'waste sofa', 'oh and a lamp', '2026-03-27')).toBe('sofa and lamp.');
    expect(await heard('en', 'waste sofa', 'make that a lamp instead', '2026-03-27')).toBe('lamp.');
  });
});

describe('where a note is asked for', () => {
  const reports = loadFiles(
    {
      'assistant.yaml': settingsOf('reports', ['de']),
      'entities/hire_number.yaml': 'entity: hire_number\nkind: regex\npattern: "[0-9]{5}"\n',
      'competencies/report.yaml': `
competency: report
slots:
  hire_number: {entity: hire_number, required: true, ask: {de: Wie ist Ihre Mietnummer?}}
  note: {entity: text, required: true, ask: {de: Was ist kaputt?}}
states: {report: {terminal: true, utterances: {de: [Schaden]}, say: {de: "{{hire_number}}: {{note}}"}}}
`,
    },
    { schaden: 'report' },
  );
  const said = async (...queries: string[]) => {
    const user = new Conversation(reports, { language: 'de' });
    for (const query of ['Schaden an 30117', ...queries]) await user.say(query);
    return user.state.finished?.frame.slots.note?.value ?? user.held;
  };

  it('a correction of a code by its name fills no note', async () => {
    expect(await said('moment, die Nummer ist 30171')).toEqual({ hire_number: '30171' });
  });

  it('unknown words fill the note', async () => {
    expect(await said('Kette gerissen')).toBe('Kette gerissen');
  });
});

describe('“das nehm ich”', () => {
  it('refers to something mentioned before', () => {
    const points = (text: string, language: string) => pointsBack({ words: wordsOf(text), language });
    expect(points('ok, das nehm ich', 'de')).toBe(true);
    expect(points('den buch ich für drei', 'de')).toBe(true);
    expect(points('die wil ik huren', 'nl')).toBe(true);
    expect(points('das ist ich weiß nicht', 'de')).toBe(false);
    expect(points('ein Auto nehm ich', 'de')).toBe(false);
  });
});

describe('a request that the user gave up', () => {
  it('is not continued if another label is likely', async () => {
    const hesitant = loadFiles(FILES, {
      classify: (text) => ({
        ranked: [
          { label: /fees/.test(text) ? 'fees' : 'waste', probability: /waste/.test(text) ? 0.97 : 0.6 },
        ],
        outOfScope: 0.1,
        outcome: 'matched',
      }),
    });
    const user = new Conversation(hesitant);
    await user.say('waste sofa');
    await user.say('forget it');
    expect(await user.hear('just the fees of the lamp')).not.toMatch(/which day/i);
  });
});

describe('learned free text', () => {
  it('is taken from a yes that adds it', async () => {
    const calls = loadFiles(
      {
        'assistant.yaml': settingsOf('calls', ['de']),
        'entities/name.yaml': 'entity: name\nkind: text\nexamples: {de: [Anna, Tom]}\n',
        'competencies/call.yaml': `
competency: call
slots: {who: {entity: name}}
states:
  call:
    utterances: {de: [Rückruf, "Rückruf an [Anna](who)"]}
    transitions: [{on: "yes", to: called}, {on: "no", to: root}]
    say: {de: "Rückruf{{#if who}} an {{who}}{{/if}}?"}
  called: {terminal: true, deed: true, say: {de: "Angerufen{{#if who}}: {{who}}{{/if}}."}}
`,
      },
      { rückruf: 'call' },
    );
    // Marks the last word of each text as a name, as a tagger with few examples may.
    const model: FreeTextModel = {
      find: (text) => [{ slot: 'who', start: text.lastIndexOf(' ') + 1, end: text.length }],
      emptiness: () => 0,
      isTaught: () => true,
      isOutside: () => false,
    };
    const answer = async (query: string) => {
      const opening = new Conversation(calls, { language: 'de' });
      await opening.say('Rückruf');
      const user = new Conversation({ ...calls, freeText: new Map([['de', model]]) }, { language: 'de' });
      user.state = opening.state;
      return user.hear(query);
    };
    expect(await answer('ja, und zwar bitte bei der Frau Anna')).toBe('Rückruf an Anna?');
  });
});

describe('a query of almost only values', () => {
  const state = async (probability: number, query: string, second = 0.1) => {
    const doubtful: Classifier = {
      classify: (): Classification => ({
        ranked: [
          { label: 'fees', probability },
          { label: 'move', probability: second },
        ],
        outOfScope: 0.05,
        outcome: 'matched',
      }),
    };
    const user = new Conversation(loadFiles(FILES, doubtful));
    return (await user.say(query)).classifier_state;
  };

  it('starts the label with slots for more of its words, unless another is far likelier', async () => {
    expect(await state(0.75, 'BB-445566 2026-03-27', 0.1)).toBe('move');
    expect(await state(0.75, 'BB-445566 2026-03-27', 0.04)).toBe('fees');
    expect(await state(0.75, 'passport', 0.1)).toBe('fees');
    expect(await state(0.8, 'please', 0.1)).toBe('fees');
  });
});

describe('a question back', () => {
  it('does not fill an address, but may fill a note', async () => {
    const slot = (entity: string) => `
competency: ${entity}
slots: {it: {entity: ${entity}, required: true, ask: {en: Which one?}}}
states:
  ${entity}: {terminal: true, utterances: {en: [${entity}]}, say: {en: "{{it}}!"}}
`;
    const desk = loadFiles(
      {
        'assistant.yaml': settingsOf('desk', ['en']),
        'entities/address.yaml':
          'entity: address\nkind: text\nexamples: {en: [44 High Street, 2 Mill Lane]}\n',
        'competencies/address.yaml': slot('address'),
        'competencies/text.yaml': slot('text'),
      },
      { address: 'address', text: 'text' },
    );
    const answer = async (opening: string) => {
      const user = new Conversation(desk);
      await user.say(opening);
      return user.hear('is that more than 50 kilos you think?');
    };
    expect(await answer('address')).toContain('Which one?');
    expect(await answer('text')).toBe('is that more than 50 kilos you think!');
  });
});
