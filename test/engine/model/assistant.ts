import type { TrainingExample } from '../../../functions/shared/engine/classifier.ts';

const UTTERANCES: Record<string, string[]> = {
  balance: [
    'how much money do i have',
    'what is my balance',
    'show the balance of my savings account',
    "what's left in checking",
    'am i out of money',
    'account balance please',
  ],
  transfer: [
    'send money to my sister',
    'move 50 dollars to savings',
    'make a transfer',
    'i want to transfer funds between accounts',
    'pay my roommate 30 bucks',
    'wire 200 to john',
  ],
  card_lost: [
    'i lost my card',
    'my credit card was stolen',
    'i cannot find my debit card',
    'someone took my card',
    'my card is missing',
    'i left my card somewhere',
  ],
  opening_hours: [
    'when are you open',
    'what time does the branch close',
    'are you open on sunday',
    'opening hours please',
    'until when can i come by today',
    'do you work on holidays',
  ],
};

/** A small bank's assistant, made up for these tests. */
export const BANK: TrainingExample[] = Object.entries(UTTERANCES).flatMap(([label, texts]) =>
  texts.map((text) => ({ label, text })),
);
