import { expect, it } from 'vitest';
import { each, settingsOf } from './languages.ts';
import { loadFiles, talkWith } from './support.ts';

const lessons = loadFiles(
  {
    'assistant.yaml': settingsOf('lessons'),
    'competencies/lesson.yaml': `
competency: lesson
slots:
  day: {entity: date, required: true, ask: ${each('"Day?"')}}
  hour: {entity: time, required: true, ask: ${each('"Hour?"')}}
states:
  lesson:
    utterances: ${each('[lesson, lesson a, lesson b, lesson c, lesson d]')}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: ${each('"{{day}}, {{hour}}?"')}
  booked: {terminal: true, say: ${each('Booked.')}}
`,
  },
  { lesson: 'lesson' },
);

const [DAY, HOUR] = ['2026-03-27', '15:00'];

it.each([
  ['de', 'ein Stündchen später', DAY, '16:00'],
  ['nl', 'kan dat een weekje later', '2026-04-03', HOUR],
  ['nl', 'n kwartiertje eerder', DAY, '14:45'],
  ['nl', 'donderdag zelfde tijd', '2026-03-19', HOUR],
  ['es', 'dos horitas más tarde', DAY, '17:00'],
  ['es', 'una semanita antes', '2026-03-20', HOUR],
  ['es', 'el jueves a la misma hora', '2026-03-19', HOUR],
  ['fr', 'une bonne heure plus tard', DAY, '16:00'],
  ['fr', 'jeudi à la même heure', '2026-03-19', HOUR],
  ['it', "un'oretta prima", DAY, '14:00'],
  ['it', 'giovedì alla stessa ora', '2026-03-19', HOUR],
  ['pt', 'meia horinha depois', DAY, '15:30'],
  ['pt', 'quinta à mesma hora', '2026-03-19', HOUR],
  ['pt', 'muda o dia para 2a', '2026-03-23', HOUR],
  ['pt', '5a feira às 4 da tarde', '2026-03-19', '16:00'],
])('a held day and hour are moved in %s: “%s”', async (language, query, day, hour) => {
  const conversation = await talkWith(lessons, language, ['lesson', DAY, HOUR, query]);
  expect(conversation.held).toEqual({ day, hour });
});
