import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { anyOf, documentOfQuestion, type Hearing, isCertain, type Rule } from './hearing.ts';

/** The rules while the user chooses between labels. */
export const ON_CHOICE: readonly Rule[] = [
  chosenLabel,
  otherWish,
  (hearing) => anyOf([hearing.likely('cancel', 'deny')]),
  (hearing) => anyOf([hearing.talk]),
  documentOfQuestion,
  (hearing) => hearing.invent({ do: 'repeat' }),
];

/** The likeliest of the labels. */
function chosenLabel(hearing: Hearing): Proposal[] | null {
  const { awaited } = hearing.view;
  const first = hearing.start(({ label }) => awaited.kind === 'choice' && awaited.labels.includes(label));
  return first !== undefined && first.score >= CERTAINTY.doubt ? [first] : null;
}

/** A sure wish for a third label. */
function otherWish({ whole }: Hearing): Proposal[] | null {
  return whole !== undefined && (whole.score >= CERTAINTY.sure || isCertain(whole)) ? [whole] : null;
}
