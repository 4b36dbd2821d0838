import { changeClient } from '../institutions/client-changes.ts';
import { operatorEvent } from '../institutions/operator-events.ts';
import { noSuchUser } from '../institutions/user-changes.ts';
import { withdrawConsent } from '../oauth/consent-withdrawal.ts';
import { type ClientDependencies, sweepTokens, type TokenSelection } from '../oauth/token-sweep.ts';

/**
 * Revokes tokens, which are refused from the next request on, and whatever can still become one by what was allowed
 * before: codes, and of a user or an institution the browsers that are signed in. Keys stay. Of one client of one user
 * it is what that user's own withdrawal is. Where it fails halfway, the same call again completes it.
 * @returns how many tokens were revoked
 * @throws {ParleyError} `not_found`
 */
export async function revokeTokens(operator: ClientDependencies, selection: TokenSelection): Promise<number> {
  const { institution, userId, clientId } = selection;
  const target = userId ?? clientId ?? institution;
  const event = operatorEvent(operator, { action: 'token.revoke', institution, target });
  if (userId !== undefined && clientId !== undefined) {
    return withdrawConsent(operator, { institution, userId }, clientId, event);
  }
  if (userId !== undefined) {
    // Nothing of the user changes but the revision, and with it goes what was made for the one before.
    if ((await operator.users.change({ institution, userId }, {}, event)) === undefined) {
      throw noSuchUser({ institution, userId });
    }
  } else if (clientId !== undefined) {
    await changeClient(operator, clientId, event, ({ revision }) => ({ revision: revision + 1 }));
  } else {
    await operator.audit.record(event);
  }
  return sweepTokens(operator, selection);
}
