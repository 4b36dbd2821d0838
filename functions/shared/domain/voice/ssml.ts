/** The SSML elements that telephone voices support, with their attributes. Other tags are removed; their text stays. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  break: ['strength', 'time'],
  emphasis: ['level'],
  lang: ['xml:lang'],
  p: [],
  phoneme: ['alphabet', 'ph'],
  prosody: ['volume', 'rate', 'pitch'],
  s: [],
  'say-as': ['interpret-as', 'format'],
  sub: ['alias'],
  w: ['role'],
};

const OPENS = /^\s*<speak(?:\s[^<>]*)?>/;
const CLOSES = /<\/speak>\s*$/;

const TAG = /<(\/?)([a-z][a-z-]*)((?:\s+[a-z:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/gi;
const ATTRIBUTE = /([a-z:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/gi;
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi;

/** Characters that XML 1.0 forbids. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

/** Escapes the text between tags, but keeps entities. */
function escapeAround(text: string): string {
  let escaped = '';
  let end = 0;
  for (const { 0: entity, index } of text.matchAll(ENTITY)) {
    escaped += escapeXml(text.slice(end, index)) + entity;
    end = index + entity.length;
  }
  return escaped + escapeXml(text.slice(end));
}

function knownAttributes(name: string, given: string): string {
  const known = KNOWN[name] ?? [];
  return [...given.matchAll(ATTRIBUTE)]
    .map(([, key = '', double, single]) => [key, double ?? single ?? ''] as const)
    .filter(([key], at, all) => known.includes(key) && all.findIndex(([first]) => first === key) === at)
    .map(([key, value]) => ` ${key}="${escapeAround(value)}"`)
    .join('');
}

/** True if the author wrote the text in `<speak>`. */
export const isSsml = (text: string): boolean => OPENS.test(text) && CLOSES.test(text);

/**
 * The content of `<speak>` with supported elements only, always well-formed: open elements are closed, and stray
 * closing tags removed.
 */
export function readSsml(document: string): string {
  const text = document.replace(OPENS, '').replace(CLOSES, '');
  const open: string[] = [];
  let content = '';
  let end = 0;
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', 4: empty, index } of text.matchAll(
    TAG,
  )) {
    content += escapeAround(text.slice(end, index));
    end = index + tag.length;
    const name = written.toLowerCase();
    if (KNOWN[name] === undefined) continue;
    if (slash === '') {
      content += `<${name}${knownAttributes(name, attributes)}${empty ? '/' : ''}>`;
      if (!empty) open.push(name);
    } else if (open.includes(name)) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        content += `</${last}>`;
        if (last === name) break;
      }
    }
  }
  content += escapeAround(text.slice(end));
  return (
    content +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOf(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return CHARACTERS[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : ' ');
}

/** The text of an SSML document, for a voice that does not support SSML. */
export const wordsOfSsml = (document: string): string =>
  document
    .replace(OPENS, '')
    .replace(CLOSES, '')
    .replace(TAG, ' ')
    .replace(ENTITY, characterOf)
    .replace(/\s+/g, ' ')
    .trim();
