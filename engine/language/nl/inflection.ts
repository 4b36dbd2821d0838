import type { Inflection } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: Inflection = {
  endings: spaced(`
d de den e en er ers et ing ingen je jes n s st t te ten tje tjes
`),
  prefixes: ['ge'],
  links: ['', 's', 'en', 'e', 'n'],
};
