import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallError, type ClientCredential, obtainToken } from '../../clients/typescript/index.ts';

/** What a site's own server needs to give its signed-in users a token for the chat. */
export interface TokenUrlOptions {
  /** Of the service: what stands before `/v1`. */
  baseUrl: string;
  client: Pick<ClientCredential, 'clientId' | 'clientSecret'>;
  /** The service's id of who is signed in, by the site's own session; undefined where nobody is. */
  userOf(request: IncomingMessage): Promise<string | undefined>;
  /** `query conversation_write` if the chat offers its users to rate answers. Default `query`. */
  scope?: string;
  /** Told of what kept a token from being obtained. */
  report(error: CallError): void;
}

/**
 * The endpoint that `<parley-chat token-url="…">` asks: a token of the scope for the user of the session. The
 * client's secret stays here. Pages of other sites get none: a browser says of each request from which site it is.
 */
export const tokenUrl =
  ({ baseUrl, client, userOf, scope = 'query', report }: TokenUrlOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const end = (status: number, body: unknown) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(JSON.stringify(body));
    if (request.method !== 'POST') return end(405, { error: 'method_not_allowed' });
    if (!isOwnPage(request)) return end(403, { error: 'other_site' });
    const serviceUserId = await userOf(request);
    if (serviceUserId === undefined) return end(401, { error: 'signed_out' });
    try {
      const credential = { ...client, serviceUserId, scope };
      const { access_token, expires_in } = await obtainToken({ baseUrl, credential });
      end(200, { access_token, expires_in });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      report(error);
      end(502, { error: 'no_token' });
    }
  };

/** Browsers send an `Origin` with every POST; its host is that of the site. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && host !== undefined && URL.parse(origin)?.host === host;
}
