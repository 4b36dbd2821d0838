import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ja', 'zh'];
const all = (text: string) => `{${LANGUAGES.map((code) => `${code}: "${text}"`).join(', ')}}`;
const utterances = (...rows: string[]) =>
  `{${LANGUAGES.map((code) => `${code}: [${rows.map((row) => `"${row}"`).join(', ')}]`).join(', ')}}`;

const FILES = {
  'assistant.yaml': settingsOf('desk'),
  'entities/hall.yaml': 'entity: hall\nvalues: {North: [], South: [], East: []}\n',
  'competencies/court.yaml': `
competency: court
slots:
  hall: {entity: hall, required: true, ask: ${all('Hall?')}}
  day: {entity: date, required: true, ask: ${all('Day?')}}
  time: {entity: time, required: true, ask: ${all('Time?')}}
  phone: {entity: phone, sensitive: true}
states:
  court:
    terminal: true
    utterances: ${utterances('court a', 'court b')}
    say: ${all('Court {{hall}}, {{day}}, {{time}}.')}
`,
  'competencies/sauna.yaml': `
competency: sauna
slots:
  visit: {entity: date, required: true, ask: ${all('When?')}}
  begin: {entity: time, required: true, ask: ${all('From?')}}
states:
  sauna:
    terminal: true
    utterances: ${utterances('sauna a', 'sauna b')}
    say: ${all('Sauna {{visit}}, {{begin}}.')}
`,
  'competencies/stay.yaml': `
competency: stay
slots: {arrive: {entity: date, required: true, ask: ${all('Arriving?')}}, leave: {entity: date, required: true, ask: ${all('Leaving?')}}}
states:
  stay:
    terminal: true
    utterances: ${utterances('stay a', 'stay b')}
    say: ${all('Stay {{arrive}} to {{leave}}.')}
`,
  'competencies/lights.yaml': `
competency: lights
slots: {where: {entity: hall, required: true, ask: ${all('Where?')}}}
states:
  lights:
    terminal: true
    utterances: ${utterances('lights a', 'lights b')}
    say: ${all('Lights in {{where}}.')}
`,
};

const talk = (language = 'en') =>
  new Conversation(loadFiles(FILES, { court: 'court', sauna: 'sauna', lights: 'lights', stay: 'stay' }), {
    language,
  });

const held = async (language = 'en') => {
  const user = talk(language);
  await user.say('court North 2026-03-24 19:15');
  return user;
};

describe('a value that was mentioned before', () => {
  it('is meant by “the same” with a word for its kind, whatever the slot’s name', async () => {
    const user = await held();
    expect(await user.hear('sauna please, the same day at 8 pm')).toBe('Sauna 2026-03-24, 20:00.');
    const other = await held();
    expect(await other.hear('a sauna on march 26 at the same time')).toBe('Sauna 2026-03-26, 19:15.');
  });

  it.each([
    ['de', 'sauna am selben tag um 20:00'],
    ['es', 'sauna el mismo día a las 20:00'],
    ['fr', 'sauna le même jour à 20:00'],
    ['it', 'sauna lo stesso giorno alle 20:00'],
    ['pt', 'sauna no mesmo dia às 20:00'],
    ['nl', 'sauna op dezelfde dag om 20:00'],
    ['ja', 'sauna 同じ日 20:00'],
    ['zh', 'sauna 同一天 20:00'],
  ])('is meant in every language: %s', async (language, query) => {
    const user = await held(language);
    expect(await user.hear(query)).toBe('Sauna 2026-03-24, 20:00.');
  });

  it('answers the question for another value of its kind', async () => {
    const user = await held();
    await user.say('sauna at 8 pm');
    expect(await user.hear('the same day')).toBe('Sauna 2026-03-24, 20:00.');
  });

  it('is the earlier value of the same query if there is one', async () => {
    const user = await held();
    expect(await user.hear('stay on march 28, leaving the same day')).toBe('Stay 2026-03-28 to 2026-03-28.');
  });

  it('is remembered beyond its competency, and the latest is taken first', async () => {
    const user = await held();
    await user.say('court South 2026-03-25 18:00');
    await user.say('lights East');
    expect(await user.hear('sauna, same day, same time')).toBe('Sauna 2026-03-25, 18:00.');
  });

  it('is not remembered if its slot is sensitive', async () => {
    const user = talk();
    await user.say('court North 2026-03-24 19:15 +49 30 5556677');
    expect(JSON.stringify(user.state.values)).not.toContain('5556677');
    expect(user.state.values?.map(({ slot }) => slot)).toEqual(['hall', 'day', 'time']);
  });

  it('is not meant if a word for another thing follows', async () => {
    const user = await held();
    expect(await user.hear('sauna with the same towels at 8 pm')).toBe('When?');
  });
});

describe('a value that a wish refers to', () => {
  it('fills the slot of the same list that the new competency asks for', async () => {
    const user = await held();
    expect(await user.hear('great, turn the lights on for that')).toBe('Lights in North.');
  });

  it('is found by a clause that refers to it, whatever follows', async () => {
    const user = await held();
    expect(await user.hear("lights for that then, there's 4 of us")).toBe('Lights in North.');
  });
});

describe('the same again', () => {
  it('repeats the last request with the values said beside it', async () => {
    const user = await held();
    expect(await user.hear('the same again on march 31')).toBe('Court North, 2026-03-31, 19:15.');
  });

  it('needs no other value', async () => {
    const user = await held();
    expect(await user.hear('same again please')).toBe('Court North, 2026-03-24, 19:15.');
  });

  it('repeats the last request although another competency also takes the value', async () => {
    const user = await held();
    expect(await user.hear('the same again in South, with the lights on')).toBe(
      'Court South, 2026-03-24, 19:15.',
    );
    const other = await held('de');
    expect(await other.hear('und dasselbe nochmal im South')).toBe('Court South, 2026-03-24, 19:15.');
  });
});
