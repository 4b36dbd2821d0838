import type * as z from 'zod/mini';
import type { CompiledCompetency, CompiledState } from '../../assistant.ts';
import type { HeldValue, SlotValue } from '../state.ts';
import type { AppliedAnswer, MappingStatus } from './applied-answer.ts';
import { applySlot } from './apply-slot.ts';
import { withValues } from './oldest-form.ts';
import { type AnsweredSlot, type AnsweredValue, type BusinessLogicAnswer, wireValue } from './protocol.ts';
import { slotOfWireName, wireName } from './wire.ts';

/** The conversation to which an answer is applied. */
export interface Asked {
  state: CompiledState;
  competency: CompiledCompetency;
  slots: Readonly<Record<string, SlotValue>>;
  sent: ReadonlyMap<string, MappingStatus>;
  isStrict: boolean;
}

/** The maximum number of values of a slot with `multiple`. */
const MAX_VALUES = 64;
/** The maximum characters of JSON in the session's data, which is stored between turns. */
const MAX_SESSION_CHARACTERS = 32_768;

export function applyAnswer(
  answer: BusinessLogicAnswer,
  { state, competency, slots: before, sent, isStrict }: Asked,
): AppliedAnswer {
  const applied: AppliedAnswer = {
    sent,
    isStrict,
    refusedState: null,
    slots: { ...before },
    dropped: new Map(),
    mapped: new Map(),
    move: null,
    responseSlots: { ...answer.response_slots },
    serverSlots: {},
    visualPayload: answer.visual_payload ?? {},
    sessionInfo: answer.session_info ?? null,
    findings: [],
  };
  for (const [name, answered] of Object.entries(answer.slots ?? {})) {
    const slot = answered && withValues(answered);
    const declared = competency.slots.find((candidate) => candidate.name === slotOfWireName(name));
    if (declared === undefined) addForTemplates(applied, name, slot);
    else if (declared.multiple && (slot?.values?.length ?? 0) > 1) applySeveral(applied, declared.name, slot);
    else applySlot(applied, declared.name, slot);
  }
  emptyMoved(applied, answer.slots ?? {}, competency, before);
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
    applied.refusedState = to;
    applied.findings.push(
      `the business logic asked for the state ${to.slice(0, 64)}, which ${state.name} does not declare`,
    );
  }
}

/**
 * Adds a slot that the competency does not declare to the data for this turn's templates, like a response slot: its
 * value, or the list of its values.
 */
function addForTemplates(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const slotName = slotOfWireName(name);
  const values = (slot?.values ?? []).filter(({ status }) => status !== 'DELETE').slice(0, MAX_VALUES);
  const [value] = values;
  if (slotName === null || value === undefined) {
    applied.findings.push(`the business logic answered an unknown slot ${name.slice(0, 64)}`);
    return;
  }
  applied.serverSlots[wireName(slotName)] = { type: 'string', values: values.map(asSent) };
  if (!Object.hasOwn(applied.responseSlots, slotName)) {
    applied.findings.push(
      `the slot ${slotName} is not declared here: it is data for the templates of this turn`,
    );
    applied.responseSlots[slotName] = values.length > 1 ? values : value;
  }
}

/** A value that the server added, in the wire form of calls. */
function asSent({ tokens, status, ...value }: AnsweredValue): z.infer<typeof wireValue> {
  const known = wireValue.shape.status.safeParse(status);
  return { ...value, tokens: String(tokens ?? ''), ...(known.data && { status: known.data }) };
}

/**
 * Empties slots whose value the server has moved: the answer lacks the slot and fills an empty slot with the same
 * words.
 */
function emptyMoved(
  applied: AppliedAnswer,
  answered: NonNullable<BusinessLogicAnswer['slots']>,
  competency: CompiledCompetency,
  before: Readonly<Record<string, SlotValue>>,
): void {
  const named = new Set(Object.keys(answered).map(slotOfWireName));
  const come = competency.slots.filter(
    ({ name }) => named.has(name) && !Object.hasOwn(before, name) && Object.hasOwn(applied.slots, name),
  );
  for (const [gone, { raw }] of Object.entries(before)) {
    if (named.has(gone) || raw === '') continue;
    if (come.some(({ name }) => applied.slots[name]?.raw === raw)) delete applied.slots[gone];
  }
}

/** Applies each value of a slot with `multiple` separately; drops the slot if none remains. */
function applySeveral(applied: AppliedAnswer, name: string, slot: AnsweredSlot | null): void {
  const before = applied.slots[name];
  const held = before === undefined ? [] : [before, ...(before.more ?? [])];
  const kept: HeldValue[] = [];
  const dropped = new Map<string, string>();
  for (const [index, value] of (slot?.values ?? []).slice(0, MAX_VALUES).entries()) {
    const same = held.find(({ raw }) => raw === value.tokens) ?? held[index];
    const single: AppliedAnswer = { ...applied, dropped, slots: same === undefined ? {} : { [name]: same } };
    applySlot(single, name, { ...slot, values: [value] });
    const result = single.slots[name];
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
