import { type DialogState, readState } from '../../engine/dialogue/state.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { fieldError, ParleyError, unavailable } from '../shared/domain/errors.ts';
import type { QueryRequest } from '../shared/domain/query/query-request.ts';
import type { IdempotencyRecord, Opening, Selector, Session } from '../shared/domain/query/sessions.ts';
import { versionFor } from '../shared/domain/versions/assignments.ts';
import { type LoadVersion, RETRY_AFTER_SECONDS } from './assistants.ts';
import { openState } from './sealed.ts';

/** The part of a query that stays the same however often its turn has to be worked out. */
export interface Plan {
  qid: string;
  selector: Selector;
  /**
   * The key of the answer that is kept for a repeat, and the fingerprint that tells whether a request is the same.
   */
  record?: Pick<IdempotencyRecord, 'key' | 'fingerprint'>;
  /** The dialog whose session is looked for first. */
  givenDialog?: string;
  /** The dialog of a session that begins: a new one, or that of the seed. */
  freshDialog: string;
}

/** A session about to take a turn: one that goes on, or one that begins. */
export interface Conversation {
  loaded: LoadedAssistant;
  dialog: string;
  /** The session that the store holds under the key, and which the turn replaces. */
  previous?: Session;
  session: Pick<Session, 'sessionId' | 'versionId' | 'application'>;
  /** The state of the conversation; absent where it begins. */
  state?: DialogState;
}

/**
 * Finds the session and the assistant that go on, or begins a session with the version that was asked for.
 * @param dialog under which the opening's session was looked for
 * @param deploymentKey a session that it does not open is over, as is one whose state no release near this one wrote
 * @throws {ParleyError} `invalid_request` for an unknown version or application, also where a session goes on;
 *   `conflict` where there is no version to begin with, `temporarily_unavailable` where its artifact is missing
 */
export async function openConversation(
  deps: { loadVersion: LoadVersion; newId: () => string },
  asked: { institution: string; request: QueryRequest; receivedAt: number },
  plan: Plan,
  { session, version }: Opening,
  dialog: string,
  deploymentKey: Uint8Array,
): Promise<Conversation> {
  if (version === undefined) refuseUnknown(plan.selector, asked.request);
  if (session !== undefined && asked.receivedAt < session.endsAt) {
    const loaded = await deps.loadVersion(asked.institution, session.versionId);
    const opened = openState(session.state, { deploymentKey, dialog });
    const state = opened === undefined ? undefined : readState(opened);
    if (loaded !== undefined && state !== undefined) {
      return { loaded, dialog, previous: session, session, state };
    }
  }
  const target = 'target' in plan.selector ? plan.selector.target : '';
  const selected = version && versionFor(version, asked.institution, target, asked.request.externalUserId);
  const { loaded, versionId } = await loadSelected(deps.loadVersion, asked.institution, selected);
  const { application } = asked.request;
  return {
    loaded,
    dialog: plan.freshDialog,
    session: {
      sessionId: deps.newId(),
      versionId,
      ...(application === undefined ? {} : { application }),
    },
    // A seed's session takes the place of the one that has ended; any other begins under a key of its own.
    ...(session !== undefined && dialog === plan.freshDialog && { previous: session }),
  };
}

function refuseUnknown(selector: Selector, { application }: QueryRequest): void {
  if ('versionId' in selector) {
    throw fieldError('ai_version', 'no AI version has this UUID; send another, or leave the field out');
  }
  if (application !== undefined) {
    throw fieldError('application', 'no AI version is assigned to it; send another, or leave the field out');
  }
}

async function loadSelected(load: LoadVersion, institution: string, versionId: string | undefined) {
  if (versionId === undefined) {
    throw new ParleyError(
      'conflict',
      'No default AI version is set. Send application or ai_version, or have an operator run "parley ai default".',
    );
  }
  const loaded = await load(institution, versionId);
  if (loaded === undefined) {
    throw unavailable(new Error(`the artifact of AI version ${versionId} is missing`), RETRY_AFTER_SECONDS);
  }
  return { loaded, versionId };
}
