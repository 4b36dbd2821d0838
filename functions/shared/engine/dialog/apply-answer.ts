import type { CompiledCompetency, CompiledState, CompiledTransition } from '../assistant.ts';
import type { AnsweredSlot, AnsweredValue, BusinessLogicAnswer } from '../business-logic.ts';
import { pickCandidate, pickMapped } from '../slots/candidates.ts';
import { slotOfWireName } from '../slots/wire.ts';
import type { HeldValue, SlotValue } from './state.ts';

/** What came of mapping a slot's words to the candidates of the business logic. */
export type MappingStatus = 'MAPPED' | 'FAILED_MAPPING';

/** What a business logic's answer changes. */
export interface AppliedAnswer {
  slots: Record<string, SlotValue>;
  /** Slots that it dropped, with the text of the error where there is one. */
  dropped: Map<string, string>;
  /** Slots that it had mapped. */
  mapped: Map<string, MappingStatus>;
  /** The declared transition that it takes and the target, or null. */
  move: { transition: CompiledTransition; to: string } | null;
  responseSlots: Record<string, unknown>;
  visualPayload: Record<string, unknown>;
  /** Null leaves what stood. */
  sessionInfo: Record<string, unknown> | null;
  findings: string[];
}

/** What one slot and the session's data may hold, in characters of JSON: they are stored between turns. */
const MAX_SLOT_CHARACTERS = 4_096;
/** Values of one slot that takes several, at most. */
const MAX_VALUES = 64;
const MAX_SESSION_CHARACTERS = 32_768;

export function applyAnswer(
  answer: BusinessLogicAnswer,
  state: CompiledState,
  competency: CompiledCompetency,
  before: Readonly<Record<string, SlotValue>>,
): AppliedAnswer {
  const applied: AppliedAnswer = {
    slots: { ...before },
    dropped: new Map(),
    mapped: new Map(),
    move: null,
    responseSlots: { ...answer.response_slots },
    visualPayload: answer.visual_payload ?? {},
    sessionInfo: answer.session_info ?? null,
    findings: [],
  };
  for (const [name, slot] of Object.entries(answer.slots ?? {})) {
    const declared = competency.slots.find((candidate) => candidate.name === slotOfWireName(name));
    if (declared === undefined) addForTemplates(applied, name, slot);
    else if (declared.multiple && (slot?.values?.length ?? 0) > 1) applySeveral(applied, declared.name, slot);
    else applySlot(applied, declared.name, slot);
  }
  if (applied.sessionInfo !== null && JSON.stringify(applied.sessionInfo).length > MAX_SESSION_CHARACTERS) {
    applied.sessionInfo = null;
    applied.findings.push(
      `session_info is longer than ${MAX_SESSION_CHARACTERS} characters and was not kept`,
    );
  }
  applyMove(applied, answer.state ?? null, state);
  return applied;
}

function applyMove(applied: AppliedAnswer, to: string | null, state: CompiledState): void {
  if (to === null || to === '' || to === state.name) return;
  const transition = state.transitions.find(
    (candidate) => candidate.on === 'business_logic' && candidate.to.includes(to),
  );
  if (transition !== undefined) applied.move = { transition, to };
  else {
    applied.findings.push(
      `the business logic asked for the state ${to.slice(0, 64)}, which ${state.name} does not declare`,
    );
  }
}

/** A slot that the competency does not declare is for the templates of this turn, as a response slot is. */
function addForTemplates(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const own = slotOfWireName(name);
  const [value] = slot?.values ?? [];
  if (own === null || value === undefined) {
    applied.findings.push(`the business logic answered an unknown slot ${name.slice(0, 64)}`);
  } else if (!Object.hasOwn(applied.responseSlots, own)) applied.responseSlots[own] = value;
}

