import { deedsOf, type OpenReason } from '../../engine/deeds.ts';
import type { DeedWay, VersionDeed } from '../../functions/shared/domain/versions/deeds.ts';
import { compileGraph } from '../compile-graph.ts';
import { deedProof } from '../deed-proof.ts';
import { hasErrors } from '../findings.ts';
import { type CheckContext, reportKey } from './context.ts';

/** Why the graph does not determine whether a state is a deed. */
const OPEN: Readonly<Record<OpenReason, string>> = {
  label: 'both a yes and its utterances lead to it, and its business logic may act at once',
  no_business_logic: 'a yes leads to it, and its competency has no business logic',
  own_yes: 'only a yes to itself leads to it',
  slot: 'a value leads to it, but no yes',
};

/**
 * Warns of states that may be deeds, of ways into deeds without a confirming question, and of confirming
 * questions that omit values. Only for files without errors.
 */
export function checkDeeds(context: CheckContext): void {
  if (hasErrors(context.findings)) return;
  const assistant = compileGraph(context.assistant, context.authored);
  for (const [name, reason] of deedsOf(assistant).open)
    warn(
      context,
      name,
      `it is unclear whether the state ${name} is a deed: ${OPEN[reason]}. Write deed: true or deed: false`,
    );
  for (const deed of deedProof(assistant))
    for (const way of deed.ways)
      for (const message of faultsOf(deed, way)) warn(context, deed.state, message);
}

function warn(context: CheckContext, state: string, message: string): void {
  const competency = context.authored.competencies.find(({ form }) => Object.hasOwn(form.states, state));
  if (competency !== undefined) reportKey(context, 'warning', competency.source, ['states', state], message);
}

function faultsOf({ state }: VersionDeed, { from, on, guard, unsaid }: DeedWay): string[] {
  const faults: string[] = [];
  if (guard === 'none')
    faults.push(
      `a query leads to the deed ${state} without confirmation: let a yes lead to it, or write deed: false`,
    );
  if (guard === 'asked')
    faults.push(
      `a value leads from ${from} to the deed ${state}, so Parley asks with confirm_wish: let a yes lead to it, or write deed: false`,
    );
  if (guard === 'closed') {
    const what = on === 'retries' ? 'on_retries_exhausted of' : `the transition on ${on} of`;
    faults.push(
      `${what} ${from} leads to the deed ${state} and is never taken: name another state, or write deed: false`,
    );
  }
  for (const { slot, in: places, perhaps } of unsaid)
    if (!perhaps)
      faults.push(
        `${from} does not name ${slot} (${places.join(', ')}) before the yes to the deed ${state}: add {{${slot}}} to its say, or said_back: false to the slot`,
      );
  return faults;
}
