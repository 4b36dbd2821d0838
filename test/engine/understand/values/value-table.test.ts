import { describe, expect, it } from 'vitest';
import { each, settingsOf } from '../../dialogue/languages.ts';
import { Conversation, keywordClassifier, loadFiles, talkWith } from '../../dialogue/support.ts';

/** Trips to listed countries; the classifier also knows the word “iceland”. */
const trips = loadFiles(
  {
    'assistant.yaml': settingsOf('trips', ['en']),
    'entities/country.yaml': 'entity: country\nvalues: {Ireland: [], Portugal: []}\n',
    'competencies/trip.yaml': `
competency: trip
slots: {country: {entity: country, multiple: true, required: true, ask: {en: "Which country?"}}}
states:
  trip:
    utterances: {en: [trip, trip a, trip b, trip c, trip d]}
    say: {en: "Off."}
`,
  },
  { ...keywordClassifier({ trip: 'trip' }), knows: (word: string) => word === 'iceland' },
);

async function countriesAfter(...queries: string[]) {
  const conversation = new Conversation(trips);
  for (const query of queries) await conversation.say(query);
  return conversation.held.country;
}

it.each([
  ['in a request', ['a trip to Iceland'], undefined],
  ['in a request with a value', ['a trip to Iceland, to Portugal'], 'Portugal'],
  ['as the answer', ['trip', 'Iceland'], undefined],
])('a known word is not read as a mistyped value, %s', async (_, queries, country) => {
  expect(await countriesAfter(...queries)).toBe(country);
});

it('an unknown word is read as a mistyped value', async () => {
  expect(await countriesAfter('a trip to Irelend')).toBe('Ireland');
});

describe('a value said instead of another', () => {
  const visits = loadFiles(
    {
      'assistant.yaml': settingsOf('visits'),
      'competencies/visit.yaml': `
competency: visit
slots:
  people: {entity: number, required: true, ask: ${each('"How many?"')}}
  day: {entity: date, required: true, ask: ${each('"Which day?"')}}
  name: {entity: text, required: true, ask: ${each('"Which name?"')}}
states:
  visit:
    utterances: ${each('[visit, visit a, visit b, visit c, visit d]')}
    say: ${each('"Done."')}
`,
    },
    keywordClassifier({ visit: 'visit' }),
  );

  it.each([
    ['en', 'rather on friday the 27th'],
    ['de', 'das passt nicht, lieber am Freitag, den 27.'],
    ['fr', 'plutôt vendredi 27'],
  ])('is not in %s the number within a day that an empty slot takes', async (language, query) => {
    const conversation = await talkWith(visits, language, ['visit', '3', query]);
    expect(conversation.held).toMatchObject({ people: 3, day: '2026-03-27' });
  });
});
