import type { LoadedAssistant } from '../load.ts';
import type { Proposal } from './commands.ts';
import { grounded } from './grounded.ts';
import type { Reading } from './reading.ts';
import type { View } from './view.ts';

/**
 * The reason why the version forbids a command; null if it allows the command. No producer can leave the paths that the
 * author declared.
 */
export function refusalOf({ command }: Proposal, view: View, loaded: LoadedAssistant): string | null {
  const { frame, awaited, finished } = view;
  const hasSlot = (name: string, inFrame = frame) =>
    inFrame?.competency.slots.some((slot) => slot.name === name) ?? false;
  switch (command.do) {
    case 'start': {
      const state = loaded.states.get(command.label);
      if (state === undefined || !state.isLabel) return `no label is called ${command.label}`;
      if (command.follows && finished?.competency.name !== state.competency)
        return 'nothing of it was just finished';
      return state.from === 'root' && frame !== null ? `${command.label} is listened to at root alone` : null;
    }
    case 'clarify':
      return command.labels.every((label) => loaded.states.get(label)?.isLabel) ? null : 'a label is unknown';
    case 'set':
    case 'clear':
    case 'ask_values':
    case 'unknown_value':
      return hasSlot(command.slot) ? null : `no slot here is called ${command.slot}`;
    case 'correct':
      if (frame === null) return 'nothing is under way';
      return command.slot === null || hasSlot(command.slot) ? null : `no slot here is called ${command.slot}`;
    case 'affirm':
    case 'deny':
      return awaited.kind === 'nothing' ? 'no yes or no is awaited' : null;
    case 'skip':
      return awaited.kind === 'value' && !awaited.slot.required
        ? null
        : 'nothing that may stay empty is asked for';
    case 'confirm_again':
    case 'say_back':
    case 'unknown_answer':
      return awaited.kind === 'yes_no' ? null : 'no yes or no is awaited';
    case 'already_done':
      return awaited.kind === 'nothing' && view.hasDone ? null : 'nothing was just done';
    case 'back':
    case 'restart':
      return frame === null ? 'nothing is under way' : null;
    default:
      return null;
  }
}

/** A proposal, and why it is refused; null if it may be carried out. */
export interface Admission {
  proposal: Proposal;
  refused: string | null;
}

/**
 * Refuses commands that the version forbids, and foreign proposals that the query's words do not support. Admitted
 * foreign proposals get the values that our recognisers read.
 */
export const admitted = (proposals: readonly Proposal[], reading: Reading): Admission[] =>
  proposals.map((proposal) => {
    const refused = refusalOf(proposal, reading.view, reading.loaded);
    if (refused !== null || !proposal.isForeign) return { proposal, refused };
    const result = grounded(proposal, reading);
    return typeof result === 'string' ? { proposal, refused: result } : { proposal: result, refused: null };
  });
