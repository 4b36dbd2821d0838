import { seededRandom } from '../../engine/train/random.ts';

const STARTS = [
  'please',
  'can you',
  'I want to',
  "what's",
  'how do i',
  'why does',
  'show me',
  'do NOT',
  'could we ever',
  '',
];
const VERBS = [
  'cancel',
  'send',
  'find',
  'translate',
  'book',
  'explain',
  'freeze',
  'bake',
  'measure',
  'forget',
  'review',
];
const THINGS = [
  'my savings account',
  'a table for 7',
  'the weather in Zürich',
  '$1,250.75',
  'the quarterly report',
  'an umbrella',
  'two airplane tickets',
  'photosynthesis',
  'her WiFi password',
  '東京',
  'the 3rd invoice',
  'xqzzvk',
  'naïve Bayes',
  '👍',
  'Dvořák',
];
const TAILS = [
  '',
  '?',
  '!!',
  ' tomorrow at 9:30',
  ' for my brother',
  ' as soon as possible',
  ' – or else',
  ' since last December',
  ' (again)',
];

/** Sentences of 1 to about 20 word pieces on many topics, with numbers, punctuation, accents and unusual words. */
export function variedSentences(count: number): string[] {
  const random = seededRandom(99);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  return Array.from({ length: count }, (_, i) => {
    const words = [pick(STARTS), pick(VERBS), pick(THINGS)];
    if (random() < 0.3) words.push('and', pick(VERBS), pick(THINGS));
    return i % 25 === 0 ? pick(VERBS) : `${words.join(' ').trim()}${pick(TAILS)}`;
  });
}

const BALANCES = [
  'what is my balance',
  "what's in my checking account",
  'how much is in my savings account',
  'how much money do I have',
  'show me my balance',
  'tell me my savings balance',
  'my checking balance',
  'what do I have left',
];
const MANNERS = [
  '',
  ', please',
  ' right now',
  ' today',
  ' this morning',
  ' again',
  ', quickly',
  ' then',
  '?',
  '!',
];
const OPENINGS = ['', 'hi, ', 'hello, ', 'good morning, ', 'so ', 'well, ', 'ok, ', 'hey, ', 'and ', 'now '];

/**
 * A question about a balance, which the bank's business logic answers.
 * @returns one of 800 questions, by index
 */
export function balanceQuestion(index: number): string {
  const at = (from: readonly string[], place: number) => from[Math.abs(place) % from.length] ?? '';
  const manner = Math.floor(index / BALANCES.length);
  return `${at(OPENINGS, Math.floor(manner / MANNERS.length))}${at(BALANCES, index)}${at(MANNERS, manner)}`;
}

/** More than any text cache holds, and few enough to generate at once. */
const VARIED = 5000;
let sentences: readonly string[] | undefined;

/** One of 5,000 varied sentences by index: too many for any text cache. */
export function variedSentence(index: number): string {
  sentences ??= variedSentences(VARIED);
  return sentences[Math.abs(index) % VARIED] ?? '';
}
