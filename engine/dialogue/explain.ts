import type { CompiledTransition } from '../assistant.ts';
import type { Explanation } from './turn.ts';
import type { Turn } from './turn-context.ts';

/** The transitions of the state that the query came in and that were not taken, each with the reason. */
export function declinedTransitions({ current, before, explanation }: Turn): Explanation['declined'] {
  if (current === null) return [];
  const { name: from, transitions } = current.state;
  const isTaken = ({ on, to }: CompiledTransition) =>
    explanation.transitions.some((taken) => taken.from === from && taken.on === on && to.includes(taken.to));
  const left = explanation.transitions.some(({ on }) => on === 'classification' || on === 'choice');
  return transitions
    .filter((transition) => !isTaken(transition))
    .map(({ on, to, slot }) => {
      const reason = left
        ? 'the query led to another label'
        : whyDeclined(on, slot, before.asked, explanation);
      return { from, to, on, reason };
    });
}

function whyDeclined(
  on: CompiledTransition['on'],
  slot: CompiledTransition['slot'],
  asked: string | null,
  { businessLogic }: Explanation,
): string {
  if (on === 'business_logic') {
    if (businessLogic === null) return 'the business logic was not called';
    return businessLogic === 'failed'
      ? 'the call of the business logic failed'
      : 'the business logic did not ask for it';
  }
  if (on === 'slot') {
    const wanted = slot?.is === null || slot === null ? 'a value' : slot.is.join(' or ');
    return `the slot ${slot?.name ?? ''} does not hold ${wanted}, or an earlier transition was taken`;
  }
  if (on !== 'cancel' && asked !== null) return `the slot ${asked} was asked for`;
  return `the query says more or other than ${on}`;
}

/** Why the turn was decided as it was, in a sentence. */
export function reasonOf({ decision, ranked, outOfScope, outcome, slots }: Explanation): string {
  const [first, second] = ranked;
  const share = (value: number | null | undefined) => (value ?? 0).toFixed(2);
  const read =
    outcome === null
      ? ''
      : ` (best label ${first?.label ?? 'none'} ${share(first?.probability)}, out of scope ${share(outOfScope)})`;
  switch (decision) {
    case 'classification':
      return `The query was classified as ${first?.label ?? 'a label'}${read}.`;
    case 'choice':
      return 'The query chose one of the two competencies that were offered.';
    case 'slots':
      return slots.length === 0
        ? `The query stays with what the conversation is about${read}.`
        : `The query gives values to ${slots.map(({ slot }) => slot).join(', ')}${read}.`;
    case 'ambiguous':
      return `${first?.label ?? ''} and ${second?.label ?? ''} are too close to choose${read}.`;
    case 'out_of_scope':
      return outcome === 'matched'
        ? 'The label that was found is not served here.'
        : `The query is below the threshold of what is in scope${read}.`;
    case 'faq':
      return `A document answers the query${read}.`;
    case 'not_understood':
      return `The query is no answer to what was asked${read}.`;
    default:
      return `The query says nothing but ${decision}.`;
  }
}
