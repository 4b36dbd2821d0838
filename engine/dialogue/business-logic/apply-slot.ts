import { isDeepStrictEqual } from 'node:util';
import type { SlotValue } from '../state.ts';
import type { AppliedAnswer } from './applied-answer.ts';
import { constantOf, pickCandidate, pickMapped } from './candidates.ts';
import type { AnsweredSlot, AnsweredValue } from './protocol.ts';

/** The maximum characters of JSON in a slot, which is stored between turns. */
const MAX_SLOT_CHARACTERS = 4_096;
const MAX_TOKENS = 4_096;
/** The statuses of the protocol's second generation. */
export const STATUSES: readonly string[] = [
  'EXTRACTED',
  'MAPPED',
  'FAILED_MAPPING',
  'CONFIRMED',
  'REJECTED',
  'DELETE',
];
const MAX_ERROR = 1_000;

/** Applies the answer to a slot with a single value. */
export function applySlot(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const values = slot?.values;
  if (slot === null || values === undefined || values === null) return;
  const before = applied.slots[name];
  const value = meantOf(values, before);
  if (value === undefined) {
    delete applied.slots[name];
    return;
  }
  if (typeof value.status === 'string' && !STATUSES.includes(value.status)) {
    applied.findings.push(`the business logic gave the slot ${name} a status that there is not`);
  }
  // If the server returns the status unchanged, `resolved` decides.
  const status = value.status === sentStatus(applied, name, before) ? null : value.status;
  if (status === 'DELETE') delete applied.slots[name];
  else if (status === 'REJECTED' || status === 'FAILED_MAPPING') drop(applied, name, errorOf(value));
  else if (status === 'CONFIRMED') keep(applied, name, { ...value, resolved: 1 });
  else if (isRefused(value, before, applied.isStrict)) drop(applied, name, errorOf(value));
  else if (value.resolved === 0 || (value.resolved !== 1 && offersOf(slot, value) !== null)) {
    resolve(applied, name, value, offersOf(slot, value));
  } else if (before !== undefined || value.resolved !== -1) keep(applied, name, value);
}

function sentStatus(applied: AppliedAnswer, name: string, before: SlotValue | undefined): string | null {
  const mapped = applied.sent.get(name);
  if (mapped !== undefined) return mapped;
  return before === undefined ? null : before.resolved === 1 ? 'CONFIRMED' : 'EXTRACTED';
}

/** The value that counts: the first that the server added, or else the first that it does not refuse. */
function meantOf(values: readonly AnsweredValue[], before: SlotValue | undefined): AnsweredValue | undefined {
  const wanted = values.filter(
    ({ resolved, status }) => resolved !== -1 && status !== 'DELETE' && status !== 'REJECTED',
  );
  return wanted.find((value) => !isHeld(value, before)) ?? wanted[0] ?? values[0];
}

const isHeld = ({ tokens, value }: AnsweredValue, before: SlotValue | undefined): boolean =>
  before !== undefined && tokens === before.raw && isDeepStrictEqual(value, before.value);

/**
 * True if the server's `resolved: -1` refuses the value. It refuses a value that has an error, was confirmed before, or
 * was changed; a strict server also refuses an unchanged value.
 */
function isRefused(value: AnsweredValue, before: SlotValue | undefined, isStrict: boolean): boolean {
  if (value.resolved !== -1) return false;
  if (hasError(value)) return true;
  if (before === undefined) return false;
  if (isStrict || before.resolved === 1) return true;
  return value.value !== undefined && !isDeepStrictEqual(value.value, before.value);
}

const hasError = ({ error, reason }: AnsweredValue): boolean =>
  [error, reason].some((fault) => fault !== undefined && fault !== null && fault !== false);

const errorOf = ({ error, reason }: AnsweredValue): string =>
  [error, reason].find((fault) => typeof fault === 'string') ?? '';

interface Offers {
  candidates: readonly unknown[];
  mappings: unknown;
}

/** The candidates and mappings that the answer offers for the user's words; null if there are none. */
function offersOf(slot: AnsweredSlot, value: AnsweredValue): Offers | null {
  const candidates = Array.isArray(value.candidates) ? value.candidates : (slot.candidates ?? []);
  const mappings = value.mappings ?? slot.mappings ?? null;
  return candidates.length === 0 && mappings === null ? null : { candidates, mappings };
}

function drop(applied: AppliedAnswer, name: string, error: string): void {
  delete applied.slots[name];
  applied.dropped.set(name, error.slice(0, MAX_ERROR));
}

function resolve(applied: AppliedAnswer, name: string, value: AnsweredValue, offers: Offers | null): void {
  const before = applied.slots[name];
  const { candidates, mappings } = offers ?? { candidates: [], mappings: null };
  const texts = [value.tokens ?? before?.raw, value.value, before?.value].filter(
    (text) => typeof text === 'string',
  );
  const fitting = texts.map(
    (text) => pickMapped(text, mappings, candidates) ?? pickCandidate(text, candidates),
  );
  const picked = fitting.find((mapping) => mapping !== null) ?? constantOf(mappings);
  if (picked === null) {
    drop(applied, name, '');
    if (offers !== null) applied.mapped.set(name, 'FAILED_MAPPING');
    applied.findings.push(`no single candidate fits the slot ${name}`);
    return;
  }
  applied.mapped.set(name, 'MAPPED');
  const fields = typeof picked === 'object' ? { ...picked } : { value: picked };
  const { candidates: _, mappings: __, ...answered } = value;
  keep(applied, name, { ...answered, ...fields, resolved: 1 });
}

function keep(applied: AppliedAnswer, name: string, answered: AnsweredValue): void {
  const { tokens, resolved: given, value, error, status: _, ...otherFields } = answered;
  const before = applied.slots[name];
  const resolved = given ?? before?.resolved;
  // Some servers confirm a value and still report an error: templates read it as {{slot.error}}.
  const details = resolved === 1 && hasError({ error }) ? { ...otherFields, error } : otherFields;
  const slot: SlotValue = {
    value: value === undefined ? (before?.value ?? tokens ?? null) : value,
    raw: String(tokens ?? before?.raw ?? '').slice(0, MAX_TOKENS),
    resolved: resolved === 1 ? 1 : -1,
    details,
  };
  if (slot.value === null) {
    delete applied.slots[name];
  } else if (JSON.stringify([slot.value, slot.details]).length <= MAX_SLOT_CHARACTERS) {
    applied.slots[name] = slot;
  } else {
    applied.findings.push(
      `the slot ${name} holds more than ${MAX_SLOT_CHARACTERS} characters and stays as it was`,
    );
  }
}
