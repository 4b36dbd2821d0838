import { changeClient } from '../institutions/client-changes.ts';
import { operatorEvent } from '../institutions/operator-events.ts';
import { noSuchUser } from '../institutions/user-changes.ts';
import { withdrawConsent } from '../oauth/consent-withdrawal.ts';
import { type ClientDependencies, sweepTokens, type TokenSelection } from '../oauth/token-sweep.ts';

/**
 * Revokes tokens from the next request on, and everything that could still become a token under the old consent:
 * codes and, for a user or an institution, browser sessions. Keys stay. For one client of one user, this equals the
 * user's own withdrawal. After a partial failure, the same call completes it.
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
    // Only the user's revision changes, which invalidates everything made under the earlier one.
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
