import type { CompiledCompetency } from '../../assistant.ts';
import type { Command } from '../../understand/commands.ts';
import type { ExplainedProposal } from '../explanation.ts';

/** The kind of a turn, named as in the original service (`cs_yes`, `transfer_start`) or by the author. */
export interface TurnLabel {
  name: string;
  /** The probability of the label, 0…1; 1 if it did not depend on the user's words. */
  probability: number;
}

const REPLIES: Partial<Record<Command['do'], string>> = {
  affirm: 'cs_yes',
  deny: 'cs_no',
  cancel: 'cs_cancel',
};

/** The suffixes of labels that begin with a competency's name. */
const ENDINGS: Partial<Record<Command['do'], string>> = {
  start: 'start',
  restart: 'start',
  set: 'update',
  clear: 'update',
  skip: 'update',
  correct: 'update',
  back: 'update',
  unknown_value: 'update',
};

/**
 * The label of a turn in a competency: its yes, no or cancel; otherwise its start; otherwise its update, for which a
 * slot may have its own label.
 * @param commands the commands executed in the competency
 * @param proposals all of the turn's proposals, for the probabilities
 * @returns null if no label fits
 */
export function labelOf(
  commands: readonly Command[],
  { name, slots }: Pick<CompiledCompetency, 'name' | 'slots'>,
  proposals: readonly ExplainedProposal[],
): TurnLabel | null {
  const reply = commands.find(({ do: what }) => REPLIES[what] !== undefined);
  if (reply !== undefined)
    return { name: REPLIES[reply.do] ?? '', probability: surenessOf(reply, proposals) };
  const deed =
    commands.find(({ do: what }) => ENDINGS[what] === 'start') ??
    commands.find(({ do: what }) => ENDINGS[what] !== undefined);
  if (deed === undefined) return null;
  const given = commands.flatMap((command) => ('slot' in command ? [command.slot] : []));
  const labelled =
    deed.do === 'start' ? undefined : slots.find((slot) => slot.label && given.includes(slot.name));
  return { name: labelled?.label ?? `${name}_${ENDINGS[deed.do]}`, probability: surenessOf(deed, proposals) };
}

function surenessOf(command: Command, proposals: readonly ExplainedProposal[]): number {
  if (command.do === 'start' && command.probability !== null) return command.probability;
  const scores = proposals
    .filter((proposal) => proposal.command === command.do && proposal.became === 'applied')
    .map(({ score }) => score);
  return scores.length === 0 ? 1 : Math.max(...scores);
}
