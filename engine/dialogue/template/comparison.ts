import { amountOf } from './filters.ts';

const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The comparison of a condition. */
export interface Comparison {
  operator: Operator;
  operand: string | number | boolean;
}

/** An unreadable comparison; the message says what to do. */
export class ComparisonError extends Error {
  override name = 'ComparisonError';
}

const CONDITION = /^([^\s=!<>]+)\s*(={1,3}|!={0,2}|[<>]=?)\s*(.*)$/s;
const TEXT = /^'([^']*)'$|^"([^"]*)"$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads the condition of `{{#if …}}`: a path, alone or compared with a number, a text in quotes, true or false.
 * @throws {ComparisonError}
 */
export function readCondition(condition: string): { path: string; comparison: Comparison | null } {
  const [, path, written, right = ''] = CONDITION.exec(condition) ?? [];
  if (path === undefined || written === undefined) return { path: condition, comparison: null };
  const operator = OPERATORS.find((known) => known === written);
  if (operator === undefined)
    throw new ComparisonError(`write ${OPERATORS.join(', ')} in place of ${written}`);
  const operand = operandOf(right.trim());
  if (typeof operand !== 'number' && operator !== '==' && operator !== '!=')
    throw new ComparisonError(
      `${operator} compares numbers: write a number after it, or compare with == or !=`,
    );
  return { path, comparison: { operator, operand } };
}

function operandOf(written: string): Comparison['operand'] {
  const text = TEXT.exec(written);
  if (text !== null) return text[1] ?? text[2] ?? '';
  if (NUMBER.test(written)) return Number(written);
  if (written === 'true' || written === 'false') return written === 'true';
  throw new ComparisonError(
    `compare with a number, with true or false, or with a text in quotes, such as '${written.replace(/['"]/g, '') || 'latte'}'`,
  );
}

/**
 * True if a comparison holds for a value, or for a slot's value. A list, a missing value or a text without a number
 * never equals a number, and is never less or more.
 */
export function holds(value: unknown, { operator, operand }: Comparison): boolean {
  if (typeof operand !== 'number') {
    const isEqual = scalarOf(value) === operand;
    return operator === '==' ? isEqual : !isEqual;
  }
  const number = amountOf(value);
  if (operator === '!=') return number !== operand;
  if (number === null) return false;
  if (operator === '==') return number === operand;
  if (operator === '<') return number < operand;
  if (operator === '<=') return number <= operand;
  return operator === '>' ? number > operand : number >= operand;
}

/** The value itself, or a slot's value. */
const scalarOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'value') && 'value' in value
    ? value.value
    : value;
