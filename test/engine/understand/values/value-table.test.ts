import { expect, it } from 'vitest';
import { settingsOf } from '../../dialogue/languages.ts';
import { Conversation, keywordClassifier, loadFiles } from '../../dialogue/support.ts';

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
