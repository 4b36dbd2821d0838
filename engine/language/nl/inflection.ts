import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
d de den e en er ers et ing ingen je jes n s st t te ten tje tjes
`),
  forms: valueForms({ nouns: 'ing ingen', verbs: 'en - t te ten', adjectives: '- e' }),
  prefixes: ['ge'],
  links: ['', 's', 'en', 'e', 'n'],
};
