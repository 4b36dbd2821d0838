import type { ApiRequest } from './request.ts';

/**
 * The issuer's identifier (RFC 8414 §2, RFC 9207): what the deployment sets as `ISSUER`, else the address at which
 * the gateway was reached.
 */
export const issuerOf = ({ baseUrl }: Pick<ApiRequest, 'baseUrl'>): string =>
  process.env.ISSUER?.replace(/\/$/, '') || baseUrl;
