import { describe, expect, it } from 'vitest';
import type { AssistantFiles } from '../../../authoring/read.ts';
import { settingsOf } from './languages.ts';
import { Conversation, did, keywordClassifier, loadFiles } from './support.ts';

const FILES: AssistantFiles = {
  'assistant.yaml': settingsOf('garage', ['en']),
  'entities/work.yaml': 'entity: work\nvalues: {tires: [], brakes: [], oil: []}\n',
  'entities/sort.yaml': 'entity: sort\nvalues: {van: [], truck: []}\n',
  'entities/vehicle.yaml': 'entity: vehicle\nvalues: {van: [], truck: []}\n',
  'competencies/repair.yaml': `
competency: repair
slots:
  works: {entity: work, required: true, multiple: true, ask: {en: Which work?}}
states:
  repair:
    utterances: {en: [repair, repair my car, mend it]}
    transitions: [{on: "yes", to: repaired}, {on: "no", to: root, say: {en: Another time.}}]
    say: {en: "{{works | list}}?"}
  repaired: {terminal: true, say: {en: Done.}}
`,
  'competencies/swap.yaml': `
competency: swap
slots:
  wanted: {entity: sort, required: true, ask: {en: For what?}}
  given: {entity: vehicle, required: true, ask: {en: What do you have?}}
states:
  swap:
    terminal: true
    utterances: {en: ["swap into a [van](wanted) from my [truck](given)", "swap my [van](given) for a [truck](wanted)", swap]}
    say: {en: "{{given}} for {{wanted}}."}
`,
  'competencies/price.yaml': `
competency: price
states:
  price: {terminal: true, utterances: {en: [price, what does it cost]}, say: {en: Much.}}
`,
};
const garage = loadFiles(FILES, { repair: 'repair', swap: 'swap', price: 'price' });
const talk = () => new Conversation(garage);

describe('a state that waits for a yes or no', () => {
  it('takes a yes or no that opens a sentence about the same thing', async () => {
    const user = talk();
    await user.say('repair the brakes');
    expect(await user.hear('yes repair them')).toBe('Done.');
    await user.say('repair the brakes');
    expect(await user.hear('no, leave them')).toBe('Another time.');
  });

  it('takes no yes that is taken back or corrected, and serves a wish beside a yes', async () => {
    const user = talk();
    await user.say('repair the brakes');
    for (const query of ['yes, but not today', 'yes, wait', 'yes but']) {
      expect(await user.hear(query), query).not.toBe('Done.');
      expect(user.held, query).toEqual({ works: 'brakes' });
    }
    for (const query of ['yes, never mind', 'yes, cancel it']) {
      const other = talk();
      await other.say('repair the brakes');
      expect(await other.hear(query), query).not.toBe('Done.');
    }
    expect(await user.hear('yes, the oil')).toBe('oil?');
    expect(await user.hear('yes, the price')).toContain('Much.');
  });

  it('asks anew for the slot that a denial names, unless a plain no answers the question', async () => {
    const user = talk();
    await user.say('repair the brakes');
    expect(await user.hear("the works aren't right")).toBe('Which work?');
    const other = talk();
    await other.say('repair the brakes');
    expect((await other.say("no, the works aren't right")).classifier_state).toBe('root');
  });

  it('replaces a held value that the user scratches', async () => {
    const user = talk();
    await user.say('repair the brakes');
    expect(await user.hear('scratch the brakes, do the oil instead')).toBe('oil?');
  });

  it('takes no yes to only a part of the question', async () => {
    const user = talk();
    await user.say('repair the brakes');
    expect(await user.hear('yes, half of them')).not.toBe('Done.');
  });

  it('takes no yes or no that answers a choice between two wishes', async () => {
    const user = talk();
    await user.say('repair the brakes');
    expect((await user.say('swap or price')).competency).toBe('ambiguous');
    expect(await user.hear('yes')).toMatch(/^Did you mean/);
    expect(user.frame?.state).toBe('repair');
    expect(user.state.choice?.labels).toEqual(['swap', 'price']);
    expect(await user.hear('no')).toMatch(/brakes\?$/);
    expect(await user.hear('yes')).toBe('Done.');
    await user.say('swap or price');
    expect((await user.say('no')).classifier_state).toBe('root');
    expect(user.state.choice).toBeNull();
  });

  it('takes no sentence that opens with yes while a choice is open', async () => {
    const user = talk();
    await user.say('repair the brakes');
    await user.say('swap or price');
    expect(did(await user.say('yes, with it'))).not.toContain('affirm');
    expect(user.held).toEqual({ works: 'brakes' });
  });

  it('takes a yes with a cancel if its question is about cancelling', async () => {
    const undo = loadFiles(
      {
        'assistant.yaml': FILES['assistant.yaml'] ?? '',
        'competencies/visit.yaml': `
competency: visit
states:
  visit_cancel:
    utterances: {en: [call off my visit, no visit, not coming]}
    transitions: [{on: "yes", to: gone}, {on: "no", to: root}]
    say: {en: Are you sure?}
  gone: {terminal: true, say: {en: Gone.}}
`,
      },
      { coming: 'visit_cancel', visit: 'visit_cancel' },
    );
    const user = new Conversation(undo);
    await user.say('not coming');
    expect(await user.hear('yes, cancel it')).toBe('Gone.');
    await user.say('not coming');
    expect(did(await user.say('cancel the visit'))).not.toContain('cancel');
    await user.say('not coming');
    expect(await user.hear('yes, forget it')).not.toBe('Gone.');
  });

  it('takes no yes that wishes for another state of the same competency', async () => {
    const visits = loadFiles(
      {
        'assistant.yaml': FILES['assistant.yaml'] ?? '',
        'competencies/visit.yaml': `
competency: visit
states:
  visit_cancel:
    utterances: {en: [call off my visit, no visit, not coming]}
    transitions: [{on: "yes", to: gone}, {on: "no", to: root}]
    say: {en: Call it off? You can move it too.}
  visit_move: {terminal: true, utterances: {en: [move my visit, another day, come later]}, say: {en: Moved.}}
  gone: {terminal: true, say: {en: Gone.}}
`,
      },
      { coming: 'visit_cancel', move: 'visit_move' },
    );
    const user = new Conversation(visits);
    await user.say('not coming');
    expect(await user.hear('yes, move it')).toBe('Moved.');
    await user.say('not coming');
    expect(await user.hear('yes, call it off')).toBe('Gone.');
  });

  it('prefers a new value to a wish for something else that is not likely', async () => {
    const unsure = keywordClassifier({ oil: 'price' });
    const doubtful = (probability: number) => ({
      classify: (text: string) => {
        const { ranked, ...rest } = unsure.classify(text);
        return { ...rest, ranked: ranked.map((one) => ({ ...one, probability })) };
      },
    });
    const say = async (query: string, probability: number): Promise<string> => {
      const user = talk();
      await user.say('repair the brakes');
      const other = new Conversation({ ...garage, classifiers: new Map([['en', doubtful(probability)]]) });
      other.state = user.state;
      return (await other.say(query)).classifier_state;
    };
    expect(await say('how about oil', 0.7)).toBe('repair');
    expect(await say('what does the oil cost me', 0.9)).toBe('price');
  });
});

