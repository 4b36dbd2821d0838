/** Words of a User-Agent header (RFC 9110 §10.1.5) and their meaning. The first match wins. */
const BROWSERS: readonly (readonly [string, string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const SYSTEMS: readonly (readonly [string, string])[] = [
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];

/** Browser and system for display, for example `Firefox, Windows`; empty if the header names neither. */
export function browserKind(userAgent = ''): string {
  const known = [BROWSERS, SYSTEMS].map((table) => table.find(([word]) => userAgent.includes(word))?.[1]);
  return known.filter((name) => name !== undefined).join(', ');
}
