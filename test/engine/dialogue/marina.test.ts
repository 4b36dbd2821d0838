import { describe, expect, it } from 'vitest';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf('marina', ['en', 'de', 'fr', 'es']),
  'entities/boat.yaml': 'entity: boat\nkind: regex\npattern: "[A-Z]{2}-[0-9]{4}"\n',
  'entities/dock.yaml': `
entity: dock
values:
  north: {en: [north], de: [Nord], fr: [nord], es: [norte]}
  roman: {en: [roman dock], de: [Römerkai], fr: [romain], es: [romano, época romana]}
  south: {en: [south], de: [Süd], fr: [sud], es: [sur]}
`,
  'entities/aid.yaml':
    'entity: aid\nvalues:\n  rope: {en: [a rope], de: [ein Seil], fr: [une corde], es: [una cuerda]}\n  fuel: {en: [fuel], de: [Diesel], fr: [gasoil], es: [gasóleo]}\n',
  'entities/hafentag.yaml': `
entity: hafentag
values:
  monday: {en: [mondays], de: [montags], fr: [lundis], es: [lunes]}
  friday: {en: [fridays], de: [freitags], fr: [vendredis], es: [viernes]}
`,
  'competencies/berth.yaml': `
competency: berth
title: {en: Book a berth, de: Einen Liegeplatz buchen, fr: Réserver un anneau, es: Reservar un amarre}
slots:
  dock: {entity: dock, required: true, ask: {en: Which dock?, de: Welcher Kai?, fr: Quel quai ?, es: "¿Qué muelle?"}}
  arrive: {entity: date, required: true, ask: {en: From when?, de: Ab wann?, fr: À partir de quand ?, es: "¿Desde cuándo?"}}
  leave: {entity: date, required: true, ask: {en: Until when?, de: Bis wann?, fr: Jusqu'à quand ?, es: "¿Hasta cuándo?"}, validate: {min: arrive}, reject: {en: Later please., de: Bitte später., fr: Plus tard., es: Más tarde.}}
  people: {entity: number, required: true, ask: {en: How many people?, de: Wie viele Personen?, fr: Combien de personnes ?, es: "¿Cuántas personas?"}}
  help: {entity: aid, ask: {en: Do you need help?, de: Brauchen Sie Hilfe?, fr: Besoin d'aide ?, es: "¿Necesitáis ayuda?"}}
states:
  berth:
    utterances:
      en: [berth, a berth, berth please, "berth, [a rope](help)", book a berth]
      de: [Liegeplatz, ein Liegeplatz, Liegeplatz bitte, einen Liegeplatz buchen, ich brauche einen Liegeplatz]
      fr: [anneau, un anneau, anneau svp, réserver un anneau, il me faut un anneau]
      es: [amarre, un amarre, amarre por favor, reservar un amarre, necesito un amarre]
    transitions: [{on: "yes", to: berth_booked}, {on: "no", to: root}]
    say: {en: "{{dock}}, {{arrive}} to {{leave}}, {{people}}. Shall I book it?", de: "{{dock}}, {{arrive}} bis {{leave}}, {{people}}. Soll ich buchen?", fr: "{{dock}}, {{arrive}} à {{leave}}, {{people}}. Je réserve ?", es: "{{dock}}, {{arrive}} a {{leave}}, {{people}}. ¿Reservo?"}
  berth_booked: {terminal: true, say: {en: Booked., de: Gebucht., fr: Réservé., es: Reservado.}}
`,
  'competencies/tides.yaml': `
competency: tides
title: {en: Tides, de: Gezeiten, fr: Marées, es: Mareas}
slots:
  day: {entity: date, required: true, ask: {en: Which day?, de: Welcher Tag?, fr: Quel jour ?, es: "¿Qué día?"}}
states:
  tides:
    terminal: true
    utterances: {en: [tide a, tide b, tide c, tide d, tide e], de: [Flut a, Flut b, Flut c, Flut d, Flut e], fr: [marée a, marée b, marée c, marée d, marée e], es: [marea a, marea b, marea c, marea d, marea e]}
    say: {en: "Low at six on {{day}}.", de: "Ebbe um sechs am {{day}}.", fr: "Basse à six heures, {{day}}.", es: "Baja a las seis, {{day}}."}
`,
  'competencies/leave.yaml': `
competency: leave
title: {en: Cancel a berth, de: Liegeplatz absagen, fr: Annuler, es: Cancelar}
slots:
  boat: {entity: boat, required: true, ask: {en: Which boat?, de: Welches Boot?, fr: Quel bateau ?, es: "¿Qué barco?"}}
  jour: {entity: date, required: true, ask: {en: For which day?, de: Für welchen Tag?, fr: Pour quel jour ?, es: "¿Para qué día?"}}
states:
  leave:
    utterances: {en: [cancel a, cancel b, cancel c, cancel d, cancel e], de: [absagen a, absagen b, absagen c, absagen d, absagen e], fr: [annuler a, annuler b, annuler c, annuler d, annuler e], es: [cancelar a, cancelar b, cancelar c, cancelar d, cancelar e]}
    transitions: [{on: "yes", to: left}, {on: "no", to: root}]
    say: {en: "Cancel {{boat}} on {{jour}}. Shall I?", de: "{{boat}} am {{jour}} absagen. Soll ich?", fr: "Annuler {{boat}}, {{jour}}. Je le fais ?", es: "Cancelar {{boat}}, {{jour}}. ¿Lo hago?"}
  left: {terminal: true, say: {en: Cancelled., de: Abgesagt., fr: Annulé., es: Cancelado.}}
`,
  'competencies/crane.yaml': `
competency: crane
title: {en: Haul out, de: Kranen, fr: Grutage, es: Grúa}
slots:
  boat: {entity: boat, required: true, ask: {en: Haul out which boat?, de: Welches Boot kranen?, fr: Quel bateau gruter ?, es: "¿Qué barco sacamos?"}}
  hafentag: {entity: hafentag, required: true, ask: {en: "On mondays or fridays?", de: "Montags oder freitags?", fr: "Les lundis ou les vendredis ?", es: "¿Lunes o viernes?"}}
states:
  crane:
    utterances: {en: [haul a, haul b, haul c, haul d, haul e], de: [kranen a, kranen b, kranen c, kranen d, kranen e], fr: [gruter a, gruter b, gruter c, gruter d, gruter e], es: [sacar a, sacar b, sacar c, sacar d, sacar e]}
    transitions: [{on: "yes", to: hauled}, {on: "no", to: root}]
    say: {en: "Haul out {{boat}}, {{hafentag}}. Shall I?", de: "{{boat}} kranen, {{hafentag}}. Soll ich?", fr: "Gruter {{boat}}, {{hafentag}}. Je le fais ?", es: "Sacar {{boat}}, {{hafentag}}. ¿Lo hago?"}
  hauled: {terminal: true, say: {en: Hauled out., de: Gekrant., fr: Gruté., es: Sacado.}}
`,
};

