import { deedsOf, type OpenReason } from '../../engine/deeds.ts';
import type { DeedWay, VersionDeed } from '../../functions/shared/domain/versions/deeds.ts';
import { compileGraph } from '../compile-graph.ts';
import { deedProof } from '../deed-proof.ts';
import { hasErrors } from '../findings.ts';
import { type CheckContext, reportKey } from './context.ts';

/** What the graph does not tell, and why. */
const OPEN: Readonly<Record<OpenReason, string>> = {
  label: 'a yes leads to it, its utterances too, and its business logic may act at once',
  no_business_logic: 'a yes leads to it, and its competency has no business logic',
  own_yes: 'no yes but its own leads to it',
  slot: 'a value leads to it, and no yes',
};

/**
 * Warns of states of which the graph does not tell whether they do something, and of ways into deeds that no question
 * guards or whose question does not tell all values. Checks files without errors alone.
 */
export function checkDeeds(context: CheckContext): void {
  if (hasErrors(context.findings)) return;
  const assistant = compileGraph(context.assistant, context.authored);
  for (const [name, reason] of deedsOf(assistant).open)
    warn(
      context,
      name,
      `whether the state ${name} does something is open: ${OPEN[reason]}. Write deed: true or deed: false`,
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
      `a query enters the deed ${state} and nobody is asked: let a yes lead to it, or write deed: false`,
    );
  if (guard === 'asked')
    faults.push(
      `a value leads from ${from} to the deed ${state}, so Parley asks by confirm_wish: let a yes lead to it, or write deed: false`,
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
        `${from} does not tell ${slot} (${places.join(', ')}) before the yes to the deed ${state}: add {{${slot}}} to its say, or said_back: false to the slot`,
      );
  return faults;
}
