import type { CompiledCompetency } from '../assistant.ts';
import { awaitsReply } from '../understand/view.ts';
import { fromSession } from './kept-slots.ts';
import { promptOf, textFor } from './prompt.ts';
import type { Speech } from './speech.ts';
import type { StoredFrame } from './state.ts';
import { placeOf, sayMessage, sayOf, type TurnContext, titleOf } from './turn-context.ts';
import { dataOf, missingSlot, type Visit } from './visit.ts';

/** Maximum number of waiting competencies: the oldest is dropped first. */
const MAX_WAITING = 3;

/** The competencies that wait while another one is entered, and return when it ends. */
export function interrupted(
  { loaded }: TurnContext,
  frames: readonly StoredFrame[],
  entered: CompiledCompetency,
): StoredFrame[] {
  if (entered.interrupts === 'replace') return [];
  return frames
    .filter((frame) => {
      const place = placeOf(loaded, frame.state);
      if (place === null || place.competency.name === entered.name) return false;
      return frame.asked !== null || frame.confirms !== undefined || awaitsReply(place.state);
    })
    .slice(-MAX_WAITING);
}

/** Returns to a waiting competency. @returns its frame, and the text that says so */
export function resumed(
  turn: TurnContext,
  waiting: StoredFrame,
  session: Pick<Visit, 'kept' | 'sessionInfo'>,
): { frame: StoredFrame; speech: Speech[] } {
  const frame = withSession(turn, waiting, session);
  turn.explanation.transitions.push({
    from: turn.before.frames.at(-1)?.state ?? 'root',
    to: frame.state,
    on: 'return',
  });
  const prompt = promptOf(turn, frame);
  const speech = sayMessage(turn, 'resumed', { competency: titleOf(turn, frame.state) });
  return { frame, speech: prompt === null ? [speech] : [speech, prompt] };
}

/**
 * Fills a waiting competency's slots with session values given in the meantime, so that they are not asked for again.
 * Changes nothing if the next step would end the competency or need business logic.
 */
function withSession(
  turn: TurnContext,
  waiting: StoredFrame,
  { kept, sessionInfo }: Pick<Visit, 'kept' | 'sessionInfo'>,
): StoredFrame {
  const place = placeOf(turn.loaded, waiting.state);
  if (place === null || waiting.asked === null) return waiting;
  const { state, competency } = place;
  // Only the user's own value may take a slot transition; a session value may not.
  if (state.transitions.some(({ on }) => on === 'slot')) return waiting;
  const slots = { ...fromSession(competency, kept, turn.utterance.clock), ...waiting.slots };
  if (!Object.hasOwn(slots, waiting.asked)) return { ...waiting, slots };
  const missing = missingSlot({ competency, slots, skipped: waiting.skipped });
  const question = textFor(competency, state, missing);
  const isOver = missing === undefined && (state.terminal || competency.businessLogic);
  if (isOver || question === null) return waiting;
  const { language } = turn.input;
  const speech = sayOf(turn, question, dataOf(turn, { competency, slots, sessionInfo, responseSlots: {} }));
  return { ...waiting, slots, asked: missing?.name ?? null, prompt: { ...speech, language } };
}
