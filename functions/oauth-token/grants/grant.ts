import type { CodeExchangeStore } from '../../shared/domain/oauth/exchange-code.ts';
import type { Approval, SignInStore } from '../../shared/domain/sign-in/sign-in.ts';
import type { ApiRequest } from '../../shared/http/request.ts';

/** The parameters of a token request; each was sent once and has a value (RFC 6749 §3.2). */
export type Parameters = ReadonlyMap<string, string>;

export interface GrantDependencies {
  signIns: SignInStore;
  exchanges: CodeExchangeStore;
  /** Other names under which `service_user_id` is accepted. */
  serviceUserIdAliases: () => readonly string[];
}

/** A way to obtain a token. The function that it returns signs in, as often as it is called. */
export interface Grant {
  grantType: string;
  /** @throws {ParleyError} for parameters that are missing or wrong, before anything is read */
  prepare(
    request: ApiRequest,
    parameters: Parameters,
    dependencies: GrantDependencies,
  ): () => Promise<Approval>;
}
