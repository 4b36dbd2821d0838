import type { JSX } from 'preact';
import type { Handoff } from '../typescript/index.ts';
import { useTexts } from './language.ts';

/** Who owns a conversation. */
export function Standing({ handoff }: { handoff: Handoff }): JSX.Element {
  const { inbox: words } = useTexts();
  const { status, answer_by, claimed_by } = handoff;
  const isOverdue = status === 'waiting' && Date.now() > Date.parse(answer_by);
  return <span class={isOverdue ? 'outcome failed' : 'outcome'}>{standing()}</span>;

  function standing(): string {
    if (status === 'returned' || status === 'closed') return words[status];
    if (claimed_by === null) return isOverdue ? words.overdue : words.waiting;
    return claimed_by.is_you ? words.claimedByYou(claimed_by.name) : words.claimedBy(claimed_by.name);
  }
}

/** Why a conversation was handed over. */
export function Reason({ of: { reason } }: { of: Handoff }): JSX.Element {
  const { reasons } = useTexts().inbox;
  return <>{Object.entries(reasons).find(([known]) => known === reason)?.[1] ?? reason}</>;
}
