import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced('d e ed er ers es ies ing ings ion ions s y'),
  forms: valueForms({ nouns: 'ion ions y ies ment ments', verbs: '- d e ed es ing s', adjectives: '' }),
  prefixes: [],
  links: null,
};
