import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import type { View } from '../view.ts';
import type { Evidence } from './hearing.ts';
import { OnChoice } from './on-choice.ts';
import { OnNothing } from './on-nothing.ts';
import { OnValue } from './on-value.ts';
import { OnYesNo } from './on-yes-no.ts';

/** The chosen proposals in order, and the reason for each rejection. */
export interface Verdict {
  chosen: Proposal[];
  reasons: ReadonlyMap<Proposal, string>;
}

/**
 * Decides which proposals for a query to carry out. Pure: equal inputs give equal verdicts. Answers to the
 * open question come first, then values, then wishes. A deed needs the most certainty, because it must not
 * happen by mistake.
 */
export function arbitrate(view: View, proposals: readonly Proposal[], evidence: Evidence): Verdict {
  const chosen = decide(view, proposals, evidence);
  const reasons = new Map(
    proposals
      .filter((proposal) => !chosen.includes(proposal))
      .map((proposal) => [proposal, whyNot(proposal, chosen)]),
  );
  return { chosen, reasons };
}

function decide(view: View, proposals: readonly Proposal[], evidence: Evidence): Proposal[] {
  const { awaited } = view;
  switch (awaited.kind) {
    case 'yes_no':
      return new OnYesNo(view, proposals, evidence).decide(awaited);
    case 'value':
      return new OnValue(view, proposals, evidence).decide(awaited.slot);
    case 'choice':
      return new OnChoice(view, proposals, evidence).decide(awaited.labels);
    case 'nothing':
      return new OnNothing(view, proposals, evidence).decide();
  }
}

function whyNot({ score }: Proposal, [first]: readonly Proposal[]): string {
  if (score < CERTAINTY.doubt) return 'too unlikely';
  return first === undefined ? 'not sure enough' : `${first.command.do} is meant`;
}
