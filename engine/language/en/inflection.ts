import type { Inflection } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: Inflection = {
  endings: spaced('d e ed er ers es ies ing ings ion ions s y'),
  nounEndings: spaced('ing ings'),
  prefixes: [],
  links: null,
};
