import { Document, isMap, isNode, isSeq } from 'yaml';
import { slotOfWireName, wireName } from '../engine/dialogue/business-logic/wire.ts';
import { type ReadTurn, refusedValue } from '../functions/shared/domain/conversations/conversation-views.ts';
import { MASK } from '../functions/shared/domain/conversations/masking.ts';

/** A file for an assistant's `tests/`, and the numbers of turns to complete by hand. */
export interface WrittenTest {
  text: string;
  /** Turns with a partly or entirely masked query. */
  masked: number;
  /** Turns in which business logic answered, but the answer was not logged. */
  unanswered: number;
}

const HEAD = [
  ' From the conversation log. The log contains neither the answers of the business logic nor the user’s local time: if a',
  ' comment says so, add what is missing.',
].join('\n');
const MASKED = ' Masked: replace ••• with your own words.';
const NOT_KEPT = ' Not kept: write what the user may have said.';
const UNANSWERED =
  ' The business logic answered: write its answer under bls, or record it with parley ai test --record.';
const OTHER_LANGUAGE =
  ' In another language: a test has only one language, so move these turns to a separate test.';
const LOST = ' Turns before this one are missing from the log.';

/**
 * A logged session as a test that expects the logged answers. Masked parts stay masked.
 * @param turns in order
 */
export function writeConversationTest(turns: readonly [ReadTurn, ...ReadTurn[]]): WrittenTest {
  const [{ sessionId, language, device, at }] = turns;
  const now = new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const document = new Document({
    name: `Session ${sessionId}`,
    language,
    ...(device === null ? {} : { device }),
    now,
    turns: turns.map(turnOf),
  });
  document.commentBefore = HEAD;
  const list = document.get('turns');
  for (const [index, turn] of turns.entries()) {
    const node = isSeq(list) ? list.items[index] : undefined;
    const comment = commentsOn(turn, turns[index - 1], language).join('\n');
    if (isNode(node) && comment !== '') node.commentBefore = comment;
    const expect = isMap(node) ? node.get('expect') : undefined;
    if (isMap(expect)) expect.flow = true;
    const bls = isMap(node) ? node.get('bls') : undefined;
    if (isMap(bls)) bls.flow = true;
  }
  return {
    text: document.toString({ lineWidth: 0 }),
    masked: turns.filter(isMasked).length,
    unanswered: turns.filter(isAnswered).length,
  };
}

const isMasked = ({ words }: ReadTurn): boolean => words?.query?.includes(MASK) ?? true;
const isAnswered = ({ businessLogic }: ReadTurn): boolean => businessLogic?.status === 'answered';

function commentsOn(turn: ReadTurn, before: ReadTurn | undefined, language: string): string[] {
  const query = turn.words?.query ?? null;
  return [
    ...(turn.ordinal === (before?.ordinal ?? 0) + 1 ? [] : [LOST]),
    ...(turn.language === language ? [] : [OTHER_LANGUAGE]),
    ...(query === null ? [NOT_KEPT] : query.includes(MASK) ? [MASKED] : []),
    ...(isAnswered(turn) ? [UNANSWERED] : []),
  ];
}

function turnOf(turn: ReadTurn) {
  const { words, competency, state } = turn;
  const asked = words?.explanation?.asked;
  const slots = slotsOf(words?.slots ?? {});
  const bls = fixtureOf(turn);
  return {
    say: words?.query ?? MASK,
    ...(bls === undefined ? {} : { bls }),
    expect: {
      competency,
      state,
      ...(asked == null ? {} : { asks: asked }),
      ...(Object.keys(slots).length === 0 ? {} : { slots }),
    },
  };
}

/** The logged part of the business logic's answer: the next state, and a slot that it refused or cleared. */
function fixtureOf(turn: ReadTurn) {
  const { businessLogic, words } = turn;
  if (businessLogic?.status === 'failed') return 'fail';
  const { transitions = [], proposals = [], asked = null } = words?.explanation ?? {};
  if (businessLogic === undefined) return undefined;
  const move = transitions.findLast(({ on }) => on === 'business_logic');
  if (move !== undefined) return { state: move.to };
  if (asked === null) return undefined;
  const isGiven = proposals.some(
    ({ command, slot, became }) => command === 'set' && slot === asked && became === 'applied',
  );
  if (!isGiven) return undefined;
  const values = refusedValue(turn) ? [{ tokens: '', resolved: -1, error: '' }] : [];
  return { slots: { [wireName(asked)]: { type: 'string', values } } };
}

type Scalar = string | number | boolean;

/** The slots that a test can expect: unmasked texts, numbers and booleans. */
function slotsOf(slots: Readonly<Record<string, readonly unknown[]>>): Record<string, Scalar | Scalar[]> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([wire, values]) => {
      const name = slotOfWireName(wire);
      const told = values.filter(isTold);
      const [first] = told;
      if (name === null || first === undefined || told.length < values.length) return [];
      return [[name, told.length === 1 ? first : told]];
    }),
  );
}

const isTold = (value: unknown): value is Scalar =>
  (typeof value === 'string' && value !== MASK) || typeof value === 'number' || typeof value === 'boolean';
