import { ParleyError } from '../domain/errors.ts';
import { isSignedByTwilio } from '../domain/signatures.ts';
import { formBody } from '../http/body.ts';
import { type ApiRequest, header } from '../http/request.ts';

/**
 * Reads a form that Twilio signed.
 * @param url the address that Twilio called, with its query
 * @returns undefined if the signature is wrong or the body is not a form
 */
export function readTwilio(
  request: ApiRequest,
  url: string,
  authToken: string,
): ReadonlyMap<string, string> | undefined {
  const parameters = formIn(request);
  const signature = header(request, 'x-twilio-signature') ?? '';
  return parameters && isSignedByTwilio({ url, parameters, signature }, authToken) ? parameters : undefined;
}

/** Hides why a form cannot be read: any error but that of a wrong signature would reveal that the channel exists. */
function formIn(request: ApiRequest): Map<string, string> | undefined {
  try {
    return formBody(request, 'keep');
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}
