const VERBS = 'do does did is are was were have has had can could will would should must might need'.split(
  ' ',
);
/** "Can't" and "won't" leave letters out. */
const NEGATED = [...VERBS.map((verb) => `${verb}nt`), 'cant', 'wont', 'shant', 'aint'];
const PRONOUNS =
  'i you he she it we they that this there here who what where when why how someone somebody'.split(' ');
const TAILS = ['s', 're', 've', 'll', 'd', 'm'];
/** With these tails, or without their apostrophe, some are other words as well: "were", "well", "id", "hell". */
const SHORT_FORMS = PRONOUNS.flatMap((pronoun) => TAILS.map((tail) => pronoun + tail));

/**
 * Words as they are spoken: short forms without their apostrophe, which the encoder's vocabulary lacks, and
 * interjections.
 */
export const spoken: ReadonlySet<string> = new Set([
  ...NEGATED,
  ...SHORT_FORMS,
  ...'gonna wanna gotta dunno gimme lemme kinda sorta outta lotta yall innit cuz coz cos tho thru til'.split(
    ' ',
  ),
  ...'yep yea yeah yup yah yay nope nah naw uh uhh uhm um umm hm hmm hmmm mhm mmhm aha ah ahh oh ohh ooh oops'.split(
    ' ',
  ),
  ...'whoops haha hahaha hehe lol lmao wow whoa phew pff pfft ugh argh eek hey heya hiya yo ok okay okey kk'.split(
    ' ',
  ),
  ...'pls plz thx ty tysm np btw fyi asap omg idk imo tbh bye byebye cheers ta blimey gosh geez jeez duh meh'.split(
    ' ',
  ),
]);