const LABELS: readonly [RegExp, string][] = [
  [/\b(tide|flut|marée|marea)\b/i, 'tides'],
  [/\b(cancel|absagen|annule[rz]?|cancelar)\b/i, 'leave'],
  [/\b(haul|kranen|grute[rz]|sacar)\b/i, 'crane'],
  [/\b(berth|liegeplatz|anneau|amarre)\b/i, 'berth'],
];

/** Certain of the first label named in a text, sure after “no actually”, and less than that after “hi”. */
const classifier: Classifier = {
  classify(text): Classification {
    const label = LABELS.find(([words]) => words.test(text))?.[1];
    return label === undefined
      ? { ranked: [{ label: 'tides', probability: 0.02 }], outOfScope: 0.9, outcome: 'out_of_scope' }
      : {
          ranked: [
            { label, probability: /^hi\b/.test(text) ? 0.6 : /^no actually\b/.test(text) ? 0.8 : 0.99 },
          ],
          outOfScope: 0.01,
          outcome: 'matched',
        };
  },
};
const marina = loadFiles(FILES, classifier);

async function talked(language: string, ...queries: string[]) {
  const user = new Conversation(marina, { language });
  let answer = '';
  for (const query of queries) answer = await user.hear(query);
  return { answer, held: user.held, states: user.state.frames.map(({ state }) => state) };
}

