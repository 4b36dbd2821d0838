import { isDeed } from '../deeds.ts';
import { isNew, surest } from './arbitrate/hearing.ts';
import { CERTAINTY } from './certainty.ts';
import { givesValue, type Proposal } from './commands.ts';
import { awaitsDeed, type View } from './view.ts';

/**
 * Safety rules for the chosen commands of every query, regardless of proposals and scores:
 *
 * - A yes to a deed counts only without a no and without a new value. With a no, the question is asked again; a new
 *   value is said back first.
 * - Within a deed, a no discards the values beside it.
 *
 * @param allowed all admitted proposals, chosen or not
 */
export function withoutUnasked(
  view: View,
  chosen: readonly Proposal[],
  allowed: readonly Proposal[],
): Proposal[] {
  const { assistant, frame } = view;
  /** The surest no or cancel that is more likely than not. */
  const no = surest(allowed.filter(({ command, score }) => isNo(command.do) && score >= CERTAINTY.likely));
  const isInDeed = frame !== null && isDeed(assistant, frame.state.name);
  const gives = ({ command }: Proposal) => givesValue(command);
  const kept =
    isInDeed && no !== undefined && chosen.some(gives)
      ? [...chosen.filter((proposal) => !gives(proposal) && !isReply(proposal)), no]
      : [...chosen];
  if (!awaitsDeed(view)) return kept;
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
