import { signInUser } from '../../shared/domain/sign-in/sign-in.ts';
import { passwordRequest } from '../../shared/http/token-messages.ts';
import { validate } from '../../shared/http/validate.ts';
import type { Grant } from './grant.ts';

/** Password grant (RFC 6749 §4.3). Client credentials are not required and ignored. */
export const passwordGrant: Grant = {
  grantType: 'password',
  prepare({ sourceIp, requestId, now }, parameters, { signIns }) {
    const attempt = validate(passwordRequest, Object.fromEntries(parameters));
    return () => signInUser(signIns, { ...attempt, sourceIp, requestId, now });
  },
};
