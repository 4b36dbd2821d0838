import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** Pays deposits of at most 150 euros back. */
const deposits = loadFiles(
  {
    'assistant.yaml': settingsOf('deposits', ['en'], 'currency: EUR\n'),
    'entities/booking.yaml':
      'entity: booking\nkind: regex\npattern: "(?:SB-?)?([0-9]{6})"\ncanonical: {form: "SB-$1"}\n',
    'competencies/deposit.yaml': `
competency: deposit
slots:
  booking: {entity: booking, required: true, ask: {en: Which booking?}}
  deposit: {entity: money, required: true, ask: {en: How much?}, validate: {max: 150}}
states:
  deposit:
    terminal: true
    utterances: {en: ["the [50 euros](deposit) deposit", "the deposit for [SB-204117](booking)", deposit a, deposit b]}
    say: {en: Noted.}
`,
  },
  { deposit: 'deposit' },
);

async function heldAfter(query: string): Promise<Record<string, unknown>> {
  const user = new Conversation(deposits);
  await user.say(query);
  return user.held;
}

it('a number that one slot’s rule forbids is another slot’s, also behind the first one’s name', async () => {
  expect(await heldAfter('what about the deposit 338102')).toEqual({ booking: 'SB-338102' });
});

it('a number that the rule allows stays with the slot whose name it follows', async () => {
  expect(await heldAfter('my deposit was 120')).toEqual({ deposit: 120 });
});
