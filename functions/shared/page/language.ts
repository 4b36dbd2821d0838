/** The languages of the pages. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language that the browser prefers (RFC 9110 §12.5.4), by quality, then by order; `es-MX` means `es`. Default
 * English.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',').map(readRange);
  const wanted = ranges
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of wanted) {
    const language = LANGUAGES.find((supported) => tag === supported || tag.startsWith(`${supported}-`));
    if (language !== undefined) return language;
    if (tag === '*') return LANGUAGES.find((supported) => !isRefused(ranges, supported)) ?? 'en';
  }
  return 'en';
}

interface Range {
  tag: string;
  quality: number;
}

function readRange(text: string): Range {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : Number.parseFloat(quality) || 0 };
}

const isRefused = (ranges: readonly Range[], language: Language): boolean =>
  ranges.some(({ tag, quality }) => tag === language && quality === 0);
