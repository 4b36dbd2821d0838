import type { Inflection } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: Inflection = {
  endings: spaced(`
a ai aient ais ait al ant ante antes aux e ee ees ent er era erai erais erait eras erez erons eront es
et ez i ie ies ions ir is it ment ons s t u ue ues us x
`),
  prefixes: [],
  links: null,
};
