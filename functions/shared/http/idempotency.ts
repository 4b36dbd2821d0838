import { fieldError } from '../domain/errors.ts';
import type { ApiRequest } from './request.ts';

/** @throws {ParleyError} `invalid_request` for an invalid or repeated header */
export function readIdempotencyKey({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  const values = headers.get('idempotency-key') ?? [];
  const [key] = values;
  if (values.length > 1 || (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))) {
    throw fieldError('Idempotency-Key', 'send one key of 1 to 255 visible ASCII characters');
  }
  return key;
}
