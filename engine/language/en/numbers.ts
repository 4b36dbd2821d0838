import { joinedOrdinals, type Numbers, numbersOf } from '../numbers.ts';

const TENS = 'twenty=20 thirty forty fifty sixty seventy eighty ninety';

function ordinals(): [string, number][] {
  const units =
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
  const tens = TENS.replace(/y\b/g, 'ieth');
  return [' ', ''].flatMap((join) => joinedOrdinals(units, TENS, tens, join));
}

export const numbers: Numbers = numbersOf({
  decimalSign: '.',
  small:
    'zero|nought|naught|nil=0 one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: `${TENS} fourty=40`,
  hundred: 'hundred hundreds',
  scales:
    'thousand|grand=1e3 million=1e6 billion=1e9 trillion=1e12 lakh|lakhs|lac|lacs=1e5 crore|crores|cr=1e7',
  collectives: 'dozen=12',
  counted: 'dozens=12',
  abbreviations: 'mn|millions|mln=1e6 bn|billions=1e9 k=1e3 lkh=1e5',
  units: 'sqm sqft ft',
  countsHundreds: true,
  joiners: 'and',
  points: 'point dot',
  articles: 'a an',
  pronouns: 'one',
  another: 'new one|another one|single one|spare one|replacement',
  howMany: 'how many',
  unitArticles: false,
  beforePronoun:
    'the that this which other another same first second third last next no any each every new old right wrong different',
  notBefore: 'way',
  onlyBefore: 'just only',
  andHalf: 'and a half|and one half|and half',
  halfBehind: 'and a half|and one half',
  half: 'half',
  parts: 'thirds=3 quarters|fourths fifths sixths sevenths eighths ninths tenths',
  part: 'third=3 quarter|fourth fifth sixth seventh eighth ninth tenth',
  minus: 'minus negative',
  noneOf: 'no|without|without any|not any|without a',
  notNeeded:
    'dont need|dont need any|don t need|don t need any|do not need|do not need any|dont want any|don t want any|no need for|no need for any',
  choices: 'option choice possibility alternative',
  none: 'none|no one|nobody|not one|not any|nil|not a one|not a single one|not a single|not a soul',
  pair: 'couple pair',
  ofPair: 'of',
  ordinals,
  markedOrdinal: /^(\d{1,6})(?:st|nd|rd|th)$/,
  ordinalPronoun: 'one',
  last: 'the last one|last one',
  lastButOne: 'second to last|second last|next to last|last but one|one before last',
  percent: 'percent|per cent|pct|percentage points',
});
