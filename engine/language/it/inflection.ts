import type { Inflection } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: Inflection = {
  endings: spaced(`
a ai ando ano are arla arle arli arlo armi arsi arti asti ata ate ati ato ava avano avi avo ci e endo
era erai eranno ere eremo erlo ermi ero ete eva evano evi evo i iamo ire irmi ita ite iti ito iva la lo
mente mi ne o ono si ta te ti to uta ute uti uto vi
`),
  prefixes: [],
  links: null,
};
