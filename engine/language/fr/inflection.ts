import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
a ai aient ais ait al ant ante antes aux e ee ees ent er era erai erais erait eras erez erons eront es
et ez i ie ies ions ir is it ment ons s t u ue ues us x
`),
  forms: valueForms({
    nouns: 'aison aisons ation ations ement',
    verbs: 'e ee ees ent er es ez ons',
    adjectives: '- e es ne nes s',
  }),
  prefixes: [],
  links: null,
};