/** Each value of a slot with `multiple` by itself; the slot is dropped where none of them is left. */
function applySeveral(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const before = applied.slots[name];
  const held = before === undefined ? [] : [before, ...(before.more ?? [])];
  const kept: HeldValue[] = [];
  const dropped = new Map<string, string>();
  for (const [index, value] of (slot?.values ?? []).slice(0, MAX_VALUES).entries()) {
    const same = held.find(({ raw }) => raw === value.tokens) ?? held[index];
    const one: AppliedAnswer = { ...applied, dropped, slots: same === undefined ? {} : { [name]: same } };
    applySlot(one, name, { ...slot, values: [value] });
    const result = one.slots[name];
    if (result !== undefined) {
      const { more: _, ...alone } = result;
      kept.push(alone);
    }
  }
  const [first, ...more] = kept;
  if (first !== undefined) {
    applied.slots[name] = more.length === 0 ? first : { ...first, more };
    return;
  }
  delete applied.slots[name];
  for (const [dropping, error] of dropped) applied.dropped.set(dropping, error);
}

function applySlot(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const values = slot?.values;
  if (slot === null || values === undefined || values === null) return;
  const value = values.find((candidate) => candidate.resolved !== -1) ?? values[0];
  if (value === undefined) {
    delete applied.slots[name];
    return;
  }
  const { error, status } = value;
  const text = typeof error === 'string' ? error : '';
  const hasError = error !== undefined && error !== null && error !== false;
  if (status === 'DELETE') delete applied.slots[name];
  else if (status === 'REJECTED' || status === 'FAILED_MAPPING') drop(applied, name, text);
  else if (status === 'CONFIRMED') keep(applied, name, { ...value, resolved: 1 });
  else if (value.resolved === -1 && hasError) drop(applied, name, text);
  else if (value.resolved === 0 || (value.resolved !== 1 && offersOf(slot, value) !== null)) {
    resolve(applied, name, value, offersOf(slot, value));
  } else keep(applied, name, value);
}

interface Offers {
  candidates: readonly unknown[];
  mappings: unknown;
}

/** What the words may stand for by the answer; null where it offers nothing. */
function offersOf(slot: AnsweredSlot, value: AnsweredValue): Offers | null {
  const candidates = Array.isArray(value.candidates) ? value.candidates : (slot.candidates ?? []);
  const mappings = value.mappings ?? slot.mappings ?? null;
  return candidates.length === 0 && mappings === null ? null : { candidates, mappings };
}

function drop(applied: AppliedAnswer, name: string, error: string): void {
  delete applied.slots[name];
  applied.dropped.set(name, error.slice(0, 1000));
}

function resolve(applied: AppliedAnswer, name: string, value: AnsweredValue, offers: Offers | null): void {
  const before = applied.slots[name];
  const { candidates, mappings } = offers ?? { candidates: [], mappings: null };
  const tokens = value.tokens ?? before?.raw ?? '';
  const known = typeof before?.value === 'string' ? before.value : '';
  const picked =
    pickMapped(tokens, mappings, candidates) ??
    pickCandidate(tokens, candidates) ??
    pickMapped(known, mappings, candidates) ??
    pickCandidate(known, candidates);
  if (picked === null) {
    drop(applied, name, '');
    if (offers !== null) applied.mapped.set(name, 'FAILED_MAPPING');
    applied.findings.push(`no single candidate fits the slot ${name}`);
    return;
  }
  applied.mapped.set(name, 'MAPPED');
  const fields = typeof picked === 'object' ? { ...picked } : { value: picked };
  const { candidates: _, mappings: __, ...rest } = value;
  keep(applied, name, { ...rest, ...fields, resolved: 1 });
}

function keep(applied: AppliedAnswer, name: string, answered: AnsweredValue): void {
  const { tokens, resolved, value, error, status: _, ...others } = answered;
  // Some servers confirm a value and tell what is wrong with it: templates see it as {{slot.error}}.
  const details = resolved === 1 && typeof error === 'string' ? { ...others, error } : others;
  const before = applied.slots[name];
  const slot: SlotValue = {
    value: value === undefined ? (before?.value ?? tokens ?? null) : value,
    raw: (tokens ?? before?.raw ?? '').slice(0, 4096),
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
