import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import type { View } from '../view.ts';
import { type Evidence, Hearing, type Rule } from './hearing.ts';
import { ON_CHOICE } from './on-choice.ts';
import { ON_NOTHING } from './on-nothing.ts';
import { ON_VALUE } from './on-value.ts';
import { ON_YES_NO } from './on-yes-no.ts';

/** The rules by what is awaited. The first that decides wins. */
const RULES: Readonly<Record<View['awaited']['kind'], readonly Rule[]>> = {
  yes_no: ON_YES_NO,
  value: ON_VALUE,
  choice: ON_CHOICE,
  nothing: ON_NOTHING,
};

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
  const hearing = new Hearing(view, proposals, evidence);
  let decided: Proposal[] | null = null;
  for (const rule of RULES[view.awaited.kind]) decided ??= rule(hearing);
  const chosen = decided ?? [];
  const rejected = proposals.filter((proposal) => !chosen.includes(proposal));
  return { chosen, reasons: new Map(rejected.map((proposal) => [proposal, whyNot(proposal, chosen)])) };
}

function whyNot({ score }: Proposal, [first]: readonly Proposal[]): string {
  if (score < CERTAINTY.doubt) return 'too unlikely';
  return first === undefined ? 'not sure enough' : `${first.command.do} is meant`;
}