describe('a slot with several values', () => {
  it('gains added values, and is replaced by a value without “add”', async () => {
    const user = talk();
    await user.say('repair tires and brakes');
    expect(await user.hear('add oil too')).toBe('tires, brakes, and oil?');
    expect(await user.hear('also the brakes')).toMatch(/tires, brakes, and oil\?$/);
    const other = talk();
    await other.say('repair tires and brakes');
    expect(await other.hear('the oil')).toBe('oil?');
  });
});

describe('a value that two slots of different entities could hold', () => {
  it('goes to the slot that the words around it name', async () => {
    expect(await talk().hear('swap from my van into a truck')).toBe('van for truck.');
    expect(await talk().hear('swap into a van from my truck')).toBe('truck for van.');
  });
});

it('a bare no to a question for a value neither fills it nor starts a wish', async () => {
  const user = talk();
  await user.say('repair');
  const answer = await user.say('no');
  expect(answer).toMatchObject({ competency: 'repair', classifier_state: 'repair' });
  expect(answer.explanation.asked).toBe('works');
  expect(answer.slots).toEqual({});
});

it.each([true, false])(
  'yes, no and "none" fill a slot whose list has them (required: %s)',
  async (required) => {
    const insured = loadFiles(
      {
        'assistant.yaml': FILES['assistant.yaml'] ?? '',
        'entities/insurance.yaml': 'entity: insurance\nvalues: {"yes": [yeah], "no": [nope], none: []}\n',
        'competencies/visit.yaml': `
competency: visit
slots: {insured: {entity: insurance, required: ${required}, ask: {en: Insured?}}}
states:
  visit: {terminal: true, utterances: {en: [visit please, a visit, see you]}, say: {en: "Insured {{insured}}."}}
`,
      },
      { visit: 'visit' },
    );
    for (const [query, expected] of [
      ['no', 'Insured no.'],
      ['nope, thanks', 'Insured no.'],
      ['yes please', 'Insured yes.'],
      ['none', 'Insured none.'],
    ] as const) {
      const user = new Conversation(insured);
      await user.say('visit');
      expect(await user.hear(query)).toBe(expected);
    }
  },
);

it('“one moment” repeats the question and counts as no failed attempt', async () => {
  const user = talk();
  await user.say('repair');
  expect(await user.hear('hold on')).toMatch(/Which work\?$/);
  expect(user.frame).toMatchObject({ asked: 'works', misses: {} });
  const other = talk();
  await other.say('swap or price');
  expect(await other.hear('one moment')).toMatch(/Did you mean/);
  expect((await other.say('price')).classifier_state).toBe('price');
});

it('a bare yes starts no unsure wish while nothing is awaited', async () => {
  const unsure = new Conversation(loadFiles(FILES, { yes: 'repair', please: 'price' }));
  expect(await unsure.hear('yes please')).not.toMatch(/^(?:Much|Which work)/);
  const sure = new Conversation(loadFiles(FILES, { yes: 'price' }));
  expect(await sure.hear('yes')).toBe('Much.');
});
