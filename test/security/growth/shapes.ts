/** Returns a text of `size` UTF-16 units that repeats a piece. */
export const fill = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Pieces whose repetition is hard for patterns and loops over any text. */
export const ANY_TEXT: readonly string[] = [
  ...['a', 'a ', 'aB', '1', '0', '1 ', '1.', '0.', '1,', '1e', '-', '- ', '_', 'a-', 'a_1'],
  ...[' ', '\t', '\n', '\r\n', '\n\n', ' \n', '\t\n', '\u00a0', '\u2028', '\u200b', '\0'],
  ...['.', ',', ';', ':', '=', '&', '%', '%41', '+', '@', '#', '/', '\\', '"', "'", '<', '*', '|', '`'],
  ...['(', ')', '[', ']', '{', '}', '](', '{{', '[[1,', '{"a":'],
  ...['é', 'e\u0301', '\u0301', '\u0316\u0301', '\u0344', '😀', '\ud800', '字', 'ก', 'عر', 'ﷺ', 'İ', 'ß'],
];

/** Almost valid pieces of Markdown, front matter and templates. */
export const MARKUP: readonly string[] = [
  ...[
    '```',
    '```\n',
    '~~~\n\n',
    '[a](',
    '[a](b',
    '![a](b)',
    '[a',
    '](b)',
    '**',
    '**a',
    '*a',
    ' *a',
    '_a ',
    '__',
  ],
  ...[
    '# ',
    '#\n',
    '# a#',
    '## a ##\n',
    '- ',
    '-\n',
    '- a\n',
    '> ',
    '|',
    '|-',
    '|-|\n',
    '-|\n',
    ': |',
    '---\n',
  ],
  ...[
    '---a\n',
    'ab\n',
    'a. ',
    'a.\n',
    '{{a}}',
    '{{#if a}}',
    '{{#each a}}{{/each}}',
    '{{a | b',
    '}}',
    '[a](b) ',
  ],
];

/** Almost valid pieces of YAML and JSON. */
export const DATA: readonly string[] = [
  ...[
    '? ',
    '- ',
    '-',
    'a: ',
    'a: b\n',
    '[',
    '[a, ',
    '{',
    '{a: ',
    '&a ',
    '*a ',
    '&a [*a]\n',
    '!!a ',
    '|\n',
    '"a" ',
  ],
  ...['- a\n', '- a: b\n', ' a', '\n ', "''", '# a\n', '--- ', '%a\n', '<<: ', 'a:'],
];

/** Almost valid pieces of addresses, host lists and headers. */
export const ADDRESSES: readonly string[] = [
  ...[
    'a.',
    '.a',
    'a,',
    ',',
    ', ',
    '*.',
    '*.a,',
    'xn--',
    'xn--a.',
    '1.1.1.1,',
    '::',
    '1:',
    '10.0.0.0/8,',
    '/8,',
  ],
  ...['a;q=1,', ';q=', 'a=b;', '; ', 'a-', 'a--', '@a', 'https://', '%2e', 'é.', '\u0301.', 'basic ', 'a:b@'],
];

/** Almost valid numbers, dates, times, amounts, addresses and names of any language. */
export const VALUES: readonly string[] = [
  ...['1-', '1/', '1:', '1h', '1 ½ ', '1/2 ', '2 1/2 ', '111 ', "1'", '1%', '$', '$1 ', '€1 ', '1€', '1 $ '],
  ...[
    '12:30',
    '12:30 ',
    '2026-',
    '2026-12-',
    '2026-12-24',
    '1.1.20',
    '12h30',
    '1st ',
    '1. ',
    '31.4. ',
    '1am ',
  ],
  ...['a@', 'a@a.', 'a@a ', '+1 ', '(1', '+1(1)', '1-a', 'a1', 'AB123', 'AB123-', 'AB123 ', 'AB123-A '],
  ...[
    'a a a a ',
    'a b a b a ',
    'savngs ',
    'checkingsavings',
    'credit card number one ',
    '{{x}} ',
    '[x](note) ',
  ],
];
