import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { anyOf, documentOfQuestion, type Hearing, isCertain, type Rule, surest } from './hearing.ts';

/** The rules while the user chooses between labels. */
export const ON_CHOICE: readonly Rule[] = [
  chosenLabel,
  otherWish,
  (hearing) => anyOf([hearing.likely('cancel', 'deny')]),
  (hearing) => anyOf([hearing.talk]),
  documentOfQuestion,
  (hearing) => hearing.invent({ do: 'repeat' }),
];

/** One of the labels, if it is likelier than the others. */
function chosenLabel({ view: { awaited }, all }: Hearing): Proposal[] | null {
  if (awaited.kind !== 'choice') return null;
  const best = (labels: readonly string[]) =>
    surest(all.filter(({ command }) => command.do === 'start' && labels.includes(command.label)));
  const first = best(awaited.labels);
  if (first?.command.do !== 'start' || first.score < CERTAINTY.doubt) return null;
  const { label } = first.command;
  const second = best(awaited.labels.filter((other) => other !== label));
  return first.score > (second?.score ?? 0) ? [first] : null;
}

/** A sure wish for a third label. */
function otherWish({ whole }: Hearing): Proposal[] | null {
  return whole !== undefined && (whole.score >= CERTAINTY.sure || isCertain(whole)) ? [whole] : null;
}
