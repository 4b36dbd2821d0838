import type { Grant } from '../functions/shared/domain/credentials/principal.ts';
import type { Scope } from '../functions/shared/domain/credentials/scopes.ts';
import type { ClientSettings } from '../functions/shared/domain/institutions/client-changes.ts';

/** The options for creating or changing a client. */
export interface ClientOptions {
  displayName?: string;
  grants?: Grant[];
  scopes?: Scope[];
  redirectUri?: string[];
  requirePkce?: boolean;
}

/** The given settings, without omitted ones. */
export const settingsOf = (options: ClientOptions): ClientSettings => ({
  ...(options.displayName === undefined ? {} : { displayName: options.displayName }),
  ...(options.grants === undefined ? {} : { grants: options.grants }),
  ...(options.scopes === undefined ? {} : { scopes: options.scopes }),
  ...(options.redirectUri === undefined ? {} : { redirectUris: options.redirectUri }),
  ...(options.requirePkce === undefined ? {} : { requiresPkce: options.requirePkce }),
});
