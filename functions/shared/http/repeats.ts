import { type Keep, keeper, type RepeatDependencies, Repeated } from '../domain/repeats.ts';
import type { ApiResponse } from './endpoint.ts';
import { readIdempotencyKey } from './idempotency.ts';
import type { AuthorizedRequest } from './request.ts';

/**
 * Carries a request out, or returns the answer stored under its `Idempotency-Key`.
 * @param work receives the function that stores its answer; undefined without an `Idempotency-Key`
 */
export async function once(
  dependencies: RepeatDependencies | undefined,
  request: AuthorizedRequest,
  work: (keep: Keep | undefined) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const idempotencyKey = readIdempotencyKey(request);
  if (idempotencyKey === undefined || dependencies === undefined) return work(undefined);
  const { principal: owner, method, pathParameters, body, now } = request;
  const asked = JSON.stringify([method, pathParameters, Buffer.from(body).toString('base64')]);
  try {
    return await work(keeper(dependencies, { owner, idempotencyKey, asked, now }));
  } catch (error) {
    if (error instanceof Repeated) return { body: error.text };
    throw error;
  }
}
