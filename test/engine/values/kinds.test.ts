import { describe, expect, it } from 'vitest';
import { checkAssistant } from '../../../authoring/check.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { settingsOf } from '../dialogue/languages.ts';
import { Conversation, loadFiles } from '../dialogue/support.ts';

const FILES = {
  'assistant.yaml': settingsOf('garage', ['en'], 'business_logic: {url: "env:BLS_URL"}\n'),
  'entities/plate.yaml': `
entity: plate
kind: regex
pattern: "[A-Z]{2}-?\\\\d{3}"
`,
  'entities/work.yaml': `
entity: work
values: {brakes: {en: [brake pads]}, tyres: {en: [tires, wheels]}, oil: {en: [oil change]}}
`,
  'competencies/booking.yaml': `
competency: booking
business_logic: true
slots:
  plate: {entity: plate, required: true, ask: {en: Which car?}}
  day:
    entity: date
    required: true
    ask: {en: Which day?}
    validate: {min: today, max: today+30d}
    reject: {en: Within thirty days.}
  bought: {entity: date, validate: {max: today}, reject: {en: In the past.}}
  works: {entity: work, multiple: true}
states:
  booking:
    utterances: {en: [book a service, "book for [AB-123](plate)", "service on [friday](day)", "I bought it on [monday](bought)", "book [oil](works)"]}
    transitions: [{on: yes, to: root, say: {en: Done.}}, {on: no, to: root, say: {en: Fine.}}]
    say: {en: "{{plate}}, {{day | date}}, {{works | label}}{{#each works}} +{{this.value}}{{/each}}?"}
`,
};

const garage = loadFiles(FILES, { book: 'booking', bought: 'booking' });
const NOON = Date.UTC(2026, 2, 18, 12);

describe('slots of all kinds', () => {
  it('are filled from one sentence, with dates relative to the time of the query', async () => {
    const conversation = new Conversation(garage, { now: NOON });
    const { slots, visuals } = await conversation.say('book ab-123 next friday for brakes, tires and tires');
    expect(slots._PLATE_).toEqual({
      type: 'string',
      values: [{ tokens: 'ab-123', resolved: -1, value: 'ab-123' }],
    });
    expect(slots._DAY_).toEqual({
      type: 'date',
      values: [{ tokens: 'next friday', resolved: -1, value: '2026-03-27', grain: 'day' }],
    });
    expect(slots._WORKS_?.values.map(({ value }) => value)).toEqual(['brakes', 'tyres']);
    expect(visuals.speakableResponse).toBe(
      'ab-123, Friday, March 27, 2026, brake pads, tires +brakes +tyres?',
    );
  });

  it('follow the user’s own clock', async () => {
    const late = Date.UTC(2026, 2, 18, 23, 30);
    for (const [timeOffset, day] of [
      [null, '2026-03-19'],
      [60, '2026-03-20'],
      [-720, '2026-03-19'],
    ] as const) {
      const conversation = new Conversation(garage, { now: late, timeOffset });
      const { slots } = await conversation.say('book AB123 tomorrow');
      expect(slots._DAY_?.values[0]?.value).toBe(day);
    }
  });

  it('are rejected outside their rule and asked for again', async () => {
    const conversation = new Conversation(garage, { now: NOON });
    expect(await conversation.hear('book AB123 yesterday')).toBe('Within thirty days. Which day?');
    expect(await conversation.hear('on monday')).toContain('March 23, 2026');
  });

  it('take the meaning that the rule allows', async () => {
    const conversation = new Conversation(garage, { now: NOON });
    await conversation.say('book AB123 tomorrow');
    const { slots } = await conversation.say('I bought it on monday');
    expect(slots._BOUGHT_?.values[0]?.value).toBe('2026-03-16');
  });

  it('let the business logic judge each of several values', async () => {
    const conversation = new Conversation(garage, { now: NOON });
    conversation.answer = (request) => ({
      status: 'answered',
      body: {
        ...request,
        slots: {
          _WORKS_: {
            type: 'string',
            values: [
              { tokens: 'brakes', resolved: -1, error: 'No brakes.', value: 'brakes' },
              { tokens: 'tires', resolved: 1, value: 'tyres' },
              { tokens: 'oil', resolved: 1, value: 'oil' },
            ],
          },
        },
      },
    });
    const { slots } = await conversation.say('book AB123 tomorrow: brakes, tires, oil');
    expect(slots._WORKS_?.values).toEqual([
      { tokens: 'tires', resolved: 1, value: 'tyres' },
      { tokens: 'oil', resolved: 1, value: 'oil' },
    ]);
  });
});

describe('the check', () => {
  const findingsAfter = (file: keyof typeof FILES, from: string, to: string) => {
    expect(FILES[file]).toContain(from);
    const files = { ...FILES, [file]: FILES[file].replace(from, to) };
    return checkAssistant(readAssistantFiles(files)).map(
      ({ severity, line, message }) => `${severity} ${line}: ${message}`,
    );
  };

  it('has no findings for a valid assistant', () => {
    expect(findingsAfter('assistant.yaml', 'garage', 'garage-two')).toEqual([]);
  });

  it.each([
    [
      'an open bracket',
      'pattern: "[A-Z]{2}-?\\\\d{3}"',
      'pattern: "(a"',
      'error 4: the pattern cannot be used: missing closing )',
    ],
    [
      'look-around',
      'pattern: "[A-Z]{2}-?\\\\d{3}"',
      'pattern: "a(?=b)"',
      'error 4: the pattern cannot be used: look-ahead and look-behind',
    ],
    ['a pattern of nothing', 'pattern: "[A-Z]{2}-?\\\\d{3}"', 'pattern: "a*"', 'it matches the empty text'],
    [
      'a pattern that grows too large',
      'pattern: "[A-Z]{2}-?\\\\d{3}"',
      'pattern: "(?:[a-z]{1,30}){1,30}x{1,900}[a-f]{900}[a-z]{900}\\\\w{900}"',
      'cannot be used',
    ],
    ['no pattern', 'pattern: "[A-Z]{2}-?\\\\d{3}"', '', 'error 3: add pattern'],
    ['a pattern of a list', 'kind: regex', '', 'list at least one value'],
    ['an unknown kind', 'kind: regex', 'kind: grammar', 'write list, regex or text'],
  ])('finds %s', (_, from, to, message) => {
    expect(findingsAfter('entities/plate.yaml', from, to).join('\n')).toContain(message);
  });

  it.each([
    ['a number for a date', 'min: today,', 'min: 5,', 'write a date, a time or days from today, in quotes'],
    ['a time for a date', 'min: today,', 'min: "09:00",', 'write a date or days from today for date'],
    ['what is no bound', 'min: today,', 'min: tomorrow,', 'write a number, a date'],
    [
      'bounds the wrong way round',
      '{min: today, max: today+30d}',
      '{min: "2026-05-01", max: "2026-04-01"}',
      'min is greater than max',
    ],
    [
      'a mark that is no date',
      '"service on [friday](day)"',
      '"service on [whenever](day)"',
      '“whenever” is not a value of date: mark words',
    ],
  ])('finds %s', (_, from, to, message) => {
    expect(findingsAfter('competencies/booking.yaml', from, to).join('\n')).toContain(message);
  });
});