const BOOKING = ['berth at north from march 20 to march 22 for 3 people', 'no'];

describe('a wish while a value is asked for', () => {
  it('is served although it has a value for another slot', async () => {
    const { answer } = await talked(
      'en',
      'berth at north from march 20 to march 22',
      'hang on when is low tide on sunday',
    );
    expect(answer).toContain('Low at six on 2026-03-22.');
  });

  it('is not seen in a plain answer', async () => {
    const { held } = await talked('en', 'berth at north', 'from the tide of march 20');
    expect(held.arrive).toBe('2026-03-20');
  });
});

describe('a request that replaces another', () => {
  it.each([
    ['en', 'cancel AB-1234', 'no, haul it out instead', 'On mondays or fridays?'],
    ['en', 'cancel AB-1234', 'no actually haul it out instead', 'On mondays or fridays?'],
    ['fr', 'annuler AB-1234', 'en fait non, grutez plutôt AB-1234', 'Les lundis ou les vendredis ?'],
  ])('ends the other, in %s', async (language, first, instead, answer) => {
    const told = await talked(language, first, instead);
    expect(told.answer).toContain(answer);
    expect(told.states).toEqual(['crane']);
  });
});

/** Asks for a deed whose question is then open. */
const CANCELLING = {
  en: 'cancel AB-1234 on march 20',
  de: 'AB-1234 am 20. März absagen',
  fr: 'annuler AB-1234 le 20 mars',
  es: 'cancelar AB-1234 el 20 de marzo',
};

describe('a clause behind a yes that changes a value', () => {
  it.each([
    ['en', 'yes and move the haul to march 27'],
    ['en', 'yes and haul it on march 27'],
    ['en', 'yes and march 27, and tell me the tide'],
    ['de', 'ja und am 27. März, und sag mir die Flut'],
    ['fr', 'oui et le 27 mars, et dis-moi la marée'],
    ['es', 'sí y el 27 de marzo, y dime la marea'],
  ] as const)(
    'is said back before the deed, though a label is certain, in %s: “%s”',
    async (language, reply) => {
      const user = new Conversation(marina, { language });
      await user.say(CANCELLING[language]);
      const { explanation } = await user.say(reply);
      expect(explanation.transitions.map(({ to }) => to)).not.toContain('left');
      expect(user.state.frames.map(({ state, slots }) => [state, slots.jour?.value])).toContainEqual([
        'leave',
        '2026-03-27',
      ]);
    },
  );
});

describe('a question about a held value', () => {
  it('is answered with the values', async () => {
    const { answer } = await talked('en', 'cancel AB-1234 on march 20', 'which boat was that again');
    expect(answer).toContain('Cancel AB-1234 on 2026-03-20. Shall I?');
  });

  it.each([
    ['can it be boat CD-1234', 'Cancel CD-1234 on 2026-03-20. Shall I?'],
    ['is it this boat? no, forget it', 'cancelled'],
  ])('is not seen if the reply changes the value or answers: “%s”', async (reply, answer) => {
    expect((await talked('en', 'cancel AB-1234 on march 20', reply)).answer).toContain(answer);
  });
});

describe('a value before two wishes', () => {
  it('fills a slot of the first wish', async () => {
    const { answer } = await talked('en', 'AB-1234, cancel it on march 20 and tell me the tide');
    expect(answer).toContain('Cancel AB-1234 on 2026-03-20.');
  });
});

