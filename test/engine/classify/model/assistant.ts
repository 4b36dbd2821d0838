import type { TrainingExample } from '../../../../engine/classify/classifier.ts';

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

/** Ten examples of the only intent, booking a table, and ten other utterances that mean the same. */
export const ALONE = {
  examples: [
    'book a table for two',
    'i would like a table tonight',
    'reserve a table at eight',
    'can i get a table for friday',
    'table for four please',
    'make a dinner reservation',
    'do you have a free table tomorrow',
    'reserve seats for six people',
    'i want to eat at your place on sunday',
    'book us in for lunch',
  ],
  paraphrases: [
    'could we come for dinner this evening',
    'please keep a spot for three at seven',
    'we are five people and would like to dine on saturday',
    'any space left for tonight',
    'i need a reservation for my parents',
    'get me a table by the window',
    'can you squeeze us in at noon',
    'is there room for ten on monday night',
    'put me down for two at half past seven',
    'dinner for two next thursday',
  ],
};

/** Queries that an assistant with only this intent does not serve. */
export const FOREIGN = [
  'what is the capital of peru',
  'tell me a joke',
  'how do i bake sourdough',
  'my dog ate my homework',
  'turn on the lights',
  'play some jazz',
  'how tall is the eiffel tower',
  'transfer money to my brother',
  'hello',
  'how do i get to the airport',
];
