/**
 * JSON parsing that preserves numbers. A number that a double cannot represent exactly is kept as its original text
 * (`JSON.rawJSON`), which `JSON.stringify` writes back.
 */
interface RawJson {
  rawJSON(text: string): object;
}
const { rawJSON } = JSON as JSON & RawJson;

/** Signs that a double may not represent a number exactly: many digits, an exponent, a negative zero. */
const SUSPECT = /[\d.]{16}|\d[eE]|-0/;

/**
 * Parses JSON that `JSON.parse` has already accepted, so it is valid and of bounded depth.
 * @param parsed the result of `JSON.parse(text)`, returned if every number in it is exact
 */
export function withExactNumbers(text: string, parsed: unknown): unknown {
  if (!SUSPECT.test(text)) return parsed;
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || isExact(source, value)) return value;
    return rawJSON(source);
  });
}

function isExact(source: string, value: number): boolean {
  return !Object.is(value, -0) && canonical(source) === canonical(String(value));
}

/** Sign, digits without leading and trailing zeros, and the last digit's power of ten. */
function canonical(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const { significant, zerosAfter } = withoutZeros(whole + fraction);
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + zerosAfter;
  return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

/** Uses a loop: a regular expression for trailing zeros would restart at each zero of a long number. */
function withoutZeros(digits: string): { significant: string; zerosAfter: number } {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return { significant: digits.slice(start, end), zerosAfter: digits.length - end };
}

export type JsonFault = 'too_deep' | 'number_out_of_range';

/**
 * Finds values that cannot be forwarded. Iterative, so that deep nesting cannot overflow the stack.
 * @param maxDepth maximum nesting of arrays and objects
 */
export function findJsonFault(value: unknown, maxDepth: number): JsonFault | undefined {
  if (typeof value !== 'object' || value === null) return isOutOfRange(value);
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return 'too_deep';
    const next: object[] = [];
    for (const container of level) {
      for (const child of Object.values(container)) {
        if (typeof child === 'object' && child !== null) next.push(child);
        else if (isOutOfRange(child)) return 'number_out_of_range';
      }
    }
    level = next;
  }
  return undefined;
}

const isOutOfRange = (value: unknown): JsonFault | undefined =>
  typeof value === 'number' && !Number.isFinite(value) ? 'number_out_of_range' : undefined;