describe('a correction', () => {
  it('after a refused answer gives another answer', async () => {
    const { held } = await talked('en', 'berth at north from march 20', 'march 19', 'sorry i meant the 28th');
    expect(held).toMatchObject({ arrive: '2026-03-20', leave: '2026-03-28' });
  });

  it('of a listed value takes the new one, though the old one is named too', async () => {
    const { held } = await talked('en', ...BOOKING, 'no, south, north is too loud');
    expect(held.dock).toBe('south');
  });

  it('asks again for the slot whose compound name ends in the noun', async () => {
    const { answer } = await talked('de', 'AB-1234 kranen, freitags', 'der Tag ist falsch');
    expect(answer).toContain('Montags oder freitags?');
  });
});

describe('a request that the user left', () => {
  it('is continued by “what about”, although it was refused', async () => {
    const { held } = await talked('en', ...BOOKING, 'no', 'what about south?');
    expect(held).toMatchObject({ dock: 'south', arrive: '2026-03-20' });
  });

  it('is not continued by a value alone', async () => {
    expect((await talked('en', ...BOOKING, 'no', 'south')).states).toEqual([]);
    expect((await talked('en', ...BOOKING, 'no', 'only south')).states).toEqual([]);
  });
});

describe('an answer', () => {
  it('picks a listed value by its place, with a noun behind it', async () => {
    expect((await talked('en', 'haul AB-1234', 'the second option')).held.hafentag).toBe('friday');
    expect((await talked('de', 'Liegeplatz', 'die dritte Möglichkeit')).held.dock).toBe('south');
  });

  it('chooses nothing by an ordinal without an article', async () => {
    expect((await talked('en', 'haul AB-1234', 'second rate')).held.hafentag).toBeUndefined();
  });

  it('is recognised as a bare number behind small words', async () => {
    const { held } = await talked('en', 'berth at north from march 20 to march 22', 'ok then 2');
    expect(held.people).toBe(2);
  });

  it('may be another form of a listed word', async () => {
    expect((await talked('es', 'amarre', 'romana')).held.dock).toBe('roman');
  });
});

describe('a slot that the user does not want', () => {
  it.each([
    ['en', "berth at north from march 20 to march 22 for 3 people, i don't need any help"],
    ['es', 'amarre norte del 20 al 22 de marzo para 3 personas, no necesitamos ayuda'],
    ['fr', "anneau nord du 20 au 22 mars pour 3 personnes, pas besoin d'aide"],
  ])('is not asked for, in %s', async (language, query) => {
    expect((await talked(language, query)).answer).toMatch(/3\. /);
  });
});

describe('a greeting', () => {
  it('does not hide a likely wish behind it', async () => {
    expect((await talked('en', 'hi a berth for tomorrow')).answer).toBe('Which dock?');
  });
});

describe('a wish that a yes to a deed adds', () => {
  it.each([
    ['en', 'yes and tell me the tide', true],
    ['en', 'yes and tell me the tide first', false],
    ['en', 'yes and tell me the tide before you do', false],
    ['de', 'ja und sag mir die Flut', true],
    ['de', 'ja und sag mir vorher die Flut', false],
    ['fr', 'oui et dis-moi la marée', true],
    ['fr', "oui et dis-moi d'abord la marée", false],
    ['es', 'sí y dime la marea', true],
    ['es', 'sí y antes dime la marea', false],
  ] as const)(
    'comes after the deed, unless it is to come first, in %s: “%s”',
    async (language, reply, isDone) => {
      const user = new Conversation(marina, { language });
      await user.say(CANCELLING[language]);
      const { explanation } = await user.say(reply);
      const reached = explanation.transitions.map(({ to }) => to);
      expect(reached.includes('left')).toBe(isDone);
      expect(reached).toContain('tides');
    },
  );

  it.each([
    ['yes and also haul the boat on march 27', true],
    ['yes and haul it', false],
    ['yes and tell me the tide instead', false],
  ])('is neither in the place of the deed nor for what was asked about: “%s”', async (reply, isDone) => {
    const user = new Conversation(marina, { language: 'en' });
    await user.say(CANCELLING.en);
    const { explanation } = await user.say(reply);
    expect(explanation.transitions.some(({ to }) => to === 'left')).toBe(isDone);
  });
});
