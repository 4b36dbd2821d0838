import type { Principal } from '../credentials/principal.ts';
import type { DeploymentKey } from '../deployment-key.ts';
import { ParleyError } from '../errors.ts';
import { type SessionOwner, sessionKey } from '../query/dialog.ts';
import { SESSION_LIFETIME_MS } from '../query/sessions.ts';
import type { RandomBytes } from '../random.ts';
import type { Keep } from '../repeats.ts';
import { NONCE_BYTES } from '../sealing.ts';
import type { HandoffStore, OwnedSession, SessionChange } from './handoff-store.ts';
import {
  type Handoff,
  isNobodyThere,
  type Message,
  newHandoff,
  OWNED_LIFETIME_MS,
  openHeld,
  sealHeld,
  TYPING_MS,
  type WordsSeal,
  withMessages,
} from './handoffs.ts';

/** A person's action on a conversation. */
export type Act =
  /** Claims the conversation under a name that the end user sees; `takesOver` allows taking it from somebody else. */
  | { action: 'claim'; name: string; takesOver: boolean }
  | { action: 'answer'; text: string }
  /** Adds a text that only people see. */
  | { action: 'note'; text: string }
  /** Returns the conversation to the assistant, with texts for slots by name and perhaps a last message. */
  | { action: 'hand_back'; slots: Record<string, string>; text?: string }
  /** Ends the conversation, perhaps with a last message. The next query begins a new one. */
  | { action: 'close'; text?: string };

export interface HandoffDependencies {
  handoffs: HandoffStore;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** Maximum number of attempts to write a change while others change the same conversation. */
const ATTEMPTS = 8;

/**
 * Carries out a person's action and adds its messages to the conversation.
 * @param keep stores the answer for a retry
 * @returns the handoff after the action
 * @throws {ParleyError} `not_found`; `conflict` if the person may not continue the conversation
 */
export async function act(
  deps: HandoffDependencies,
  { institution, userId }: Pick<Principal, 'institution' | 'userId'>,
  sessionId: string,
  wanted: Act,
  now: number,
  keep?: { keep: Keep; write: (handoff: Handoff) => string },
): Promise<Handoff> {
  // A retry gets the stored answer, even if the conversation has changed since.
  await keep?.keep('');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const handoff = await liveHandoff(deps.handoffs, { institution, sessionId }, now);
    const session = await deps.handoffs.findSession(handoff.sessionKey);
    if (session?.sessionId !== sessionId) throw unknownHandoff();
    refuseWrongOwner(handoff, wanted, userId);
    const seal = await sealOf(deps, handoff);
    const { next, said, to } = changeOf(handoff, wanted, userId, seal, now);
    const change = withMessages(handoff, next, said, { seal, now, people: session.people });
    const kept = keep && (await keep.keep(keep.write(change.next)));
    if (await deps.handoffs.write(change, { to, endsAt: change.next.endsAt }, kept)) return change.next;
  }
  throw busy();
}

/** @throws {ParleyError} `not_found`, also if the conversation was never handed over or has ended */
export async function liveHandoff(
  handoffs: Pick<HandoffStore, 'find'>,
  { institution, sessionId }: Pick<Handoff, 'institution' | 'sessionId'>,
  now: number,
): Promise<Handoff> {
  const handoff = await handoffs.find(institution, sessionId);
  if (handoff === undefined || handoff.status === 'told' || now >= handoff.endsAt) throw unknownHandoff();
  return handoff;
}

const unknownHandoff = (): ParleyError =>
  new ParleyError('not_found', 'No conversation with this session_id was handed over to people.');

const busy = (): ParleyError =>
  new ParleyError('conflict', 'The conversation has changed at the same moment. Please retry.', {
    retryAfterSeconds: 1,
  });

function refuseWrongOwner({ status, claim }: Handoff, wanted: Act, userId: string): void {
  if (status !== 'waiting' && status !== 'claimed') {
    throw new ParleyError('conflict', 'The conversation is with the assistant again.');
  }
  const isMine = claim?.userId === userId;
  if (wanted.action === 'note') return;
  if (wanted.action === 'claim') {
    if (claim === undefined || isMine || wanted.takesOver) return;
    throw new ParleyError(
      'conflict',
      'Somebody else has claimed the conversation; send take_over to take it.',
    );
  }
  if (!isMine) throw new ParleyError('conflict', 'Claim the conversation first.');
}

/**
 * Shows the end user for some seconds that a person is typing.
 * @throws {ParleyError} like `act`
 */
export async function showTyping(
  { handoffs }: Pick<HandoffDependencies, 'handoffs'>,
  { institution, userId }: Pick<Principal, 'institution' | 'userId'>,
  sessionId: string,
  now: number,
): Promise<Handoff> {
  const handoff = await liveHandoff(handoffs, { institution, sessionId }, now);
  refuseWrongOwner(handoff, { action: 'answer', text: '' }, userId);
  const { claim, sequence } = handoff;
  await handoffs.sign(handoff, { name: claim?.name ?? '', until: now + TYPING_MS, sequence });
  return handoff;
}

