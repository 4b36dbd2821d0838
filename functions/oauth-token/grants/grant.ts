import { fieldError } from '../../shared/domain/errors.ts';
import type { Approval, SignInStore } from '../../shared/domain/sign-in.ts';
import type { ApiRequest } from '../../shared/http/request.ts';

/** The parameters of a token request; each was sent once and has a value (RFC 6749 §3.2). */
export type Parameters = ReadonlyMap<string, string>;

export interface GrantDependencies {
  signIns: SignInStore;
  /** Other names under which `service_user_id` is accepted. */
  serviceUserIdAliases: () => readonly string[];
}

/** One way to obtain a token. What it returns signs in, as often as it is asked. */
export interface Grant {
  grantType: string;
  /** @throws {ParleyError} for parameters that are missing or wrong, before anything is read */
  prepare(
    request: ApiRequest,
    parameters: Parameters,
    dependencies: GrantDependencies,
  ): () => Promise<Approval>;
}

/** @throws {ParleyError} `invalid_request` that names the parameter */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw fieldError(name, 'send this parameter');
  return value;
}

/** A parameter that may be left out, as a property that may. */
export function optional<Name extends string>(parameters: Parameters, name: Name): { [Key in Name]?: string };
export function optional(parameters: Parameters, name: string): Record<string, string> {
  const value = parameters.get(name);
  return value === undefined ? {} : { [name]: value };
}
