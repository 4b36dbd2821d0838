/** The facts of the query that filters need. */
export interface FilterScope {
  language: string;
  currency: string | null;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const field = (value: Fields, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** The value as text: a slot's own value, a list joined by commas, or '' for a value without text. */
export function plainOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (Array.isArray(value)) {
    return value
      .slice(0, 100)
      .map((item) => (isFields(item) || Array.isArray(item) ? scalarOf(item) : plainOf(item)))
      .join(', ');
  }
  return isFields(value) ? scalarOf(value) : '';
}

/** The text of `value.value`. Deeper values are ignored. */
function scalarOf(value: unknown): string {
  const inner = isFields(value) ? field(value, 'value') : undefined;
  return typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean'
    ? String(inner)
    : '';
}

/** The number in a value, a slot or an amount of money; null if there is none. */
export function amountOf(value: unknown): number | null {
  const amount = isFields(value) ? (field(value, 'amount') ?? field(value, 'value')) : value;
  const number = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Formats an amount: a number, a money slot, or `{amount | value, currency}`. */
export function moneyOf(value: unknown, scope: FilterScope): unknown {
  const amount = amountOf(value);
  if (amount === null) return value;
  const named = isFields(value) ? field(value, 'currency') : undefined;
  const currency = typeof named === 'string' && /^[A-Za-z]{3}$/.test(named) ? named : scope.currency;
  if (currency === null) {
    const digits = Number.isInteger(amount) ? 0 : 2;
    return format(amount, scope.language, { minimumFractionDigits: digits, maximumFractionDigits: 2 });
  }
  const whole = Number.isInteger(amount) ? { trailingZeroDisplay: 'stripIfInteger' as const } : {};
  return format(amount, scope.language, { style: 'currency', currency, ...whole });
}

export function numberOf(value: unknown, scope: FilterScope): unknown {
  const amount = amountOf(value);
  return amount === null ? value : format(amount, scope.language, { maximumFractionDigits: 3 });
}

/** A slot's name for people: the first synonym of its value in the query's language. */
export function labelOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 100).map(labelOf);
  return isFields(value) ? (field(value, 'label') ?? value) : value;
}

/** Writes a list as "a, b, and c". Any other value is returned unchanged. */
export function listOf(value: unknown, { language }: FilterScope): unknown {
  if (!Array.isArray(value)) return value;
  const items = value
    .slice(0, 100)
    .map((item) => plainOf(item))
    .filter((item) => item !== '');
  return new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }).format(items);
}

const formats = new Map<string, Intl.NumberFormat>();

function format(amount: number, language: string, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  let formatter = formats.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, options);
    if (formats.size >= 500) formats.clear();
    formats.set(key, formatter);
  }
  return plainSpaces(formatter.format(amount));
}

/** Replaces the no-break and thin spaces of `Intl`, which a test's author can neither see nor type. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');
