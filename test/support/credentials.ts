import { examineCredential } from '../../functions/shared/domain/credentials/credentials.ts';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';

/** The principal of a credential, or undefined if it is invalid. */
export async function resolveCredential(
  ...credential: Parameters<typeof examineCredential>
): Promise<Principal | undefined> {
  const examined = await examineCredential(...credential);
  return examined?.refusal === undefined ? examined?.principal : undefined;
}
