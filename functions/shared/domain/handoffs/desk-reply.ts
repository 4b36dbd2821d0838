import { ParleyError } from '../errors.ts';
import { keeper, type RepeatDependencies, Repeated } from '../repeats.ts';
import { type Act, act, type HandoffDependencies } from './acts.ts';

/** An action that somebody took on another platform. */
export interface DeskReply {
  sessionId: string;
  /** The person there, in whose name the conversation is claimed. */
  userId: string;
  /** The name that the end user sees. */
  name: string;
  /** The platform's id of the action, the same for each retry. */
  id: string;
  wanted: Act;
}

export interface DeskDependencies extends HandoffDependencies, RepeatDependencies {
  isSuspended(institution: string): Promise<boolean>;
}

/**
 * Claims a conversation for somebody on another platform and carries out their action, once even if the platform sends
 * it repeatedly.
 * @returns false if the conversation has ended, or is with the assistant again, or the institution is suspended
 */
export async function replyFromDesk(
  deps: DeskDependencies,
  institution: string,
  { sessionId, userId, name, id, wanted }: DeskReply,
  now: number,
): Promise<boolean> {
  const owner = { institution, userId };
  const asked = JSON.stringify([sessionId, wanted]);
  const keep = keeper(deps, { owner, idempotencyKey: id, asked, now });
  try {
    await keep('');
    // Nobody there has a credential of ours that could be refused.
    if (await deps.isSuspended(institution)) return false;
    await act(deps, owner, sessionId, { action: 'claim', name, takesOver: true }, now);
    await act(deps, owner, sessionId, wanted, now, { keep, write: () => '{}' });
    return true;
  } catch (error) {
    if (error instanceof Repeated) return true;
    if (!(error instanceof ParleyError) || error.details.retryAfterSeconds !== undefined) throw error;
    return false;
  }
}
