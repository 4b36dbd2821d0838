/** A language's ordinals from first to ninety-ninth, as phrases of normalised words. */
export interface OrdinalWords {
  phrases: ReadonlyMap<string, number>;
  /** Words in the longest phrase. */
  longest: number;
}

const split = (words: string): string[] => words.split(' ');

/** `[unit ordinals from 1, tens that join them, ordinals of the tens]` → 1…99; `join` stands between. */
function joined(units: string[], stems: string[], tens: string[], join: string): [string, number][] {
  const pairs: [string, number][] = [];
  for (const [index, unit] of units.entries())
    for (const word of unit.split('|')) pairs.push([word, index + 1]);
  for (const [index, stem] of stems.entries()) {
    const value = (index + 2) * 10;
    for (const word of (tens[index] ?? '').split('|')) pairs.push([word, value]);
    for (const [unit, words] of units.slice(0, 9).entries()) {
      for (const first of stem.split('|'))
        for (const word of words.split('|')) pairs.push([`${first}${join}${word}`, value + unit + 1]);
    }
  }
  return pairs;
}

function english(): [string, number][] {
  const units = split(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
  );
  const stems = split('twenty thirty forty fifty sixty seventy eighty ninety');
  return joined(
    units,
    stems,
    stems.map((stem) => stem.replace(/y$/, 'ieth')),
    ' ',
  );
}

/** Each word in its masculine, feminine and plural forms. */
const gendered = (word: string): string =>
  [word, word.replace(/o$/, 'a'), word.replace(/o$/, 'os'), word.replace(/o$/, 'as')].join('|');

function spanish(): [string, number][] {
  const units = split(
    'primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo undecimo duodecimo',
  ).map(gendered);
  const stems = split(
    'vigesimo trigesimo cuadragesimo quincuagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  const both = joined(units, stems.map(gendered), stems.map(gendered), ' ');
  return [...both, ['primer', 1], ['tercer', 3]];
}

function portuguese(): [string, number][] {
  const units = split('primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo').map(
    gendered,
  );
  const stems = split(
    'vigesimo trigesimo quadragesimo quinquagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  const teens = units.slice(0, 9).flatMap((unit, index) =>
    unit.split('|').flatMap((word): [string, number][] => [
      [`decimo ${word}`, index + 11],
      [`decima ${word}`, index + 11],
    ]),
  );
  return [...joined(units, stems.map(gendered), stems.map(gendered), ' '), ...teens];
}

function italian(): [string, number][] {
  const first = split('primo secondo terzo quarto quinto sesto settimo ottavo nono decimo');
  const teens = split('undic dodic tredic quattordic quindic sedic diciassett diciott diciannov');
  const pairs: [string, number][] = first.map((word, index) => [word, index + 1]);
  for (const [index, stem] of teens.entries()) pairs.push([`${stem}esimo`, index + 11]);
  const units = split('un du tre quattr cinqu sei sett ott nov');
  for (const [index, tens] of split('vent trent quarant cinquant sessant settant ottant novant').entries()) {
    const value = (index + 2) * 10;
    pairs.push([`${tens}esimo`, value]);
    for (const [unit, word] of units.entries()) {
      const vowel = tens === 'vent' ? 'i' : 'a';
      pairs.push([`${tens}${/^[uo]/.test(word) ? '' : vowel}${word}esimo`, value + unit + 1]);
    }
  }
  return pairs.flatMap(([word, value]) =>
    [word, word.replace(/o$/, 'a'), word.replace(/o$/, 'i'), word.replace(/o$/, 'e')].map(
      (form): [string, number] => [form, value],
    ),
  );
}

function german(): [string, number][] {
  const cardinals = split(
    'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  );
  const irregular: Record<number, string> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };
  const stems: [string, number][] = cardinals.map((word, index) => [
    irregular[index + 1] ?? `${word}t`,
    index + 1,
  ]);
  for (const [index, tens] of split(
    'zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig',
  ).entries()) {
    for (const spelling of new Set([tens, tens.replace('ß', 'ss')])) {
      stems.push([`${spelling}st`, (index + 2) * 10]);
      for (const [unit, word] of cardinals.slice(0, 9).entries())
        stems.push([`${word}und${spelling}st`, (index + 2) * 10 + unit + 1]);
    }
  }
  return stems.flatMap(([stem, value]) =>
    ['e', 'er', 'es', 'en', 'em'].map((ending): [string, number] => [stem + ending, value]),
  );
}

function french(): [string, number][] {
  const below = split(
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf',
  ).map((word) => word.replace('_', ' '));
  const cardinals = [...below];
  for (const tens of split('vingt trente quarante cinquante soixante')) {
    cardinals.push(tens, `${tens} et un`);
    for (const unit of below.slice(1, 9)) cardinals.push(`${tens} ${unit}`);
  }
  for (const unit of below.slice(9))
    cardinals.push(unit === 'onze' ? 'soixante et onze' : `soixante ${unit}`);
  cardinals.push('quatre vingt');
  for (const unit of below) cardinals.push(`quatre vingt ${unit}`);
  const pairs = cardinals.map((cardinal, index): [string, number] => {
    const stem = cardinal.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv');
    return [`${stem}ieme`, index + 1];
  });
  const forms = pairs.slice(1).flatMap(([word, value]): [string, number][] => [
    [word, value],
    [`${word}s`, value],
  ]);
  return [...forms, ['premier', 1], ['premiere', 1], ['premiers', 1], ['second', 2], ['seconde', 2]];
}

const MAKERS: Readonly<Record<string, () => [string, number][]>> = {
  en: english,
  es: spanish,
  de: german,
  fr: french,
  pt: portuguese,
  it: italian,
};
const NONE: OrdinalWords = { phrases: new Map(), longest: 0 };
const made = new Map<string, OrdinalWords>();

/** The ordinals of a language; none where the language has none here. Made when first asked for. */
export function ordinalWordsOf(language: string): OrdinalWords {
  const known = made.get(language);
  if (known !== undefined) return known;
  const make = Object.hasOwn(MAKERS, language) ? MAKERS[language] : undefined;
  if (make === undefined) return NONE;
  const phrases = new Map(make());
  const longest = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
  const ordinals = { phrases, longest };
  made.set(language, ordinals);
  return ordinals;
}
