import { type DialogState, readState } from '../../engine/dialogue/state.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { HeardTurn } from '../shared/domain/conversations/conversations.ts';
import { fieldError, ParleyError, unavailable } from '../shared/domain/errors.ts';
import type { QueryRequest } from '../shared/domain/query/query-request.ts';
import type { IdempotencyRecord, Opening, Selector, Session } from '../shared/domain/query/sessions.ts';
import { versionFor } from '../shared/domain/versions/assignments.ts';
import { type LoadVersion, RETRY_AFTER_SECONDS } from './assistants.ts';
import { openState } from './sealed.ts';

/** The part of a query's processing that stays the same when its turn is computed again. */
export interface Plan {
  qid: string;
  selector: Selector;
  /** The key under which the answer is stored for a retry, and the fingerprint that identifies the request. */
  record?: Pick<IdempotencyRecord, 'key' | 'fingerprint'>;
  /** The dialog whose session is looked up first. */
  givenDialog?: string;
  /** The dialog of a new session: a random one, or the one derived from the seed. */
  freshDialog: string;
}

/** A session about to take a turn, existing or new. */
export interface Conversation {
  loaded: LoadedAssistant;
  dialog: string;
  /** The stored session that this turn replaces. */
  previous?: Session;
  session: Pick<Session, 'sessionId' | 'versionId' | 'application'>;
  /** The state of the conversation; absent in a new session. */
  state?: StoredState;
}

/** The engine's state, plus the log's summary of the turn before and the number of consecutive failed turns. */
export type StoredState = DialogState & { logged?: HeardTurn; failures?: number };

/**
 * Finds the session to continue and its assistant, or begins a session with the requested version.
 * @param dialog the dialog of the session that was looked up
 * @param deploymentKey a session that this key cannot open has ended, and so has one whose state is of an incompatible
 * release
 * @throws {ParleyError} `invalid_request` for an unknown version or application, also if a session continues;
 * `conflict` if there is no version to begin with; `temporarily_unavailable` if its artifact is missing
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
    // A seed's new session replaces the ended session under the same key; any other new session has its own key.
    ...(session !== undefined && dialog === plan.freshDialog && { previous: session }),
  };
}

function refuseUnknown(selector: Selector, { application }: QueryRequest): void {
  if ('versionId' in selector) {
    throw fieldError('ai_version', 'no AI version has this id; send another, or omit the field');
  }
  if (application !== undefined) {
    throw fieldError('application', 'no AI version is assigned to it; send another, or omit the field');
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
