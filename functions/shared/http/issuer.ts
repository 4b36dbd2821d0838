import type { ApiRequest } from './request.ts';

/**
 * The issuer identifier (RFC 8414 §2, RFC 9207): the deployment's `ISSUER`, or else the address at which the gateway
 * was reached.
 */
export const issuerOf = ({ baseUrl }: Pick<ApiRequest, 'baseUrl'>): string =>
  process.env.ISSUER?.replace(/\/$/, '') || baseUrl;