interface ActChange {
  next: Partial<Handoff>;
  said: Omit<Message, 'sequence' | 'at'>[];
  to: Exclude<SessionChange['to'], 'as it is'>;
}

function changeOf(handoff: Handoff, wanted: Act, userId: string, seal: WordsSeal, now: number): ActChange {
  const owned = { endsAt: now + OWNED_LIFETIME_MS };
  const ended = { endsAt: now + SESSION_LIFETIME_MS };
  const by = { userId, ...(handoff.claim && { name: handoff.claim.name }) };
  const say = (text: string | undefined) =>
    text === undefined ? [] : [{ from: 'person' as const, ...by, text }];
  const held = openHeld(handoff.held, seal);
  switch (wanted.action) {
    case 'claim': {
      const claim = { userId, name: wanted.name };
      return { next: { ...owned, status: 'claimed', claim }, said: [], to: 'people' };
    }
    case 'answer':
      return { next: owned, said: say(wanted.text), to: 'people' };
    case 'note':
      return { next: owned, said: [{ from: 'note', userId, text: wanted.text }], to: 'people' };
    case 'hand_back': {
      const back = { from: 'assistant' as const, text: held.back };
      return {
        next: { ...ended, status: 'returned', held: sealHeld({ ...held, returned: wanted.slots }, seal) },
        said: [...say(wanted.text), back],
        to: 'returned',
      };
    }
    case 'close':
      return { next: { ...ended, status: 'closed' }, said: say(wanted.text), to: 'returned' };
  }
}

const sealOf = async (
  { deploymentKey, random }: HandoffDependencies,
  { institution, sessionId }: Pick<Handoff, 'institution' | 'sessionId'>,
): Promise<WordsSeal> => ({
  deploymentKey: await deploymentKey(),
  institution,
  sessionId,
  nonce: () => random(NONCE_BYTES),
});

/**
 * A dialog's session.
 * @throws {ParleyError} `not_found` for an unknown or ended session, or another user's session
 */
export async function sessionOfDialog(
  handoffs: Pick<HandoffStore, 'findSession'>,
  owner: SessionOwner,
  dialog: string,
  now: number,
): Promise<OwnedSession & { sessionKey: string }> {
  const key = sessionKey(owner, dialog);
  const session = await handoffs.findSession(key);
  if (session === undefined || now >= session.endsAt) {
    throw new ParleyError('not_found', 'The dialog is unknown or has ended.');
  }
  return { ...session, sessionKey: key };
}

/**
 * Adds a message of business logic to a dialog, whoever owns it.
 * @returns the handoff, whose `sequence` is the number of the message
 */
export async function tell(
  deps: HandoffDependencies,
  owner: SessionOwner,
  dialog: string,
  text: string,
  now: number,
  keep?: { keep: Keep; write: (handoff: Handoff) => string },
): Promise<Handoff> {
  const { institution } = owner;
  await keep?.keep('');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const session = await sessionOfDialog(deps.handoffs, owner, dialog, now);
    const { sessionId, people, endsAt, owner: _, ...place } = session;
    const found = await deps.handoffs.find(institution, sessionId);
    const previous = found ?? newHandoff({ ...place, institution, sessionId }, now);
    const said = [{ from: 'business_logic' as const, text }];
    const seal = await sealOf(deps, { institution, sessionId });
    const change = withMessages(previous, found ? {} : { endsAt }, said, { seal, now, people });
    const kept = keep && (await keep.keep(keep.write(change.next)));
    if (await deps.handoffs.write(change, { to: 'as it is' }, kept)) return change.next;
  }
  throw busy();
}

/**
 * Tells the user, once, that nobody has claimed the conversation in time. Returns it to the assistant if its author
 * wants that.
 */
export async function tellIfNobodyThere(
  deps: HandoffDependencies,
  { institution, sessionId, people }: { institution: string; sessionId: string; people: readonly string[] },
  now: number,
): Promise<void> {
  const handoff = await deps.handoffs.find(institution, sessionId);
  if (handoff === undefined || !isNobodyThere(handoff, now)) return;
  const seal = await sealOf(deps, handoff);
  const said = [{ from: 'assistant' as const, text: openHeld(handoff.held, seal).nobody }];
  const goesBack = handoff.whenNobody === 'back';
  const endsAt = now + (goesBack ? SESSION_LIFETIME_MS : OWNED_LIFETIME_MS);
  const next = { isNobodyTold: true, endsAt, ...(goesBack && { status: 'returned' as const }) };
  const change = withMessages(handoff, next, said, { seal, now, people });
  // If another change has come first, the next look checks again.
  await deps.handoffs.write(change, { to: goesBack ? 'returned' : 'people', endsAt });
}
