import type { CodeExchangeStore } from '../../shared/domain/oauth/exchange-code.ts';
import type { Approval, SignInStore } from '../../shared/domain/sign-in/sign-in.ts';
import type { ApiRequest } from '../../shared/http/request.ts';

/** The parameters of a token request. None is repeated or empty (RFC 6749 §3.2). */
export type Parameters = ReadonlyMap<string, string>;

export interface GrantDependencies {
  signIns: SignInStore;
  exchanges: CodeExchangeStore;
  /** Aliases of `service_user_id`. */
  serviceUserIdAliases: () => readonly string[];
}

/** A way to obtain a token. `prepare` returns a function that signs in and may be called repeatedly. */
export interface Grant {
  grantType: string;
  /** @throws {ParleyError} for missing or invalid parameters, before anything is read */
  prepare(
    request: ApiRequest,
    parameters: Parameters,
    dependencies: GrantDependencies,
  ): () => Promise<Approval>;
}
