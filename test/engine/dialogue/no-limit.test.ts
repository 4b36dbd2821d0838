import { describe, expect, it } from 'vitest';
import { each, LANGUAGES, type Language, settingsOf } from './languages.ts';
import { Conversation, did, loadFiles } from './support.ts';

const repairs = loadFiles(
  {
    'assistant.yaml': settingsOf('repairs', LANGUAGES, 'currency: EUR\n'),
    'competencies/repair.yaml': `
competency: repair
slots:
  price: {entity: money, ask: ${each('"Up to which amount?"')}}
  day: {entity: date, ask: ${each('"On which day?"')}}
states:
  repair: {utterances: ${each('[repair, a repair, repair please]')}, transitions: [{on: "yes", to: repaired}], say: ${each('"{{price}}, {{day}}?"')}}
  repaired: {terminal: true, say: ${each('Done.')}}
`,
  },
  { repair: 'repair' },
);

async function answered(language: Language, ...answers: string[]): Promise<string[]> {
  const conversation = new Conversation(repairs, { language });
  await conversation.say('repair');
  let done: string[] = [];
  for (const answer of answers) done = did(await conversation.say(answer));
  return done;
}

describe('no limit', () => {
  it.each<[Language, string]>([
    ['en', 'no limit'],
    ['en', 'there is no maximum'],
    ['en', 'no price'],
    ['de', 'kein Limit'],
    ['de', 'nein, keine Obergrenze bitte'],
    ['fr', 'pas de limite'],
    ['es', 'sin límite'],
    ['it', 'nessun limite'],
    ['pt', 'sem limite'],
    ['nl', 'geen limiet'],
  ])('skips an optional amount: %s “%s”', async (language, text) => {
    expect(await answered(language, text)).toEqual(['skip']);
  });

  it('also skips an optional day, with another noun in place of “limit”', async () => {
    expect(await answered('de', '50 Euro', 'keinen Termin bitte')).toEqual(['skip']);
  });

  it('is ignored beside an amount', async () => {
    expect(await answered('en', 'no, 40 euros limit')).toContain('set');
  });
});
