import { signInUser } from '../../shared/domain/sign-in.ts';
import { type Grant, optional, required } from './grant.ts';

/** Password grant (SPEC §4.1, RFC 6749 §4.3). A client's credentials are not needed, and ignored if sent. */
export const passwordGrant: Grant = {
  grantType: 'password',
  prepare({ sourceIp, now }, parameters, { signIns }) {
    const attempt = {
      username: required(parameters, 'username'),
      password: required(parameters, 'password'),
      ...optional(parameters, 'institution'),
      ...optional(parameters, 'scope'),
      sourceIp,
      now,
    };
    return () => signInUser(signIns, attempt);
  },
};
