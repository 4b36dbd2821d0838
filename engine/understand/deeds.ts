import { isDeed } from '../deeds.ts';
import { isNew } from './arbitrate/hearing.ts';
import { CERTAINTY } from './certainty.ts';
import type { Proposal } from './commands.ts';
import type { View } from './view.ts';

/**
 * What holds of the chosen commands of every query, whatever was proposed and how it was weighed:
 *
 * - A yes to a deed stands without a no beside it, and without a value that was not said back. With a no it is asked
 *   about again; with such a value, the value is said back.
 * - In a deed, a value beside a no gives nothing: the no is carried out.
 *
 * @param allowed all proposals that were admitted, chosen or not
 */
export function withoutUnasked(
  view: View,
  chosen: readonly Proposal[],
  allowed: readonly Proposal[],
): Proposal[] {
  const { awaited, assistant, frame } = view;
  const no = surestNo(allowed);
  const isInDeed = frame !== null && isDeed(assistant, frame.state.name);
  const gives = ({ command }: Proposal) => command.do === 'set' || command.do === 'clear';
  const kept =
    isInDeed && no !== undefined && chosen.some(gives)
      ? [...chosen.filter((proposal) => !gives(proposal) && !isReply(proposal)), no]
      : [...chosen];
  if (awaited.kind !== 'yes_no' || !awaited.isDeed) return kept;
  const yes = kept.find(({ command }) => command.do === 'affirm');
  if (yes === undefined) return kept;
  const others = kept.filter(({ command }) => command.do !== 'affirm');
  if (others.some((proposal) => gives(proposal) && isNew(view, proposal))) return others;
  if (no === undefined && !others.some(({ command }) => isNo(command.do))) return kept;
  return [
    { ...yes, command: { do: 'confirm_again' }, by: 'arbiter' },
    ...others.filter((one) => !isReply(one)),
  ];
}

const isNo = (what: Proposal['command']['do']): boolean => what === 'deny' || what === 'cancel';

const isReply = ({ command }: Proposal): boolean => command.do === 'affirm' || isNo(command.do);

/** The surest no, or wish to leave, that is likelier than not. */
const surestNo = (allowed: readonly Proposal[]): Proposal | undefined =>
  allowed
    .filter(({ command, score }) => isNo(command.do) && score >= CERTAINTY.likely)
    .sort((a, b) => b.score - a.score)[0];
