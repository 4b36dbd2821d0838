import * as z from 'zod/mini';
import { isSignedBySlack } from '../domain/signatures.ts';
import { jsonBody } from '../http/body.ts';
import { type ApiRequest, header } from '../http/request.ts';

/** A request from Slack's Events API: a check of the address, or an event. */
const outer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string() }),
  z.object({ type: z.literal('event_callback'), event_id: z.string(), event: z.unknown() }),
]);

/** True if Slack signed the request with the app's secret recently. */
export const isFromSlack = (request: ApiRequest, signingSecret: string): boolean =>
  isSignedBySlack(
    {
      timestamp: header(request, 'x-slack-request-timestamp') ?? '',
      signature: header(request, 'x-slack-signature') ?? '',
      body: request.body,
    },
    signingSecret,
    request.now,
  );

/** Reads an event or a check of the address. @returns undefined for anything else */
export const slackEvent = (request: ApiRequest): z.output<typeof outer> | undefined =>
  outer.safeParse(jsonBody(request).body).data;
